/** Diagnostics that prevent a release, or that a verification of one reports. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

export const RELEASE_ENTRIES = {
  "release-uncommitted": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a change is" : `${count} changes are`} not committed: ${paths}`,
    fix: "Commit the changes, stash them, or add them to .gitignore.",
    why: "A release contains only what is committed, so it would lack these changes.",
  }),
  "release-ignored": entry<{ paths: string }>({
    message: ({ paths }) => `git ignores ${paths}, which the build writes`,
    fix: "Remove it from .gitignore, run crd-bundle build, and commit the result.",
    why: "The commit of a release contains dist/. Users who install from the tag would not find these files.",
  }),
  "release-no-commit": entry<Record<never, never>>({
    message: () => "the repository has no commit",
    fix: "Commit the project first.",
    why: "A release is a tag on a commit.",
  }),
  "release-detached": entry<Record<never, never>>({
    message: () => "no branch is checked out",
    fix: "Check out the branch of the release: git switch <branch>.",
    why: "The commit of the release would be on no branch, and the next release would not contain it.",
  }),
  "release-behind": entry<{ branch: string; upstream: string; missing: number; own: number }>({
    message: ({ branch, upstream, missing }) =>
      `${branch} lacks ${missing === 1 ? "a commit" : `${missing} commits`} of ${upstream}`,
    fix: ({ own }) =>
      own === 0
        ? "Update the branch: git pull --ff-only."
        : "Each branch has commits that the other one lacks. Merge them: git pull --no-rebase.",
    why: "The release would lack the changes of others, and the remote repository would reject a push of the branch.",
  }),
  "release-branch-name": entry<{ branch: string }>({
    message: ({ branch }) => `git does not accept "${branch}" as the name of a branch`,
    fix: "Choose another name, as in --branch prepare-1.7.0.",
    why: "The command puts the commit of the release on a new branch, for a pull request.",
    usage: true,
  }),
  "release-branch-exists": entry<{ branch: string; where: string }>({
    message: ({ branch, where }) => `the branch ${branch} already exists in ${where}`,
    fix: "Choose another name, or delete the branch if nobody needs it: git branch -D <branch>.",
    why: "The commit of the release would replace the commits of the branch.",
  }),
  "release-exact": entry<{ word: string; option: string }>({
    message: ({ word, option }) => `${option} requires a version, but "${word}" is not one`,
    fix: ({ option }) => `Write three numbers, as in crd-bundle release 1.7.0 ${option}, or omit the version.`,
    why: "The release already exists, so the command has no next version to determine.",
    usage: true,
  }),
  "release-not-merged": entry<{ version: string; branch: string }>({
    message: ({ version, branch }) => `no commit in the history of ${branch} releases ${version}`,
    fix: "Merge the pull request that crd-bundle release --branch prepared, pull, and run the command again.",
    why: "The tag must point to the commit that reviewers merged.",
  }),
  "release-tagged": entry<{ version: string; branch: string; remote: string }>({
    message: ({ version }) => `package.json has version ${version}, which is already released`,
    fix: ({ branch, remote }) =>
      `Pull the merged pull request, and run the command again: git pull ${remote} ${branch}.`,
    why: "Without a version, --tag uses the one in package.json. The pull request of the next release changes it.",
  }),
  "release-not-there": entry<{ commit: string; branch: string; remote: string }>({
    message: ({ commit, branch, remote }) =>
      `the branch ${branch} of ${remote} does not contain ${commit.slice(0, 12)}, according to this clone`,
    fix: ({ branch, remote }) =>
      `Pull first: git pull ${remote} ${branch}. If you merged the pull request only in this clone, push ${branch}.`,
    why: "The tag would publish a commit that was never merged.",
  }),
  "release-merged-differs": entry<{ commit: string; path: string }>({
    message: ({ commit, path }) =>
      `${path} in ${commit.slice(0, 12)} differs from what the release would make of the previous commit`,
    fix: ({ commit }) =>
      "Merge the branch without changes, right after crd-bundle release --branch made it. If it was changed, or " +
      `others merged in between, run git revert ${commit.slice(0, 12)} and make a new branch with ` +
      "crd-bundle release --branch.",
    why: "Users would get something other than what the versioning policy checked and the changelog lists.",
  }),
  "release-undo-unknown": entry<{ tag: string }>({
    message: ({ tag }) => `crd-bundle release did not make the tag ${tag} in this clone`,
    fix: ({ tag }) =>
      "Undo the release in the clone that made it. If you made the tag by hand and never pushed it, delete it: " +
      `git tag --delete ${tag}.`,
    why: "The command undoes only releases that this clone has a record of. Another commit could be your own work.",
  }),
  "release-undo-none": entry<{ problem: string }>({
    message: ({ problem }) => problem,
    fix: "Name the release to undo, as in crd-bundle release 1.7.0 --undo.",
    why: "The command finds a release by its tag.",
    usage: true,
  }),
  "release-undo-pushed": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `${tag} was already pushed to ${remote}`,
    fix: "Leave it, and release a correction. Never undo a release that others may have.",
    why: "Users who installed it would have a release that no longer exists.",
  }),
  "release-undo-unreachable": entry<{ tag: string; remote: string; problem: string }>({
    message: ({ tag, remote, problem }) => `cannot check whether ${tag} was pushed to ${remote}: ${problem}`,
    fix:
      "Restore the connection and run the command again. If the repository no longer exists: " +
      "git remote remove <name>.",
    why: "Users who installed a release that was pushed would have a release that no longer exists.",
  }),
  "release-undo-built-on": entry<{ tag: string; refs: string }>({
    message: ({ tag, refs }) => `${tag} has commits or tags on top of it: ${refs}`,
    fix: ({ tag }) =>
      `Move the commits of a branch: git rebase --onto ${tag}^ ${tag} <branch>. ` +
      "Delete a tag: git tag --delete <tag>. " +
      `Then run crd-bundle release ${tag.slice(1)} --undo.`,
    why: "The command would remove these commits together with the release.",
  }),
  "release-undo-shared": entry<{ tag: string; branch: string | undefined; home: string; others: string }>({
    message: ({ tag, branch, home, others }) =>
      branch === undefined
        ? `${tag} is no longer on ${home}, but on ${others}`
        : `${tag} is on ${branch}, and also on ${others}`,
    fix: ({ branch, others }) =>
      branch === undefined
        ? `Delete what nobody needs: git branch -D ${others}. Move other branches to another commit: ` +
          "git branch --force <branch> <commit>."
        : `Switch to ${branch}, and delete the other branches: git branch -D ${others}.`,
    why: "The command moves only one branch. The commit of the release would remain on the others, without its tag.",
  }),
  "release-undo-changed": entry<{ tag: string; paths: string; uncommitted: number; assets: string | undefined }>({
    message: ({ tag, paths }) => `these files have changed since ${tag} was made: ${paths}`,
    fix: ({ uncommitted, assets }) =>
      [
        ...(uncommitted > 0 ? ["Stash the changes of the project: git stash --include-untracked."] : []),
        ...(assets === undefined ? [] : [`Restore the original ${assets}, or move it to another place.`]),
      ].join(" "),
    why: "The command would overwrite the changes.",
  }),
  "release-branch": entry<{ version: string; branch: string; expected: string; tag?: string | undefined }>({
    message: ({ version, branch, expected }) => `${version} must be released from ${expected}, not from ${branch}`,
    fix: ({ expected, tag }) =>
      tag === undefined
        ? `Check out ${expected}, or the branch where new release lines start.`
        : `Check out ${expected}, or create it from the last release of its line: git switch -c ${expected} ${tag}.`,
    why: "A patch from another branch could contain new features that users of the patch do not expect.",
  }),
  "release-descent": entry<{ version: string; previous: string; branch: string }>({
    message: ({ version, previous, branch }) =>
      `${version} comes after ${previous}, which is not in the history of ${branch}`,
    fix: ({ previous }) =>
      `Release from a branch that contains ${previous}: git merge ${previous}. If you squash pull requests, use ` +
      `--branch and --tag: ${pageLink("releasing.md")}.`,
    why:
      "The versioning policy would compare the release with an older one, and the release could lack corrections of " +
      "the previous one.",
  }),
  "release-line-empty": entry<{ version: string; line: string }>({
    message: ({ version, line }) => `${version} is a patch, but ${line} has no release yet`,
    fix: ({ line }) => `Release ${line}.0 first.`,
    why: "A patch corrects an earlier release, and the versioning policy would have nothing to compare it with.",
  }),
  "release-tag-exists": entry<{ tag: string }>({
    message: ({ tag }) => `the tag ${tag} already exists`,
    fix: "Release the next version. Never move a tag that others may have.",
    why: "Users would have different releases under the same name.",
  }),
  "release-tags-missing": entry<{ tag: string; evidence: string; remote?: string | undefined }>({
    message: ({ tag, evidence }) => `the tag ${tag} is missing from this clone, but ${evidence}`,
    fix: ({ tag, remote }) =>
      `Fetch the tags: git fetch --tags ${remote ?? "<remote>"}. ` +
      "If the release was merged but has no tag yet, run crd-bundle release --tag. " +
      `If ${tag} was never released, correct the file that names it.`,
    why:
      "The versioning policy would compare the release with an older one or with none, and would allow a breaking " +
      "change.",
  }),
  "history-lacks-release": entry<{ tag: string }>({
    message: ({ tag }) => `the changelog has a section for ${tag}, but the tag is not in the history of HEAD`,
    fix: ({ tag }) =>
      `Merge the release: git merge ${tag}. If you squash pull requests, release with --branch and --tag: ` +
      `${pageLink("releasing.md")}.`,
    why:
      "The versioning policy would compare the working tree with an older release or with none, and would allow a " +
      "breaking change.",
  }),
  "release-tags-differ": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `the tag ${tag} in this clone differs from the tag ${tag} in ${remote}`,
    fix: ({ tag, remote }) =>
      `Find out which one is right: git ls-remote ${remote} ${tag}. ` +
      `To use the one in ${remote}: git fetch ${remote} +refs/tags/${tag}:refs/tags/${tag}.`,
    why: "The versioning policy would compare the release with another one than users have.",
  }),
  "release-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}`,
    fix: "Choose a later version.",
    why: "Tools that compare versions would not offer it as an upgrade.",
  }),
  "release-after-final": entry<{ version: string; final: string }>({
    message: ({ version, final }) => `${version} is a pre-release of ${final}, which is already released`,
    fix: "Make a release candidate or a snapshot of the next version.",
    why: "Users test a pre-release before its release. Afterward, it would be older than the release.",
  }),
  "release-first": entry<{ bump: string; current: string }>({
    message: ({ bump }) => `there is no release that a ${bump} could follow`,
    fix: ({ current }) => `Give the first version: crd-bundle release ${current}.`,
    why: "A bump counts from the last release.",
    usage: true,
  }),
  "release-word": entry<{ word: string }>({
    message: ({ word }) => `"${word}" is not a version, and not one of patch, minor, major and auto`,
    fix: "Use one of these words, or three numbers, as in 1.7.0.",
    why: "Every CRD has the version in an annotation, and tools compare it before an upgrade.",
    usage: true,
  }),
  "release-version-missing": entry<Record<never, never>>({
    message: () => "the version of the release is missing",
    fix: "Give patch, minor, major, auto or a version, as in crd-bundle release 1.7.0.",
    why: "Only --tag and --undo work without a version, because they apply to a release that already exists.",
    usage: true,
  }),
  "release-options": entry<{ option: string; other: string }>({
    message: ({ option, other }) => `${option} cannot be used with ${other}`,
    fix: "Remove one of them.",
    why: "Each of these options asks for something else.",
    usage: true,
  }),
  "release-preid": entry<{ preid: string }>({
    message: ({ preid }) => `"${preid}" cannot be part of a pre-release version`,
    fix: "Use a version of three numbers, and --preid with letters, as in rc. For a snapshot, use --snapshot.",
    why: "Tools order release candidates by name and number, and snapshots by date.",
    usage: true,
  }),
  "release-identity": entry<{ problem: string }>({
    message: ({ problem }) => `git does not know the author of the release: ${problem}`,
    fix: 'Set both: git config user.name "<name>", and git config user.email "<address>".',
    why: "A commit must name its author, so git would reject the commit of the release.",
  }),
  "release-signing": entry<{ problem: string }>({
    message: ({ problem }) => `git cannot sign the release: ${problem}`,
    fix: "Set up the key (git config user.signingKey <key>) and its program, or release with --no-sign.",
    why:
      "--sign, commit.gpgSign or tag.gpgSign requires a signature, so git would reject the commit or the tag of the " +
      "release.",
  }),
  "release-output": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a file is" : `${count} files are`} out of date: ${paths}`,
    fix: "Run crd-bundle build, and commit the result.",
    why: "Users would install CRDs that differ from the reviewed sources.",
  }),
  "release-version": entry<{ version: string; stamped: string }>({
    message: ({ version, stamped }) => `package.json has version ${version}, but dist/ was built as ${stamped}`,
    fix: ({ stamped }) =>
      `Change the version in package.json back to ${stamped}, or run crd-bundle build and commit the result. ` +
      "A release sets its version itself.",
    why: "Reviewers saw CRDs with another version than that of the project.",
  }),
  "release-policy": entry<{ version: string; bump: string; overall: string }>({
    message: ({ version, bump, overall }) =>
      overall === "refused"
        ? `the versioning policy does not allow the changes in ${version} in any release`
        : `the changes in ${version} need a ${overall} release, not a ${bump} release`,
    fix: `Fix the findings above. To accept a finding, add a waiver: ${pageLink("policy.md")}.`,
    why: "Users of the standard channel rely on the versioning policy when they upgrade.",
  }),
  "release-assets-there": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} already exists`,
    fix: "Move it to another place. Its files do not belong to a release of this clone.",
    why: "The assets of the release would replace its files.",
  }),
  "release-running": entry<{ pid: number; directory: string }>({
    message: ({ pid }) => `process ${pid} is already making a release in this repository`,
    fix: ({ directory }) => `Wait until it ends. If that process is something else, remove ${directory} and try again.`,
    why: "The versioning policy would check each of the two releases without the other.",
  }),
  "release-journal": entry<{ path: string; directory: string; problem: string }>({
    message: ({ path, problem }) => `${path} is from an interrupted release and cannot be used: ${problem}`,
    fix: ({ directory }) =>
      "Check with git log and git tag whether the last release was made, and with git status whether its files are " +
      `checked out. Then remove ${directory} and try again.`,
    why: "This file lists the remaining steps. Without it, the command cannot tell whether the release was made.",
    usage: true,
  }),
  "release-unlike": entry<{ path: string }>({
    message: ({ path }) => `${path} in the working tree differs from the committed file`,
    fix:
      "Check whether git ignores it or a file in apis/, was told to overlook changes (git ls-files -v), or applies a " +
      "filter to it.",
    why: "Nobody else could build the same release.",
  }),
  "release-stray": entry<{ path: string }>({
    message: ({ path }) => `${path} is committed but is not part of the bundle`,
    fix: "Move it out of dist/, and commit the change.",
    why: "A release contains all of dist/, but users can verify only the files that a build makes.",
  }),
  "release-mode": entry<{ path: string; mode: string }>({
    message: ({ path, mode }) => `${path} is committed with mode ${mode}, not as a regular file (100644)`,
    fix: ({ path }) =>
      `Commit it as a regular file. If it is executable: git update-index --chmod=-x ${path}. Otherwise, remove it ` +
      "and build again.",
    why: "A link can lead to other content on another machine, so crd-bundle verify accepts only regular files.",
  }),
  "release-unfinished": entry<{ tag: string; done: string; problem: string }>({
    message: ({ tag, done, problem }) =>
      `${tag} is ${done === "taken back" ? "undone" : done}, but some files are not up to date: ${problem}`,
    fix: "Correct the problem, and run the same command again. It only completes this step.",
    why: "Git already has the new state of the tag, but the checked-out files or the assets are still the old ones.",
  }),
  "release-disk": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read or written: ${problem}`,
    fix: "Free disk space or correct the permissions, and run the same command again.",
    why: "The failed run was either rolled back, or the next run completes it.",
    usage: true,
  }),
  "release-remote": entry<Record<never, never>>({
    message: () => "the repository has no remote to push to",
    fix: "Add one, as in git remote add origin <address>, or omit --push.",
    why: "The release would exist only in this clone.",
    usage: true,
  }),
  "release-remote-ahead": entry<{ branch: string; remote: string; how: string }>({
    message: ({ branch, remote }) => `${branch} in ${remote} has commits that this clone lacks`,
    fix: ({ branch, remote, how }) => `Pull them: git pull ${how} ${remote} ${branch}.`,
    why: "The release would lack the changes of others, and the remote repository would reject a push of the branch.",
  }),
  "release-not-pushed": entry<{ tag: string; done: string; remote: string; refs: string; problem: string }>({
    message: ({ tag, done, remote, problem }) =>
      `${tag} is ${done} in this clone, but cannot be pushed to ${remote}: ${problem}`,
    fix: ({ remote, refs }) => `Correct the problem, and push: git push --atomic ${remote} ${refs}.`,
    why: "Users cannot get the release until it is pushed.",
  }),
  "release-unknown": entry<{ tag: string; place?: string | undefined; nearest?: string | undefined }>({
    message: ({ tag, place, nearest }) =>
      place === undefined
        ? `this repository has no tag ${tag}${didYouMean(nearest)}`
        : `the directory ${place} does not exist`,
    fix:
      "Run the command in a clone of the project, with a tag or a directory of assets. " +
      "To fetch all tags: git fetch --tags.",
    why: "The command verifies a release by building it again from its tag.",
    usage: true,
  }),
  "release-tag-version": entry<{ tag: string; version: string }>({
    message: ({ tag, version }) => `package.json has version ${version} in the commit of ${tag}`,
    fix: "Release it again under a new version with crd-bundle release.",
    why: "Tools that compare versions would take the CRDs for those of another release.",
  }),
  "release-tag-mismatch": entry<{ tag: string; path: string; how: string }>({
    message: ({ tag, path, how }) => `in ${tag}, ${path} ${how}`,
    fix:
      "Verify the tag with the version of crd-bundle that made it. If it still differs, do not install it, and " +
      "release it again under a new version. To reset a Git attribute, end .gitattributes with a line such as " +
      "dist/** !eol, or dist !export-ignore for a directory.",
    why: "Users would install something other than what was reviewed.",
  }),
  "release-tag-changelog": entry<{ tag: string; problem: string }>({
    message: ({ tag, problem }) => `the changelog of ${tag} ${problem}`,
    fix:
      "Fetch all tags: git fetch --tags. If the problem remains, correct the changelog in the next release, for " +
      "which crd-bundle release generates these notes.",
    why: "Users decide by the release notes whether they can upgrade.",
  }),
  "release-tag-renamed": entry<{ tag: string; name: string }>({
    message: ({ tag, name }) => `${tag} points to a tag object that was made as ${name}`,
    fix:
      "Fetch the tag again from the repository of the project. If it is the same there, tell the maintainers and do " +
      "not use it.",
    why: "An attacker could offer an old release with its signature under the name of a new one.",
  }),
  "release-tag-not-rebuilt": entry<{ tag: string }>({
    message: ({ tag }) => `${tag} cannot be built again because of the other problems in this list`,
    fix:
      `Verify it with the version of crd-bundle that made it, as ${pageLink("releasing.md")} describes. Until then, do not ` +
      "trust its assets.",
    why: "Another version of crd-bundle may reject sources that the one in the lockfile of the tag builds.",
  }),
  "release-expected": entry<{ what: string; kind: string; version: string; expected: string }>({
    message: ({ what, version, expected }) => `${what} is release ${version}, not ${expected}`,
    fix: ({ kind, version, expected }) =>
      kind === "tag"
        ? `Use the tag v${expected}, or correct --expect.`
        : `Download release ${expected}. If you want ${version}, pass --expect v${version}.`,
    why: "An attacker could offer an old release instead of a new one, and users would not get its corrections.",
  }),
  "asset-not-file": entry<{ name: string; kind: string }>({
    message: ({ name, kind }) => `${name} is ${kind}, so it cannot be an asset`,
    fix: "Download the original file.",
    why:
      "A link can lead to any file of this machine, reading a pipe or a device may never end, and a huge file could " +
      "exhaust the memory.",
  }),
  "assets-link": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} is a symbolic link`,
    fix: "Remove the link, and commit the removal if the link is committed. crd-bundle creates the directory itself.",
    why: "A repository with such a link could make crd-bundle read or replace files outside of the project.",
  }),
  "assets-many": entry<Record<never, never>>({
    message: () => "the directory has more files than any release",
    fix: "Use a directory that contains the assets of one release and nothing else.",
    why: "The command reads every file. In a directory that an attacker prepared, it might never end.",
  }),
  "asset-unlike": entry<{ name: string }>({
    message: ({ name }) => `${name} differs from what the sources make`,
    fix: "Do not use it. To build the assets again, move release/<version>/ away: crd-bundle verify <tag> --write.",
    why: "Somebody may have replaced the asset after the release.",
  }),
  "assets-unknown": entry<{ directory: string }>({
    message: ({ directory }) => `nothing in ${directory} names the release that it belongs to`,
    fix: "Put the provenance.intoto.json of the release in the directory, or give a tag instead.",
    why: "The command compares assets with those that it builds from their tag.",
    usage: true,
  }),
  "git-failed": entry<{ command: string; problem: string }>({
    message: ({ command, problem }) => `git ${command} failed: ${problem}`,
    fix: "Correct the problem that git names, and run the same command again.",
    why: "The command cannot continue without git.",
  }),
};
