/** Diagnostics that prevent a release, or that a verification of one reports. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const AGAIN = "Then run the same `crd-bundle release` command again.";

export const RELEASE_ENTRIES = {
  "release-uncommitted": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a change is" : `${count} changes are`} not committed: ${paths}`,
    example: { paths: "apis/example.dev/v1/widget.ts", count: 1 },
    fix:
      "If the changes belong in the release, commit them. Otherwise, stash them: `git stash --include-untracked`. " +
      "If a listed file is new and Git should never track it, add the file to .gitignore instead, and commit " +
      ".gitignore. " +
      AGAIN,
    why: "A release contains only committed files. If the release were created now, it would not include these changes.",
  }),
  "release-ignored": entry<{ paths: string }>({
    message: ({ paths }) => `Git ignores ${paths}, which the build writes`,
    example: { paths: "dist/standard/example.dev_widgets.yaml" },
    fix:
      "Run `git check-ignore --verbose <path>`, which prints the pattern that matches the path and the file that " +
      "contains the pattern. Remove the pattern from that file. Run `crd-bundle build` and commit all changes. " +
      AGAIN,
    why:
      "Git does not add ignored files to a commit. If the release were created now, users who install from the tag " +
      "of the release would not get the ignored files.",
  }),
  "release-no-commit": entry<Record<never, never>>({
    message: () => "the repository has no commits",
    fix: "Commit the files of the project, and run `crd-bundle release` again.",
    why: "A release is a tag on a commit, so the repository must contain at least one commit.",
  }),
  "release-detached": entry<Record<never, never>>({
    message: () => "no branch is checked out",
    fix: `Check out the branch from which you want to release: \`git switch <branch>\`. ${AGAIN}`,
    why:
      "If the release were created without a branch, no branch would contain the release commit. The next release " +
      "would then lack the changes in that commit, such as changelog updates.",
  }),
  "release-behind": entry<{ branch: string; upstream: string; missing: number; own: number }>({
    message: ({ branch, upstream, missing }) =>
      `${branch} is ${missing === 1 ? "1 commit" : `${missing} commits`} behind ${upstream}`,
    example: { branch: "main", upstream: "origin/main", missing: 2, own: 0 },
    fix: ({ own }) =>
      `${own === 0 ? "Update the branch: `git pull --ff-only`." : "Merge the missing commits: `git pull --no-rebase`."} ` +
      `${AGAIN}`,
    why:
      "If the release were created now, it would not include the changes in the missing commits, and the remote " +
      "repository would reject your push.",
  }),
  "release-branch-name": entry<{ branch: string }>({
    message: ({ branch }) => `"${branch}" is not a valid name for a Git branch`,
    example: { branch: "prepare 1.7.0" },
    fix: "Specify another name, for example: `--branch prepare-1.7.0`.",
    why: "With `--branch`, the tool creates a branch with the specified name, so the name must be valid in Git.",
    usage: true,
  }),
  "release-branch-exists": entry<{ branch: string; where: string }>({
    message: ({ branch, where }) =>
      `the branch ${branch} already exists ${where === "this clone" ? "in this clone" : `on ${where}`}`,
    example: { branch: "prepare-1.7.0", where: "origin" },
    fix: ({ branch, where }) =>
      "Specify another name with `--branch`. If nobody needs the existing branch, you can delete it instead: `git " +
      `${where === "this clone" ? `branch -D ${branch}` : `push ${where} --delete ${branch}`}\`.`,
    why:
      "With `--branch`, the tool creates a branch for the release commit. If the tool used an existing branch, the " +
      "release commit would replace the commits on that branch.",
  }),
  "release-exact": entry<{ word: string; option: string }>({
    message: ({ word, option }) => `with ${option}, the version must be exact, such as 1.7.0, not "${word}"`,
    example: { word: "minor", option: "--tag" },
    fix: ({ option }) =>
      `Specify the exact version, for example: \`crd-bundle release 1.7.0 ${option}\`. If you omit the version, the ` +
      `tool uses ${option === "--tag" ? "the version in package.json" : "the release that is tagged at `HEAD`"}.`,
    why:
      "The options `--tag` and `--undo` apply to a release that you have already prepared or created. Words such " +
      "as `minor` stand for the next version, so they cannot identify that release.",
    usage: true,
  }),
  "release-not-merged": entry<{ version: string; branch: string }>({
    message: ({ version, branch }) => `the history of ${branch} does not contain a release commit for ${version}`,
    example: { version: "1.7.0", branch: "main" },
    fix:
      "If the version is wrong, specify the correct version. Otherwise, merge the pull request that you prepared " +
      "with `crd-bundle release --branch`, if it is still open. Then check out the branch into which it was " +
      "merged, run `git pull`, and run `crd-bundle release <version> --tag` again.",
    why:
      "With `--tag`, the tool tags the release commit of a merged pull request, so the history of the checked-out " +
      "branch must contain that commit.",
  }),
  "release-tagged": entry<{ version: string; branch: string; remote: string }>({
    message: ({ version }) => `package.json has version ${version}, which is already released`,
    example: { version: "1.6.0", branch: "main", remote: "origin" },
    fix: ({ branch, remote }) =>
      "If the pull request for the branch that `crd-bundle release --branch` created is still open, merge it. Then " +
      `check out ${branch}, pull the merged commit with \`git pull ${remote} ${branch}\`, and run \`crd-bundle ` +
      "release --tag` again.",
    why:
      "If you do not specify a version, `crd-bundle release --tag` uses the version in package.json. The pull " +
      "request for the next release changes this version. The version has not changed, so the checked-out branch " +
      "does not contain that pull request yet.",
  }),
  "release-not-there": entry<{ commit: string; branch: string; remote: string }>({
    message: ({ commit, branch, remote }) =>
      `according to this clone, the branch ${branch} on ${remote} does not contain ${commit.slice(0, 12)}`,
    example: { commit: "4f1c2a9e8b7d6c5f4e3d2c1b0a9f8e7d6c5b4a39", branch: "main", remote: "origin" },
    fix: ({ branch, remote }) =>
      `Update this clone, which might be out of date: \`git pull ${remote} ${branch}\`. If you merged the pull ` +
      `request only in this clone, push the branch: \`git push ${remote} ${branch}\`. Then run \`crd-bundle release ` +
      "--tag --push` again.",
    why:
      "If the tag were pushed now, it could publish a commit that the remote branch does not contain. The next " +
      "release from that branch would then lack the changes in this commit.",
  }),
  "release-merged-differs": entry<{ commit: string; path: string }>({
    message: ({ commit, path }) =>
      `${path} in the merged commit ${commit.slice(0, 12)} differs from the file that the release would contain`,
    example: {
      commit: "4f1c2a9e8b7d6c5f4e3d2c1b0a9f8e7d6c5b4a39",
      path: "dist/standard/example.dev_widgets.yaml",
    },
    fix: ({ commit }) =>
      `Revert the merged commit: \`git revert ${commit.slice(0, 12)}\`. If it is a merge commit, add \`--mainline ` +
      "1`. Push the revert, or merge it through a pull request. Then prepare the release again with `crd-bundle " +
      "release <version> --branch <new-branch>`. Until the new branch is merged, do not merge any other pull " +
      "request that changes the API, the changelog, or dist/. Do not change the new branch. Merge it through a pull " +
      "request, and check out the branch into which it was merged. Then run `git pull` and `crd-bundle release " +
      "<version> --tag`.",
    why:
      "If this commit were released, users could get changes that were not checked against the versioning policy and " +
      "that the changelog does not list.",
  }),
  "release-undo-unknown": entry<{ tag: string }>({
    message: ({ tag }) => `${tag} is not a tag that crd-bundle release created in this clone`,
    example: { tag: "v1.7.0" },
    fix: ({ tag }) =>
      "If the version is wrong, specify the correct version. If the release was created in another clone, undo it " +
      `there: \`crd-bundle release ${tag.slice(1)} --undo\`. Otherwise, run \`git tag --list ${tag}\`. If Git prints ` +
      "nothing, there is no such release to undo. If Git prints the tag, you can delete it only if you created it by " +
      `hand and never pushed it: \`git tag --delete ${tag}\`.`,
    why:
      "Undoing a release can remove the tagged commit from a branch. A commit that the tool did not create in this " +
      "clone might be your own work or the work of others.",
  }),
  "release-undo-none": entry<{ problem: string }>({
    message: ({ problem }) => `cannot determine which release to undo: ${problem}`,
    example: { problem: "no release is tagged at HEAD, which is 2 commits ahead of v1.7.0" },
    fix: "Specify the version of the release to undo, for example: `crd-bundle release 1.7.0 --undo`.",
    why:
      "If you do not specify a version, the tool undoes the release that is tagged at `HEAD`, so exactly one " +
      "release must be tagged there.",
    usage: true,
  }),
  "release-undo-pushed": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `${tag} was already pushed to ${remote}`,
    example: { tag: "v1.7.0", remote: "origin" },
    fix:
      `Keep the release. To correct a problem in it, publish a new release (see ${pageLink("undo.md")}). Never undo ` +
      "a release that others might have.",
    why: "If the release were undone, users who installed it would have a version that no longer exists.",
  }),
  "release-undo-unreachable": entry<{ tag: string; remote: string; problem: string }>({
    message: ({ tag, remote, problem }) => `cannot check whether ${tag} was pushed to ${remote}: ${problem}`,
    example: {
      tag: "v1.7.0",
      remote: "origin",
      problem: "fatal: could not read from the remote repository",
    },
    fix: ({ tag, remote }) =>
      "If the remote repository still exists, restore access to it. If it no longer exists, remove the remote from " +
      `this clone: \`git remote remove ${remote}\`. Then run \`crd-bundle release ${tag.slice(1)} --undo\` again.`,
    why: "If the release was pushed, undoing it would leave users with a version that no longer exists.",
  }),
  "release-undo-built-on": entry<{ tag: string; refs: string }>({
    message: ({ tag, refs }) =>
      `${tag} cannot be undone, because these branches or tags are based on its commit: ${refs}`,
    example: { tag: "v1.7.0", refs: "add-shape, nightly" },
    fix: ({ tag }) =>
      "If others might have one of the listed tags, keep the release. Otherwise, continue with these steps. If a " +
      "listed tag belongs to a later release, first undo that release: `crd-bundle release <later-version> " +
      `--undo\`. Move the commits of each listed branch off the release commit: \`git rebase --onto ${tag}^ ${tag} ` +
      "<listed-branch>`. Delete each of the other listed tags: `git tag --delete <listed-tag>`. Then check out " +
      `the branch of the release, and run \`crd-bundle release ${tag.slice(1)} --undo\` again.`,
    why:
      "If the release were undone now, the listed branches and tags would still contain the release commit, although " +
      "the release would no longer exist.",
  }),
  "release-undo-shared": entry<{ tag: string; branch: string | undefined; home: string; others: string }>({
    message: ({ tag, branch, home, others }) =>
      branch === undefined
        ? `${home} no longer points to the commit of ${tag}, but ` +
          (others.includes(" ") ? `the branches ${others.replaceAll(" ", ", ")} do` : `the branch ${others} does`)
        : `the commit of ${tag} is on ${branch} and also on ${others.replaceAll(" ", ", ")}`,
    example: { tag: "v1.7.0", branch: "main", home: "main", others: "add-shape" },
    fix: ({ tag, branch }) =>
      [
        branch === undefined
          ? `Check out the commit before the release: \`git switch --detach ${tag}^\`. Move each listed branch to this ` +
            `commit: \`git branch --force <listed-branch> ${tag}^\`. If nobody needs such a branch, you can delete ` +
            "it instead: `git branch -D <listed-branch>`."
          : `Check out ${branch}. Move each of the other branches to the commit before the release: ` +
            `\`git branch --force <other-branch> ${tag}^\`. If nobody needs such a branch, you can delete it ` +
            "instead: `git branch -D <other-branch>`.",
        `Then run \`crd-bundle release ${tag.slice(1)} --undo\` again.`,
        ...(branch === undefined
          ? ["Finally, check out the branch on which you want to work: `git switch <branch>`."]
          : []),
      ].join(" "),
    why:
      "To undo a release, the tool deletes the tag and removes the release commit from the branch on which the " +
      "release was created. The tool does not change other branches, so they would still contain the commit of a " +
      "release that no longer exists.",
  }),
  "release-undo-changed": entry<{ tag: string; paths: string; uncommitted: number; assets: string | undefined }>({
    message: ({ tag, paths }) => `these files have changed since ${tag} was created: ${paths}`,
    example: {
      tag: "v1.7.0",
      paths: "CHANGELOG.md, release/1.7.0/release-notes.md",
      uncommitted: 1,
      assets: "release/1.7.0",
    },
    fix: ({ tag, uncommitted, assets }) =>
      [
        ...(assets === undefined ? [] : [`Move ${assets} to a directory outside the repository.`]),
        ...(uncommitted === 0 ? [] : ["Stash the uncommitted changes: `git stash --include-untracked`."]),
        `Then run \`crd-bundle release ${tag.slice(1)} --undo\` again.`,
        ...(uncommitted === 0
          ? []
          : ["After that, restore your changes with `git stash pop`, and resolve any conflicts."]),
      ].join(" "),
    why: "If the release were undone now, the tool would overwrite or remove your changes.",
  }),
  "release-branch": entry<{ version: string; branch: string; expected: string; tag?: string | undefined }>({
    message: ({ version, branch, expected }) => `${version} must be released from ${expected}, not from ${branch}`,
    example: { version: "1.6.1", branch: "main", expected: "release-1.6", tag: "v1.6.0" },
    fix: ({ version, expected, tag }) =>
      tag === undefined
        ? `Check out \`${expected}\`, or a branch from which you start new release series, such as \`main\`. ${AGAIN}`
        : `Check out \`${expected}\`. If this branch does not exist, create it from the last release in the same ` +
          `release series: \`git switch -c ${expected} ${tag}\`. If the branch lacks the changes for ${version}, ` +
          `copy them: \`git cherry-pick <commit>\`. ${AGAIN}`,
    why:
      "A release from another branch could contain changes that do not belong in its release series, such as new " +
      "features in a patch release.",
  }),
  "release-descent": entry<{ version: string; previous: string; branch: string }>({
    message: ({ version, previous, branch }) =>
      `${version} comes after ${previous}, which is not in the history of ${branch}`,
    example: { version: "1.7.0", previous: "v1.6.0", branch: "main" },
    fix: ({ previous }) =>
      `Merge the previous release: \`git merge ${previous}\`. If you need a pull request for this merge, merge the ` +
      `pull request with a merge commit. Do not squash or rebase it. ${AGAIN} If your project usually squashes or ` +
      "rebases pull requests, create later releases with `--branch` and `--tag` (see " +
      `${pageLink("releasing.md")}).`,
    why:
      "Without the previous release in the history, the tool would compare the changes with an older release, and " +
      "the new release could lack fixes that users of the previous release already have.",
  }),
  "release-line-empty": entry<{ version: string; line: string }>({
    message: ({ version, line }) =>
      `${version} is a patch release, but the release series ${line} does not have a release yet`,
    example: { version: "1.7.1", line: "1.7" },
    fix: ({ line }) =>
      `Create the first release of this series, ${line}.0. If you want a release of another series instead, specify ` +
      "a version of that series.",
    why:
      "A patch release fixes an earlier release of its series. Without such a release, the tool cannot determine the " +
      "changes in the patch release.",
  }),
  "release-tag-exists": entry<{ tag: string }>({
    message: ({ tag }) => `the tag ${tag} already exists`,
    example: { tag: "v1.6.0" },
    fix: "Specify a later version. Never move or delete a tag that other people might have fetched.",
    why:
      "Each version can be released only once. If you moved the tag to another commit, users could get different " +
      "files for the same version.",
  }),
  "release-tags-missing": entry<{
    tag: string;
    evidence: string;
    /** The version if only `dist/` has it, so the project may be new. */
    stamped?: string | undefined;
    remote?: string | undefined;
  }>({
    message: ({ tag, evidence }) => `the tag ${tag} is missing from this clone, but ${evidence}`,
    example: { tag: "v1.6.0", evidence: "the changelog has a section for it", remote: "origin" },
    fix: ({ tag, stamped, remote }) => {
      const unreleased = stamped
        ? `If ${tag} was never released, set the version in package.json to that of the first release, as in ` +
          "`npm pkg set version=1.0.0`, and run `crd-bundle build`. "
        : `If ${tag} is still missing, but the pull request that prepares ${tag} is merged, create the tag: ` +
          `\`crd-bundle release ${tag.slice(1)} --tag\`. If ${tag} was never released, move the entries of its ` +
          "section in CHANGELOG.md below `## [Unreleased]`, and remove the empty section. If package.json has the " +
          `version ${tag.slice(1)} too, change it to the version of the last release, or to 0.0.0 if there is none, ` +
          "and run `crd-bundle build`. ";
      return (
        `Fetch the tags: \`git fetch --tags ${remote ?? "<remote>"}\`. ${unreleased}Commit these changes. Finally, ` +
        "run the same `crd-bundle` command again."
      );
    },
    why:
      "Without the tag, the tool would compare the changes with an older release or with no release, and the check " +
      "against the versioning policy could miss a breaking change.",
  }),
  "history-lacks-release": entry<{ tag: string }>({
    message: ({ tag }) => `the changelog has a section for ${tag}, but the tag is not in the history of HEAD`,
    example: { tag: "v1.6.0" },
    fix: ({ tag }) =>
      `Merge the release: \`git merge ${tag}\`. If you need a pull request for this merge, merge the pull request ` +
      "with a merge commit. Do not squash or rebase it. Then run the same `crd-bundle` command again. If your " +
      "project usually squashes or rebases pull requests, create later releases with `--branch` and `--tag` (see " +
      `${pageLink("releasing.md")}).`,
    why:
      "Without the release in the history, the tool would compare the working tree with an older release or with no " +
      "release, and the check against the versioning policy could miss a breaking change.",
  }),
  "release-tags-differ": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `the tag ${tag} in this clone differs from the tag ${tag} on ${remote}`,
    example: { tag: "v1.6.0", remote: "origin" },
    fix: ({ tag, remote }) =>
      `Compare the tags: run \`git ls-remote ${remote} ${tag}\` and \`git show-ref ${tag}\`. If users have the tag ` +
      `on ${remote}, replace the tag in this clone: \`git fetch ${remote} +refs/tags/${tag}:refs/tags/${tag}\`. If ` +
      `someone moved the tag on ${remote} after users got it, ask the maintainers to restore the original tag there, ` +
      `and fetch it. ${AGAIN}`,
    why:
      "If this clone has the wrong tag, the tool would compare the changes with a release other than the one that " +
      "users have.",
  }),
  "release-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}`,
    example: { version: "1.5.0", last: "v1.6.0" },
    fix: ({ last }) => `Specify a version that is later than ${last.slice(1)}.`,
    why:
      "If a release had a lower version than an earlier release, tools that compare versions would not offer it as " +
      "an upgrade.",
  }),
  "release-after-final": entry<{ version: string; final: string }>({
    message: ({ version, final }) => `${version} is a pre-release of ${final}, which has already been released`,
    example: { version: "1.6.0-rc.2", final: "v1.6.0" },
    fix:
      "Create a release candidate or a snapshot of the next version, for example: `crd-bundle release minor --preid " +
      "rc`.",
    why:
      "Tools that compare versions treat a pre-release as older than the final release of the same version, so they " +
      "do not offer this pre-release as an upgrade.",
  }),
  "release-first": entry<{ bump: string; current: string }>({
    message: ({ bump }) => `a ${bump} release needs an earlier release, but this repository does not have one`,
    example: { bump: "minor", current: "0.1.0" },
    fix: ({ current }) =>
      `If this is the first release, specify its version: \`crd-bundle release ${current}\`. If there are earlier ` +
      "releases, fetch their tags: `git fetch --tags`.",
    why: "The tool calculates the next version from the last release, so it needs the tag of that release.",
    usage: true,
  }),
  "release-word": entry<{ word: string }>({
    message: ({ word }) => `the version must be patch, minor, major, auto, or a semantic version, not "${word}"`,
    example: { word: "latest" },
    fix: "Specify `patch`, `minor`, `major`, `auto`, or a version without build metadata, such as 1.7.0 or 1.7.0-rc.1.",
    why:
      "The build adds the version to every CRD as an annotation. Tools compare this version before an upgrade, and " +
      "they can compare only semantic versions.",
    usage: true,
  }),
  "release-version-missing": entry<Record<never, never>>({
    message: () => "the version of the release is missing",
    fix: "Specify `patch`, `minor`, `major`, `auto`, or a version, for example: `crd-bundle release 1.7.0`.",
    why:
      "The command `crd-bundle release` creates a new release, which needs a version. You can omit the version " +
      "only with `--tag` or `--undo`, which apply to a release that was already prepared or created.",
    usage: true,
  }),
  "release-options": entry<{ option: string; other: string }>({
    message: ({ option, other }) => `${option} cannot be used with ${other}`,
    example: { option: "--snapshot", other: "--preid" },
    fix: "Remove one of the two options.",
    why: "The tool cannot apply both options. If it ignored one of them, the result would differ from your request.",
    usage: true,
  }),
  "release-preid": entry<{ preid: string }>({
    message: ({ preid }) => `"${preid}" cannot be part of a pre-release version`,
    example: { preid: "rc_1" },
    fix:
      "With `--preid`, specify an identifier that consists of letters, such as `rc`. For a snapshot, use " +
      "`--snapshot` instead of `--preid`. If you specify a version together with `--preid` or `--snapshot`, " +
      "omit the pre-release part of the version, for example: `crd-bundle release 1.7.0 --preid rc`.",
    why:
      "The tool adds the identifier and a number to the version, as in 1.7.0-rc.1. Other tools can sort pre-releases " +
      "only if the result is a semantic version, which does not allow characters such as underscores.",
    usage: true,
  }),
  "release-identity": entry<{ problem: string }>({
    message: ({ problem }) => `Git does not know the author of the release: ${problem}`,
    example: { problem: "no email was given and auto-detection is disabled" },
    fix:
      'Set your name: `git config user.name "<your-name>"`. Set your email address: ' +
      `\`git config user.email "<your-address>"\`. ${AGAIN}`,
    why: "Every commit has an author. Without a name and an email address, Git could not create the release commit.",
  }),
  "release-signing": entry<{ problem: string }>({
    message: ({ problem }) => `Git cannot sign the release: ${problem}`,
    example: { problem: "fatal: either user.signingkey or gpg.ssh.defaultKeyCommand needs to be configured" },
    fix:
      "Fix the problem that Git reports. For example, specify the signing key: `git config user.signingKey " +
      `<signing-key>\`. ${AGAIN} To release without a signature instead, add \`--no-sign\`.`,
    why:
      "With `--sign` or a Git setting such as `commit.gpgSign`, Git signs the release. If signing fails, Git " +
      "cannot create the release commit or the tag.",
  }),
  "release-output": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a file is" : `${count} files are`} out of date: ${paths}`,
    example: { paths: "dist/standard/example.dev_widgets.yaml, dist/standard-install.yaml", count: 2 },
    fix: `Run \`crd-bundle build\` and commit the result. ${AGAIN}`,
    why: "If these files were released, users would install files that do not match the reviewed sources.",
  }),
  "release-version": entry<{ version: string; stamped: string }>({
    message: ({ version, stamped }) =>
      `package.json has version ${version}, but dist/ was built with version ${stamped}`,
    example: { version: "1.7.0", stamped: "1.6.0" },
    fix: ({ stamped }) =>
      `Change the version in package.json back to ${stamped} and commit the change. When you create the release, ` +
      "`crd-bundle release` sets the new version. To keep the version in package.json instead, run `crd-bundle " +
      "build` and commit the result.",
    why:
      "The build adds the version in package.json to every CRD as an annotation. If the versions differ, the CRDs " +
      "that reviewers approved are not those that the sources produce.",
  }),
  "release-policy": entry<{ version: string; bump: string; overall: string }>({
    message: ({ version, bump, overall }) =>
      overall === "refused"
        ? `the versioning policy does not allow the changes in ${version} in any release`
        : `the changes in ${version} require a ${overall} release, not a ${bump} release`,
    example: { version: "1.7.0", bump: "minor", overall: "major" },
    fix: ({ overall }) =>
      overall === "refused"
        ? "Revert the changes that the versioning policy does not allow. To allow one of these changes in this " +
          `release anyway, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`
        : `Create a ${overall} release. If you do not want a ${overall} release, revert the changes that need one. ` +
          "To allow one of these changes in this release anyway, add a waiver to apis/waivers.yaml (see " +
          `${pageLink("waive.md")}).`,
    why:
      "The versioning policy limits the changes in patch, minor, and major releases. If a release exceeded the " +
      "limit, an upgrade could break the objects or clients of users who rely on the policy.",
  }),
  "release-assets-there": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} already exists`,
    example: { directory: "release/1.7.0" },
    fix: "Move this file or directory to another directory. Then run the same `crd-bundle` command again.",
    why:
      "The tool writes the assets of the release to this path. If it continued, it would replace the files that are " +
      "already there.",
  }),
  "release-running": entry<{ pid: number; directory: string }>({
    message: ({ pid }) => `process ${pid} has locked this repository for a release`,
    example: { pid: 4711, directory: ".git/crd-bundle-release" },
    fix: ({ pid, directory }) => {
      // Until a process has the lock, its ID is part of the name of its directory.
      const lock = directory.replace(/(crd-bundle-release)\.[^/]*$/, "$1");
      const rename = lock === directory ? "" : `rename the directory ${directory} to ${lock}, and `;
      return (
        `Find out which command is running as process ${pid}, for example: \`ps -o args= -p ${pid}\`. If the command ` +
        `contains \`crd-bundle\`, wait until the process ends. ${AGAIN} If there is no such process or the command ` +
        "is another one, an earlier run of `crd-bundle release` was interrupted, and its process ID now belongs to " +
        `another program. In this case, ${rename}delete only the file ${lock}/owner. ${AGAIN} If the earlier run had ` +
        "already created or deleted a tag, the command only completes the earlier run."
      );
    },
    why: "If two releases ran at the same time, neither would be checked against the changes of the other.",
  }),
  "release-journal": entry<{ path: string; directory: string; problem: string }>({
    message: ({ path, problem }) => `${path} is from an interrupted release and cannot be used: ${problem}`,
    example: {
      path: ".git/crd-bundle-release/journal.json",
      directory: ".git/crd-bundle-release",
      problem: "it is empty",
    },
    fix: ({ directory }) =>
      "Run `git status`. If it lists changes that you did not make, revert only these changes. To revert a change " +
      "to a tracked file, run `git restore --staged --worktree <file>`. If `crd-bundle` created an untracked " +
      `file, delete this file. Then remove the directory of the interrupted release, ${directory}. If \`git tag\` ` +
      "does not list the release, run `crd-bundle release` again. If it lists the release, but the assets are " +
      "missing, run `crd-bundle verify <tag> --write`.",
    why:
      "The file lists the remaining steps of the release. Without this list, the tool cannot tell whether the " +
      "release was completed.",
    usage: true,
  }),
  "release-interrupted": entry<{ tag: string; done: string }>({
    message: ({ tag, done }) => `an earlier run that ${done === "undone" ? "undid" : done} ${tag} was interrupted`,
    example: { tag: "v1.7.0", done: "released" },
    fix:
      "Run the same command without `--dry-run`. That run only completes the interrupted run. Then run the command " +
      "with `--dry-run` again. Until the interrupted run is completed, do not commit or restore any changes.",
    why:
      "The next `crd-bundle release` without `--dry-run` first completes the interrupted run. Until then, the " +
      "checked-out files can be those of another commit, so a plan that is based on them could be wrong.",
  }),
  "release-unlike": entry<{ path: string }>({
    message: ({ path }) => `${path} in the working tree differs from the committed file`,
    example: { path: "dist/standard/example.dev_widgets.yaml" },
    fix:
      "Find out why Git does not detect the difference. If a pattern in .gitignore matches this file or a file in " +
      "apis/, remove the pattern. If `git ls-files -v` prints a lowercase letter in front of one of these files, " +
      "run `git update-index --no-assume-unchanged <file>`. If it prints `S`, run `git update-index " +
      "--no-skip-worktree <file>`. If .gitattributes sets a filter for one of these files, remove the filter. Then " +
      `commit or revert the changes that \`git status\` lists. ${AGAIN}`,
    why:
      "The command `git status` does not list this difference. If the release were created now, someone who builds " +
      "it again from its commit would get a different result.",
  }),
  "release-stray": entry<{ path: string }>({
    message: ({ path }) => `${path} is committed but is not part of the bundle`,
    example: { path: "dist/standard/notes.txt" },
    fix: `Move the file out of dist/ and commit the change. ${AGAIN}`,
    why: "A release contains all of dist/, but users can verify only the files that a build writes.",
  }),
  "release-mode": entry<{ path: string; mode: string }>({
    message: ({ path, mode }) => `${path} is committed with mode ${mode}, not as a regular file (100644)`,
    example: { path: "dist/standard-install.yaml", mode: "120000" },
    fix: ({ path }) =>
      `Remove the file with \`git rm ${path}\`, run \`crd-bundle build\`, and commit the result. ${AGAIN}`,
    why:
      "If this file were released, users could not verify the release. A symbolic link (mode 120000) can point to " +
      "different content on another machine, so `crd-bundle verify` accepts only regular files that are not " +
      "executable.",
  }),
  "release-unfinished": entry<{ tag: string; done: string; problem: string }>({
    message: ({ tag, done, problem }) =>
      `${tag} is ${done === "taken back" ? "undone" : done}, but some files are not up to date: ${problem}`,
    example: { tag: "v1.7.0", done: "released", problem: "ENOSPC: no space left on device, write" },
    fix:
      "Fix the reported problem. Then run the same `crd-bundle release` command again. The command then completes " +
      "only the remaining steps.",
    why:
      "Git has already created or removed the tag, but the checked-out files or the assets do not match this state " +
      "yet. If you committed the checked-out files now, the commit could revert changes that `crd-bundle release` " +
      "made.",
  }),
  "release-disk": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path === "" ? "a file" : path} cannot be read or written: ${problem}`,
    example: { path: "CHANGELOG.md", problem: "EACCES: permission denied, open '/home/jane/widgets/CHANGELOG.md'" },
    fix: "Fix the cause, such as a full disk or missing permissions. Then run the same `crd-bundle` command again.",
    why: "The command did not finish. It either rolled back its changes or will complete them when you run it again.",
    usage: true,
  }),
  "release-remote": entry<Record<never, never>>({
    message: () => "the repository has no remote to push to",
    fix:
      `Add a remote: \`git remote add origin <repository-url>\`. ${AGAIN} To release without pushing instead, omit ` +
      "`--push`.",
    why:
      "With `--push`, the tool publishes the release to a remote. Without a remote, the release would exist only " +
      "in this clone.",
    usage: true,
  }),
  "release-remote-ahead": entry<{ branch: string; remote: string; how: string }>({
    message: ({ branch, remote }) => `${branch} on ${remote} has commits that are not in this clone`,
    example: { branch: "main", remote: "origin", how: "--ff-only" },
    fix: ({ branch, remote, how }) =>
      `${
        how === "--ff-only"
          ? "Your branch has no other commits, so fast-forward it: "
          : "Your branch has other commits too, so merge both: "
      }\`git pull ${how} ${remote} ${branch}\`. ${AGAIN}`,
    why:
      "If the release were created without these commits, it would not include other people's changes, and the " +
      "remote repository would reject your push.",
  }),
  "release-not-pushed": entry<{ tag: string; done: string; remote: string; refs: string; problem: string }>({
    message: ({ tag, done, remote, problem }) =>
      `${tag} is ${done} in this clone, but cannot be pushed to ${remote}: ${problem}`,
    example: {
      tag: "v1.7.0",
      done: "released",
      remote: "origin",
      refs: "refs/heads/main refs/tags/v1.7.0",
      problem: "fatal: could not read from the remote repository",
    },
    fix: ({ remote, refs }) =>
      `Fix the reported problem. Then push the release: \`git push --atomic ${remote} ${refs}\`.`,
    why: "Until the push succeeds, the release exists only in this clone, so nobody else can get it.",
  }),
  "release-unknown": entry<{ tag: string; place?: string | undefined; nearest?: string | undefined }>({
    message: ({ tag, place, nearest }) =>
      place === undefined
        ? `this repository has no tag ${tag}${didYouMean(nearest)}`
        : `the directory ${place} does not exist`,
    example: { tag: "1.7.0", nearest: "v1.7.0" },
    fix:
      "In a clone of the project, run `crd-bundle verify` with a Git tag, such as `v1.7.0`, or with a directory " +
      "that contains the assets of a release. If the clone lacks the tag, fetch all tags: `git fetch --tags`.",
    why: "To verify a release, the tool builds the release again from its tag, so it must find the tag in the clone.",
    usage: true,
  }),
  "release-tag-version": entry<{ tag: string; version: string }>({
    message: ({ tag, version }) => `in the commit that is tagged ${tag}, package.json has version ${version}`,
    example: { tag: "v1.7.0", version: "1.6.0" },
    fix:
      "Do not install the release. If you maintain the project, release the changes again as a new version with " +
      "`crd-bundle release`, which updates package.json.",
    why:
      "The build adds the version in package.json to every CRD as an annotation. If users installed CRDs with the " +
      "version of another release, tools that compare versions would treat them as CRDs of that release.",
  }),
  "release-tag-mismatch": entry<{ tag: string; path: string; how: string }>({
    message: ({ tag, path, how }) => `${tag} does not match its sources: ${path} ${how}`,
    example: {
      tag: "v1.7.0",
      path: "dist/standard/example.dev_widgets.yaml",
      how: "differs from the file that is built from the sources",
    },
    fix:
      `Verify the tag with the version of crd-bundle that created it (see ${pageLink("releasing.md")}). If the error ` +
      "remains, do not install the release. If you maintain the project, run `crd-bundle build`, commit dist/, and " +
      "create a new release with a higher version.",
    why: "If users installed this release, they would get files that do not match the reviewed sources.",
  }),
  "release-attribute": entry<{ tag: string; path: string; attribute: string }>({
    message: ({ tag, path, attribute }) =>
      `in ${tag}, ${path} would change on its way to users, because .gitattributes sets ${attribute}`,
    example: { tag: "v1.7.0", path: "dist/standard/example.dev_widgets.yaml", attribute: "eol=crlf" },
    fix: ({ tag }) =>
      "If you do not maintain the project, do not install the release. Otherwise, find the .gitattributes file that " +
      "sets the attribute. At the end of this file, add a line that resets the attribute, such as `dist/** !eol` " +
      "if the attribute is set on files, or `dist !export-ignore` if it is set on a directory. Commit the file. If " +
      `${tag} is already released, release the changes as a new version. Otherwise, run the same \`crd-bundle ` +
      "release` command again.",
    why:
      "Git applies the attribute when it checks out or archives the release. Users would get files that do not match " +
      "the reviewed sources, or some files would be missing.",
  }),
  "release-tag-changelog": entry<{ tag: string; problem: string }>({
    message: ({ tag, problem }) => `the changelog of ${tag} ${problem}`,
    example: { tag: "v1.7.0", problem: "contradicts the manifests of 1.7.0" },
    fix:
      "Your clone might lack the tag of an earlier release. Fetch all tags with `git fetch --tags`, and verify the " +
      "tag again. If the error remains, do not rely on the release notes, and report the problem to the maintainers. " +
      "If you maintain the project, correct the changelog in the next release.",
    why:
      "Users read the release notes to decide whether they can upgrade. If the notes are wrong, users can miss a " +
      "change that affects them.",
  }),
  "release-tag-renamed": entry<{ tag: string; name: string }>({
    message: ({ tag, name }) => `${tag} points to a tag object that was created with the name ${name}`,
    example: { tag: "v1.7.0", name: "v1.6.0" },
    fix: ({ tag }) =>
      `Fetch the tag again from the project's repository: \`git fetch <remote> +refs/tags/${tag}:refs/tags/${tag}\`. ` +
      "If the problem persists, do not use the tag, and report the problem to the maintainers.",
    why:
      "A signature covers the name in the tag object, but not the name of the tag that points to it. If the names " +
      "could differ, an attacker could pass off an old, signed release as a new one.",
  }),
  "release-tag-not-rebuilt": entry<{ tag: string }>({
    message: ({ tag }) => `${tag} cannot be built again because of the other reported problems`,
    example: { tag: "v1.7.0" },
    fix:
      `Verify the tag with the version of crd-bundle that created it (see ${pageLink("releasing.md")}). Until that ` +
      "verification succeeds, do not trust the assets of the release.",
    why:
      "One version of crd-bundle can reject sources that another version can build. The package-lock.json in the tag " +
      "lists the version of crd-bundle that created the release.",
  }),
  "release-expected": entry<{ what: string; kind: string; version: string; expected: string }>({
    message: ({ what, version, expected }) => `${what} is release ${version}, not ${expected}`,
    example: { what: "downloads/1.7.0", kind: "directory", version: "1.6.0", expected: "1.7.0" },
    fix: ({ kind, version, expected }) =>
      kind === "tag"
        ? `To verify ${expected}, use the tag v${expected}. To verify ${version}, specify \`--expect v${version}\`.`
        : `Download the assets of release ${expected}. To verify ${version} instead, specify \`--expect v${version}\`.`,
    why:
      "If the tool accepted another release, an attacker could pass off an old release as a new one, and users would " +
      "not get the latest fixes.",
  }),
  "asset-not-file": entry<{ name: string; kind: string }>({
    message: ({ name, kind }) => `${name} is ${kind}, so it cannot be an asset`,
    example: { name: "standard-install.yaml", kind: "a symbolic link" },
    fix: ({ name }) => `Remove ${name} from the directory, and download the original file from the release.`,
    why:
      "The tool reads only regular files of limited size. A link can point to any file on this machine, reading from " +
      "a pipe or a device might never end, and a huge file can exhaust memory.",
  }),
  "assets-link": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} must be a directory, not a symbolic link`,
    example: { directory: "release/1.7.0" },
    fix:
      "Remove the link. If Git tracks the link, commit the removal. Then run the same `crd-bundle verify` command " +
      "again.",
    why: "With such a link, a repository could make crd-bundle read or replace files outside the project.",
  }),
  "assets-many": entry<Record<never, never>>({
    message: () => "the assets directory contains more files than any release has",
    fix:
      "If you specified a directory, specify one that contains only the assets of one release. If you specified a " +
      "Git tag, move all files that are not assets of this release from release/<version>/ to another directory. " +
      "Then run the same `crd-bundle verify` command again.",
    why:
      "The tool reads every file in the directory. If an attacker prepared a directory with a huge number of files, " +
      "the verification might never end.",
  }),
  "asset-unlike": entry<{ name: string }>({
    message: ({ name }) => `${name} differs from the asset that is built from the sources`,
    example: { name: "standard-install.yaml" },
    fix:
      "Do not use the asset. To create the assets again in a clone of the project, move release/<version>/ to " +
      "another directory and run `crd-bundle verify v<version> --write`.",
    why: "Someone might have replaced the asset after the release, so it could contain changes that nobody reviewed.",
  }),
  "assets-unknown": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} does not contain a file that identifies the release of its assets`,
    example: { directory: "downloads" },
    fix:
      "Download provenance.intoto.json from the release to this directory. If you do not have this file, specify the " +
      "Git tag of the release instead of the directory.",
    why: "The tool rebuilds the assets from the Git tag of their release, so it must know that tag.",
    usage: true,
  }),
  "git-failed": entry<{ command: string; problem: string }>({
    message: ({ command, problem }) => `git ${command} failed: ${problem}`,
    example: {
      command: "ls-remote",
      problem: "fatal: could not read from the remote repository",
    },
    fix: "Fix the problem that Git reports. Then run the same `crd-bundle` command again.",
    why: "The tool needs the result of this Git command to continue.",
  }),
};
