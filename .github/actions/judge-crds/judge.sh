#!/usr/bin/env bash
# Compares the CRDs in a checkout with those of another commit and of a release. Writes the differences to the summary
# of the job and to a comment on the pull request. Fails if changes since the commit are of a class that is not allowed,
# or if a comparison is impossible. Changes since the release are only listed: other pull requests made some of them.
#
# Reads $CRDS, $BASE, $EVENT_BASE, $EVENT_HEAD, $RELEASE, $FAIL_ON, $BASELINE, $COMMENT, $PULL_REQUEST and $REPOSITORY;
# see action.yml.
set -euo pipefail

tool=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/scripts/cli/bin.cjs
limit=65000 # characters; GitHub allows 65,536 in a comment, and the Markdown of one comparison has at most 60,000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
parts=()
status=0
compared=""

fail() {
  echo "::error::$1"
  exit 2
}

# Starts the part of the report about a comparison.
begin() {
  part=$work/part-${#parts[@]}.md
  parts+=("$part")
  printf '## %s\n\n' "$1" > "$part"
}

# Reports whether a path of a commit is missing. Links on the way to it are followed, like in a checkout.
is_missing() {
  case $(printf '%s\0' "$1" | git cat-file --batch-check -z --follow-symlinks) in *" missing") ;; *) false ;; esac
}

# Ends a comparison that is impossible. The others still run.
impossible() {
  echo "::error::$1"
  printf '%s\n\n' "$1" >> "$part"
  status=2
}

# Makes a commit or a tag available in a clone that is not complete.
fetch() {
  git cat-file -e "$1^{commit}" 2> /dev/null || git fetch --quiet --no-tags --depth=1 origin "$2" || true
}

# Prints the commit to compare with by default. For a pull request, actions/checkout checks out its merge into the base
# branch, which may be newer than the base in the event. What others merged since is not a change of the pull request.
default_base() {
  local parents
  parents=$(git cat-file commit HEAD | sed -n '/^$/q; s/^parent //p' | tr '\n' ' ')
  case $parents in
    *" $EVENT_HEAD ") parents=${parents%% *} ;;
    *) parents="" ;;
  esac
  printf '%s' "${parents:-$EVENT_BASE}"
}

# Compares the CRDs with those of a commit: compare <title> <commit> [<option of diff>...].
compare() {
  local title=$1 commit=$2 found=0 hash
  shift 2
  hash=$(git rev-parse --verify --quiet --end-of-options "$commit^{commit}") || hash=""
  case $hash in "$compared") [ -z "$hash" ] || return 0 ;; esac
  begin "$title"
  if [ -z "$hash" ]; then
    impossible "$title: there is no such commit, and it cannot be fetched."
    return
  fi
  compared=$hash
  if is_missing "$hash:$CRDS"; then
    echo "::warning::$title: $shown does not exist in this commit, so all CRDs are new. If they were moved, nothing was compared."
    printf '`%s` does not exist in this commit, so all CRDs are new.\n\n' "$shown" >> "$part"
    return
  fi
  node "$tool" diff "$hash:$CRDS" "./$CRDS" --format markdown "${baseline[@]}" "$@" \
    > "$work/changes.md" 2> "$work/problems" || found=$?
  cat "$work/problems" >&2
  if [ "$found" -gt 1 ]; then
    impossible "$title: the comparison is impossible."
    { printf '```text\n'; head -c 10000 "$work/problems" | tr -d '`'; printf '\n```\n\n'; } >> "$part"
    return
  fi
  if [ ! -s "$work/changes.md" ]; then printf 'Nothing changed.\n' > "$work/changes.md"; fi
  { cat "$work/changes.md"; printf '\n'; } >> "$part"
  if [ "$found" -gt "$status" ]; then status=$found; fi
}

# Prints the tag with the highest version that is not a pre-release, as the server has it. A tag is a version with or
# without `v`; the sort of Git would put all tags with `v` above the others.
last_release() {
  git ls-remote --quiet --refs --tags origin |
    sed -nE 's#^.*\trefs/tags/(v?)([0-9]+\.[0-9]+\.[0-9]+)$#\2 \1\2#p' |
    sort -t . -k 1,1n -k 2,2n -k 3,3n | sed -n '$s/.* //p'
}

# Creates the comment, or replaces the one that an earlier run created. The first line of the comment marks it. It has
# each part of the report that still fits. Prints a warning if it cannot be written.
comment() {
  local marker comments id part
  marker="<!-- crd-bundle judges $(printf '%s' "$shown" | tr -c 'A-Za-z0-9_./-' '_') -->"
  printf '%s\n' "$marker" > "$work/comment.md"
  for part in "${parts[@]}"; do
    if [ "$(cat "$work/comment.md" "$part" | LC_ALL=C.UTF-8 wc -m)" -gt "$limit" ]; then
      sed -n 1,2p "$part" > "$work/short.md"
      part=$work/short.md
      printf 'There are too many changes for a comment. The summary of the job lists them.\n\n' >> "$part"
    fi
    cat "$part" >> "$work/comment.md"
  done
  comments="repos/$REPOSITORY/issues/$PULL_REQUEST/comments"
  if ! id=$(gh api "$comments" --paginate \
    --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id" | sed -n 1p); then
    echo "::warning::The comments of the pull request cannot be listed, so none was written."
    return
  fi
  if [ -n "$id" ]; then
    set -- --method PATCH "repos/$REPOSITORY/issues/comments/$id"
  else
    set -- --method POST "$comments"
  fi
  gh api --silent "$@" -F "body=@$work/comment.md" ||
    echo "::warning::The comment could not be written. A pull request of a fork has a token that can only read."
}

case /$CRDS/ in
  // | //* | */../* | /-* | *//*/) fail "crds: specify a path below the top of the repository" ;;
esac
CRDS=/${CRDS%/}/
while [[ $CRDS == */./* ]]; do CRDS=${CRDS/\/.\///}; done
CRDS=${CRDS#/}
CRDS=${CRDS%/}
shown=${CRDS:-.}
[ -e "./$CRDS" ] || fail "crds: $shown does not exist"
case $FAIL_ON in
  unknown | tightening | break) ;;
  *) fail "fail-on: specify unknown, tightening or break" ;;
esac
baseline=()
if [ -n "$BASELINE" ]; then
  [ -f "$BASELINE" ] || fail "baseline: $BASELINE does not exist"
  baseline=(--baseline "$BASELINE")
fi

BASE=${BASE:-$(default_base)}
# A push that creates a branch has no commit before it, which GitHub states as zeros.
if [ -n "${BASE//0/}" ]; then
  fetch "$BASE" "$BASE"
  compare "CRDs in $shown compared with ${BASE:0:12}" "$BASE" --fail-on "$FAIL_ON"
fi
if [ "$RELEASE" != none ]; then
  if [ -z "$RELEASE" ] && ! RELEASE=$(last_release); then
    begin "CRDs in $shown compared with the last release"
    impossible "The tags of the repository cannot be listed."
  elif [ -n "$RELEASE" ]; then
    fetch "refs/tags/$RELEASE" "+refs/tags/$RELEASE:refs/tags/$RELEASE"
    compare "CRDs in $shown compared with $RELEASE" "refs/tags/$RELEASE"
  fi
fi
[ ${#parts[@]} -gt 0 ] || fail "there is neither a base nor a release to compare with"

cat "${parts[@]}"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "${parts[@]}" >> "$GITHUB_STEP_SUMMARY"; fi
if [ "$COMMENT" = true ] && [ -n "$PULL_REQUEST" ]; then comment; fi
exit "$status"
