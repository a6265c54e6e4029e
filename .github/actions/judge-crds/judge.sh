#!/usr/bin/env bash
# Compares the CRDs in a checkout with those of another commit and of a release. Writes the differences to the summary
# of the job and to a comment on the pull request. Fails if one of the comparisons fails.
#
# Reads $CRDS, $BASE, $RELEASE, $FAIL_ON, $COMMENT, $PULL_REQUEST and $REPOSITORY; action.yml describes them.
set -euo pipefail

tool=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/scripts/cli/bin.js
limit=60000 # bytes; GitHub allows 65,536 characters in a comment
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
report=$work/report.md
status=0
compared=""

fail() {
  echo "::error::$1"
  exit 2
}

# Makes a commit or a tag available in a clone that is not complete.
fetch() {
  git cat-file -e "$1^{commit}" 2> /dev/null || git fetch --quiet --no-tags --depth=1 origin "$2"
}

# Compares the CRDs with those of a commit. An API that the commit does not have yet cannot differ from it.
compare() {
  local title=$1 commit=$2 found=0
  local hash
  hash=$(git rev-parse --verify --quiet --end-of-options "$commit^{commit}") || fail "$title: there is no such commit"
  case $compared in *"$hash"*) return ;; esac
  compared="$compared $hash"
  printf '## %s\n\n' "$title" >> "$report"
  if ! git cat-file -e "$hash:$CRDS" 2> /dev/null; then
    printf 'There are no CRDs in this commit.\n\n' >> "$report"
    return
  fi
  node "$tool" diff "$hash:$CRDS" "./$CRDS" --format markdown --fail-on "$FAIL_ON" > "$work/changes.md" || found=$?
  if [ "$found" -gt 1 ]; then printf 'The comparison failed. The log of the job states why.\n' > "$work/changes.md"; fi
  if [ ! -s "$work/changes.md" ]; then printf 'There are no changes.\n' > "$work/changes.md"; fi
  { cat "$work/changes.md"; printf '\n'; } >> "$report"
  if [ "$found" -gt "$status" ]; then status=$found; fi
}

# Prints the tag with the highest version that is no pre-release, as the server has it.
last_release() {
  git ls-remote --quiet --refs --tags --sort=-version:refname origin |
    sed -nE 's#^.*\trefs/tags/(v?[0-9]+\.[0-9]+\.[0-9]+)$#\1#p' | sed -n 1p
}

# Creates the comment, or replaces the one that an earlier run created. The first line of the comment marks it.
comment() {
  local marker comments id
  marker="<!-- crd-bundle judges $(printf '%s' "$CRDS" | tr -c 'A-Za-z0-9_./-' '_') -->"
  printf '%s\n' "$marker" > "$work/comment.md"
  if [ "$(wc -c < "$report")" -le "$limit" ]; then
    cat "$report" >> "$work/comment.md"
  else
    printf 'There are too many changes for a comment. The summary of the job lists them.\n' >> "$work/comment.md"
  fi
  comments="repos/$REPOSITORY/issues/$PULL_REQUEST/comments"
  id=$(gh api "$comments" --paginate \
    --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id" | sed -n 1p)
  if [ -n "$id" ]; then
    gh api --silent --method PATCH "repos/$REPOSITORY/issues/comments/$id" -F "body=@$work/comment.md"
  else
    gh api --silent --method POST "$comments" -F "body=@$work/comment.md"
  fi
}

case /$CRDS/ in
  // | //* | */../* | /-* | *//*/) fail "crds: specify a path below the top of the repository" ;;
esac
[ -e "$CRDS" ] || fail "crds: $CRDS does not exist"

# A push that creates a branch has no commit before it, which GitHub states as zeros.
if [ -n "${BASE//0/}" ]; then
  fetch "$BASE" "$BASE"
  compare "CRDs in $CRDS compared with ${BASE:0:12}" "$BASE"
fi
if [ "$RELEASE" != none ]; then
  RELEASE=${RELEASE:-$(last_release)}
  if [ -n "$RELEASE" ]; then
    fetch "refs/tags/$RELEASE" "+refs/tags/$RELEASE:refs/tags/$RELEASE"
    compare "CRDs in $CRDS compared with $RELEASE" "refs/tags/$RELEASE"
  fi
fi
[ -s "$report" ] || fail "there is neither a base nor a release to compare with"

cat "$report"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$report" >> "$GITHUB_STEP_SUMMARY"; fi
if [ "$COMMENT" = true ] && [ -n "$PULL_REQUEST" ]; then
  comment || echo "::warning::The comment could not be written. A pull request of a fork has a token that can only read."
fi
exit "$status"
