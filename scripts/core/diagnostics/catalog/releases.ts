/** Diagnostics that prevent a release, or that a verification of one reports. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

export const RELEASE_ENTRIES = {
  "release-uncommitted": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a change is" : `${count} changes are`} not committed: ${paths}`,
    fix: "Commit the changes, stash them, or add them to .gitignore.",
    why: "A release contains only committed files, so it would not include these changes.",
  }),
  "release-ignored": entry<{ paths: string }>({
    message: ({ paths }) => `git ignores ${paths}, which the build writes`,
    fix: "Remove the pattern from .gitignore, run crd-bundle build, and commit the result.",
    why: "The release commit contains dist/. Users who install from the tag would not find these files.",
  }),
  "release-no-commit": entry<Record<never, never>>({
    message: () => "the repository has no commit",
    fix: "Commit the project first.",
    why: "A release is a tag on a commit, so the repository must contain a commit.",
  }),
  "release-detached": entry<Record<never, never>>({
    message: () => "no branch is checked out",
    fix: "Check out the branch to release from: git switch <branch>.",
    why: "The release commit would not be on a branch, so the next release would not include the commit.",
  }),
  "release-behind": entry<{ branch: string; upstream: string; missing: number; own: number }>({
    message: ({ branch, upstream, missing }) =>
      `${branch} is ${missing === 1 ? "1 commit" : `${missing} commits`} behind ${upstream}`,
    fix: ({ own }) =>
      own === 0 ? "Update the branch: git pull --ff-only." : "Merge the missing commits: git pull --no-rebase.",
    why: "The release would not include other people's changes, and the remote repository would reject your push.",
  }),
  "release-branch-name": entry<{ branch: string }>({
    message: ({ branch }) => `"${branch}" is not a valid name for a Git branch`,
    fix: "Specify another name, for example: --branch prepare-1.7.0.",
    why: "The command creates a branch with this name for the release commit and its pull request.",
    usage: true,
  }),
  "release-branch-exists": entry<{ branch: string; where: string }>({
    message: ({ branch, where }) => `the branch ${branch} already exists in ${where}`,
    fix:
      "Specify another name. If nobody needs the existing branch, you can delete it instead, in this clone with " +
      "git branch -D <branch>, or in a remote with git push <remote> --delete <branch>.",
    why: "The release commit would replace the commits of the existing branch.",
  }),
  "release-exact": entry<{ word: string; option: string }>({
    message: ({ word, option }) => `${option} requires a version, but "${word}" is not a version`,
    fix: ({ option }) => `Specify three numbers, for example: crd-bundle release 1.7.0 ${option}. Or omit the version.`,
    why: "With this option, the release already exists, so the command does not calculate a next version.",
    usage: true,
  }),
  "release-not-merged": entry<{ version: string; branch: string }>({
    message: ({ version, branch }) => `the history of ${branch} does not contain a release commit for ${version}`,
    fix: "Merge the pull request that you opened after crd-bundle release --branch, pull, and run the command again.",
    why: "Users must get the commit that reviewers approved and merged.",
  }),
  "release-tagged": entry<{ version: string; branch: string; remote: string }>({
    message: ({ version }) => `package.json has version ${version}, which is already released`,
    fix: ({ branch, remote }) =>
      `Pull the merged pull request with git pull ${remote} ${branch}, and run the command again.`,
    why:
      "If you do not specify a version, --tag uses the version in package.json. The pull request for the next " +
      "release changes this version.",
  }),
  "release-not-there": entry<{ commit: string; branch: string; remote: string }>({
    message: ({ commit, branch, remote }) =>
      `according to this clone, the branch ${branch} of ${remote} does not contain ${commit.slice(0, 12)}`,
    fix: ({ branch, remote }) =>
      `Pull the branch: git pull ${remote} ${branch}. If you merged the pull request only in this clone, push the ` +
      `branch: git push ${remote} ${branch}.`,
    why: "A pushed tag would publish a commit that is not in the remote branch.",
  }),
  "release-merged-differs": entry<{ commit: string; path: string }>({
    message: ({ commit, path }) =>
      `${path} in the merged commit ${commit.slice(0, 12)} differs from the file that the release would contain`,
    fix: ({ commit }) =>
      `Revert the merged commit with git revert ${commit.slice(0, 12)}, and run crd-bundle release --branch again. ` +
      "Then merge the new branch without changes, before any pull request that changes the API, the changelog, or " +
      "dist/.",
    why:
      "Users would get changes that were not checked against the versioning policy and that the changelog does not " +
      "list.",
  }),
  "release-undo-unknown": entry<{ tag: string }>({
    message: ({ tag }) => `the tag ${tag} was not created by crd-bundle release in this clone`,
    fix: ({ tag }) =>
      "Undo the release in the clone in which it was created. If you created the tag by hand and never pushed it, " +
      `delete the tag: git tag --delete ${tag}.`,
    why: "The command undoes only releases that this clone has a record of. Any other commit could be your own work.",
  }),
  "release-undo-none": entry<{ problem: string }>({
    message: ({ problem }) => `cannot determine which release to undo: ${problem}`,
    fix: "Specify the version of the release to undo, for example: crd-bundle release 1.7.0 --undo.",
    why: "Without a version, the command undoes the release that is tagged at HEAD.",
    usage: true,
  }),
  "release-undo-pushed": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `${tag} was already pushed to ${remote}`,
    fix: `Keep the release, and release a correction: ${pageLink("undo.md")}. Never undo a release that others may have.`,
    why: "Users who installed the release would have a version that no longer exists.",
  }),
  "release-undo-unreachable": entry<{ tag: string; remote: string; problem: string }>({
    message: ({ tag, remote, problem }) => `cannot check whether ${tag} was pushed to ${remote}: ${problem}`,
    fix:
      "Restore the connection and run the command again. If the remote repository no longer exists, remove the " +
      "remote: git remote remove <name>.",
    why: "If the release was pushed, users who installed it would have a version that no longer exists.",
  }),
  "release-undo-built-on": entry<{ tag: string; refs: string }>({
    message: ({ tag, refs }) => `${tag} has commits or tags on top of it: ${refs}`,
    fix: ({ tag }) =>
      `Move the commits of each branch: git rebase --onto ${tag}^ ${tag} <branch>. ` +
      "Delete each tag: git tag --delete <tag>. " +
      `Then run crd-bundle release ${tag.slice(1)} --undo.`,
    why: "The command would remove these commits together with the release.",
  }),
  "release-undo-shared": entry<{ tag: string; branch: string | undefined; home: string; others: string }>({
    message: ({ tag, branch, home, others }) =>
      branch === undefined
        ? `the commit of ${tag} is no longer on ${home}, but on ${others}`
        : `the commit of ${tag} is on ${branch} and also on ${others}`,
    fix: ({ branch, others }) =>
      branch === undefined
        ? `Delete the branches that nobody needs: git branch -D ${others}. Move other branches to another commit: ` +
          "git branch --force <branch> <commit>."
        : `Check out ${branch} and delete the other branches: git branch -D ${others}.`,
    why: "The command moves only one branch. The release commit would remain on the other branches without a tag.",
  }),
  "release-undo-changed": entry<{ tag: string; paths: string; uncommitted: number; assets: string | undefined }>({
    message: ({ tag, paths }) => `these files have changed since ${tag} was created: ${paths}`,
    fix: ({ uncommitted, assets }) =>
      [
        ...(uncommitted === 0 ? [] : ["Stash uncommitted changes: git stash --include-untracked."]),
        ...(assets === undefined ? [] : [`Restore the original files in ${assets}, or move your files elsewhere.`]),
      ].join(" "),
    why: "The command would overwrite or remove your changes.",
  }),
  "release-branch": entry<{ version: string; branch: string; expected: string; tag?: string | undefined }>({
    message: ({ version, branch, expected }) => `${version} must be released from ${expected}, not from ${branch}`,
    fix: ({ expected, tag }) =>
      tag === undefined
        ? `Check out ${expected}, or the branch from which you start new release series.`
        : `Check out ${expected}. If the branch does not exist, create it from the last release in the same release ` +
          `series: git switch -c ${expected} ${tag}.`,
    why: "A release from another branch could contain new features that its users do not expect.",
  }),
  "release-descent": entry<{ version: string; previous: string; branch: string }>({
    message: ({ version, previous, branch }) =>
      `${version} comes after ${previous}, which is not in the history of ${branch}`,
    fix: ({ previous }) =>
      `Merge the previous release: git merge ${previous}. If you squash pull requests, release with --branch and ` +
      `--tag: ${pageLink("releasing.md")}.`,
    why:
      "The tool would compare the changes with an older release, and the new release could lack corrections that " +
      "users of the previous release already have.",
  }),
  "release-line-empty": entry<{ version: string; line: string }>({
    message: ({ version, line }) =>
      `${version} is a patch release, but the release series ${line} does not have a release yet`,
    fix: ({ line }) => `Release ${line}.0 first.`,
    why: "A patch release corrects an earlier release in its series, and the tool compares it with that release.",
  }),
  "release-tag-exists": entry<{ tag: string }>({
    message: ({ tag }) => `the tag ${tag} already exists`,
    fix: "Release the next version. Never move a tag that others may have.",
    why: "Users could get different files under the same name.",
  }),
  "release-tags-missing": entry<{ tag: string; evidence: string; remote?: string | undefined }>({
    message: ({ tag, evidence }) => `the tag ${tag} is missing from this clone, but ${evidence}`,
    fix: ({ tag, remote }) =>
      `Fetch the tags: git fetch --tags ${remote ?? "<remote>"}. ` +
      "If the release was merged but has no tag yet, run crd-bundle release --tag. " +
      `If ${tag} was never released, correct the version in the file that contains it.`,
    why:
      "The tool would compare the changes with an older release or with none, and the versioning policy could allow " +
      "a breaking change.",
  }),
  "history-lacks-release": entry<{ tag: string }>({
    message: ({ tag }) => `the changelog has a section for ${tag}, but the tag is not in the history of HEAD`,
    fix: ({ tag }) =>
      `Merge the release: git merge ${tag}. If you squash pull requests, release with --branch and --tag: ` +
      `${pageLink("releasing.md")}.`,
    why:
      "The tool would compare the working tree with an older release or with none, and the versioning policy could " +
      "allow a breaking change.",
  }),
  "release-tags-differ": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `the tag ${tag} in this clone differs from the tag ${tag} in ${remote}`,
    fix: ({ tag, remote }) =>
      `To show the tag in ${remote}, run git ls-remote ${remote} ${tag}. If that tag is right, replace the one in ` +
      `this clone: git fetch ${remote} +refs/tags/${tag}:refs/tags/${tag}. Otherwise, ask the maintainers to restore ` +
      "it.",
    why: "The tool would not compare the changes with the release that users have.",
  }),
  "release-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}`,
    fix: "Specify a later version.",
    why: "Tools that compare versions would not offer the release as an upgrade.",
  }),
  "release-after-final": entry<{ version: string; final: string }>({
    message: ({ version, final }) => `${version} is a pre-release of ${final}, which is already released`,
    fix: "Create a release candidate or a snapshot of the next version.",
    why: "Tools that compare versions treat a pre-release as older than its release, so users would not get it.",
  }),
  "release-first": entry<{ bump: string; current: string }>({
    message: ({ bump }) => `a ${bump} release needs an earlier release, but this repository does not have one`,
    fix: ({ current }) => `Specify the first version: crd-bundle release ${current}.`,
    why: "The tool calculates the next version from the last release.",
    usage: true,
  }),
  "release-word": entry<{ word: string }>({
    message: ({ word }) => `the version must be patch, minor, major, auto, or a semantic version, not "${word}"`,
    fix: "Specify patch, minor, major, auto, or three numbers, such as 1.7.0.",
    why: "The release adds the version to every CRD as an annotation, and tools compare versions before an upgrade.",
    usage: true,
  }),
  "release-version-missing": entry<Record<never, never>>({
    message: () => "the version of the release is missing",
    fix: "Specify patch, minor, major, auto, or a version, for example: crd-bundle release 1.7.0.",
    why: "Without --tag or --undo, which apply to an existing release, the tool needs the version to create.",
    usage: true,
  }),
  "release-options": entry<{ option: string; other: string }>({
    message: ({ option, other }) => `${option} cannot be used with ${other}`,
    fix: "Remove one of the two options.",
    why: "The two options contradict each other, so the tool cannot follow both.",
    usage: true,
  }),
  "release-preid": entry<{ preid: string }>({
    message: ({ preid }) => `"${preid}" cannot be part of a pre-release version`,
    fix:
      "Specify a version with three numbers and a --preid that consists of letters, such as rc. For a snapshot, use " +
      "--snapshot instead.",
    why: "Tools order release candidates by name and number, and snapshots by date.",
    usage: true,
  }),
  "release-identity": entry<{ problem: string }>({
    message: ({ problem }) => `git does not know the author of the release: ${problem}`,
    fix: 'Set your name and email address: git config user.name "<name>"; git config user.email "<address>".',
    why: "Every commit has an author, so Git would reject the release commit.",
  }),
  "release-signing": entry<{ problem: string }>({
    message: ({ problem }) => `git cannot sign the release: ${problem}`,
    fix: "Configure the signing key (git config user.signingKey <key>) and its program, or release with --no-sign.",
    why:
      "With --sign, commit.gpgSign, or tag.gpgSign, Git requires a signature. It could not create the release commit " +
      "or the tag.",
  }),
  "release-output": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a file is" : `${count} files are`} out of date: ${paths}`,
    fix: "Run crd-bundle build and commit the result.",
    why: "Users would install CRDs that differ from the reviewed sources.",
  }),
  "release-version": entry<{ version: string; stamped: string }>({
    message: ({ version, stamped }) => `package.json has version ${version}, but dist/ was built as ${stamped}`,
    fix: ({ stamped }) =>
      `Change the version in package.json back to ${stamped}, or run crd-bundle build and commit the result. ` +
      "crd-bundle release sets the new version itself.",
    why: "Reviewers approved CRDs whose version differs from the version of the project.",
  }),
  "release-policy": entry<{ version: string; bump: string; overall: string }>({
    message: ({ version, bump, overall }) =>
      overall === "refused"
        ? `the versioning policy does not allow the changes in ${version} in any release`
        : `the changes in ${version} need a ${overall} release, not a ${bump} release`,
    fix: ({ overall }) =>
      overall === "refused"
        ? "Revert the changes that crd-bundle policy does not allow. To accept a finding instead, add a waiver: " +
          `${pageLink("waive.md")}.`
        : `Create a ${overall} release, or revert the changes that need it. To accept a finding instead, add a ` +
          `waiver: ${pageLink("waive.md")}.`,
    why: "Users of the standard channel rely on the versioning policy when they upgrade.",
  }),
  "release-assets-there": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} already exists`,
    fix: "Move the directory to another place. This clone has no record of a release with these files.",
    why: "The assets of the release would replace the files in the directory.",
  }),
  "release-running": entry<{ pid: number; directory: string }>({
    message: ({ pid }) => `process ${pid} is already running crd-bundle release in this repository`,
    fix: ({ directory }) =>
      `Wait until the process ends. If it is not a crd-bundle process, remove ${directory} and try again.`,
    why: "The tool would check each of the two releases without the changes of the other one.",
  }),
  "release-journal": entry<{ path: string; directory: string; problem: string }>({
    message: ({ path, problem }) => `${path} is from an interrupted release and cannot be used: ${problem}`,
    fix: ({ directory }) =>
      "Run git status. If it lists changes that you did not make, restore these files: git restore --staged " +
      `--worktree <file>. Then remove ${directory}. If git tag does not list the release, run the command again.`,
    why: "The file lists the remaining steps. Without it, the tool cannot tell whether the release was completed.",
    usage: true,
  }),
  "release-unlike": entry<{ path: string }>({
    message: ({ path }) => `${path} in the working tree differs from the committed file`,
    fix:
      "Find the cause and remove it. It can be one of the following: a pattern in .gitignore that matches this file " +
      "or a file in apis/; a flag that hides changes from Git (git ls-files -v lists the file with a lowercase " +
      "letter or S); or a filter in .gitattributes.",
    why: "Other people could not build the same release from its commit.",
  }),
  "release-stray": entry<{ path: string }>({
    message: ({ path }) => `${path} is committed but is not part of the bundle`,
    fix: "Move the file out of dist/ and commit the change.",
    why: "A release contains all of dist/, but users can verify only the files that a build writes.",
  }),
  "release-mode": entry<{ path: string; mode: string }>({
    message: ({ path, mode }) => `${path} is committed with mode ${mode}, not as a regular file (100644)`,
    fix: ({ path }) =>
      `Commit a regular file. If the file is executable, run git update-index --chmod=-x ${path}. Otherwise, remove ` +
      "the file and run crd-bundle build.",
    why: "A link can point to different content on another machine, so crd-bundle verify accepts only regular files.",
  }),
  "release-unfinished": entry<{ tag: string; done: string; problem: string }>({
    message: ({ tag, done, problem }) =>
      `${tag} is ${done === "taken back" ? "undone" : done}, but some files are not up to date: ${problem}`,
    fix: "Fix the problem and run the same command again. It completes only this step.",
    why: "Git already has the new state of the tag, but the checked-out files or the assets are still the old ones.",
  }),
  "release-disk": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read or written: ${problem}`,
    fix: "Free disk space or correct the permissions. Then run the same command again.",
    why: "The tool could not finish the run. It either rolled back all changes or completes them in the next run.",
    usage: true,
  }),
  "release-remote": entry<Record<never, never>>({
    message: () => "the repository has no remote to push to",
    fix: "Add a remote with git remote add origin <address>, or omit --push.",
    why: "The release would exist only in this clone.",
    usage: true,
  }),
  "release-remote-ahead": entry<{ branch: string; remote: string; how: string }>({
    message: ({ branch, remote }) => `${branch} in ${remote} has commits that are not in this clone`,
    fix: ({ branch, remote, how }) => `Pull these commits: git pull ${how} ${remote} ${branch}.`,
    why: "The release would not include other people's changes, and the remote repository would reject your push.",
  }),
  "release-not-pushed": entry<{ tag: string; done: string; remote: string; refs: string; problem: string }>({
    message: ({ tag, done, remote, problem }) =>
      `${tag} is ${done} in this clone, but cannot be pushed to ${remote}: ${problem}`,
    fix: ({ remote, refs }) => `Fix the problem and push: git push --atomic ${remote} ${refs}.`,
    why: "Users cannot get the release until it is pushed.",
  }),
  "release-unknown": entry<{ tag: string; place?: string | undefined; nearest?: string | undefined }>({
    message: ({ tag, place, nearest }) =>
      place === undefined
        ? `this repository has no tag ${tag}${didYouMean(nearest)}`
        : `the directory ${place} does not exist`,
    fix:
      "Run the command in a clone of the project, and specify a Git tag or a directory of assets. " +
      "To fetch all tags: git fetch --tags.",
    why: "To verify a release, the tool builds the release again from its tag.",
    usage: true,
  }),
  "release-tag-version": entry<{ tag: string; version: string }>({
    message: ({ tag, version }) => `in the commit of ${tag}, package.json has version ${version}`,
    fix: "Users should not install the release. Maintainers should release the changes again as a new version.",
    why: "Tools that compare versions would treat the CRDs as CRDs of another release.",
  }),
  "release-tag-mismatch": entry<{ tag: string; path: string; how: string }>({
    message: ({ tag, path, how }) => `${tag} does not match its sources: ${path} ${how}`,
    fix:
      "Verify the tag with the version of crd-bundle that created it. If the error remains, users should not install " +
      "the release, and maintainers should release the changes again as a new version. If the message names a Git " +
      "attribute, maintainers should first reset the attribute in the last line of .gitattributes, for example with " +
      "dist/** !eol or, for a directory, dist !export-ignore.",
    why: "Users would install files that differ from the reviewed sources.",
  }),
  "release-tag-changelog": entry<{ tag: string; problem: string }>({
    message: ({ tag, problem }) => `the changelog of ${tag} ${problem}`,
    fix:
      "Fetch all tags with git fetch --tags, and verify the tag again. If the error remains, maintainers should " +
      "correct the changelog in the next release.",
    why: "Users read the release notes to decide whether they can upgrade.",
  }),
  "release-tag-renamed": entry<{ tag: string; name: string }>({
    message: ({ tag, name }) => `${tag} points to a tag object that was created with the name ${name}`,
    fix:
      "Fetch the tag again from the project's repository. If the problem remains, do not use the tag, and report it " +
      "to the maintainers.",
    why: "An attacker could pass off an old, signed release as a new one.",
  }),
  "release-tag-not-rebuilt": entry<{ tag: string }>({
    message: ({ tag }) => `${tag} cannot be built again because of the other reported problems`,
    fix:
      `Verify the tag with the version of crd-bundle that created it, as described in ${pageLink("releasing.md")}. Until then, ` +
      "do not trust the assets of the release.",
    why:
      "One version of crd-bundle may reject sources that another version, such as the one in the tag's lockfile, can " +
      "build.",
  }),
  "release-expected": entry<{ what: string; kind: string; version: string; expected: string }>({
    message: ({ what, version, expected }) => `${what} is release ${version}, not ${expected}`,
    fix: ({ kind, version, expected }) =>
      kind === "tag"
        ? `Use the tag v${expected}, or correct --expect.`
        : `Download release ${expected}. If you want ${version}, pass --expect v${version}.`,
    why: "An attacker could pass off an old release as a new one, and users would not get the latest corrections.",
  }),
  "asset-not-file": entry<{ name: string; kind: string }>({
    message: ({ name, kind }) => `${name} is ${kind}, so it cannot be an asset`,
    fix: "Download the original file from the release.",
    why:
      "A link can point to any file on this machine, a read from a pipe or a device may never end, and a huge file " +
      "could exhaust the memory.",
  }),
  "assets-link": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} is a symbolic link`,
    fix: "Remove the link. If it is committed, commit the removal. The release creates the directory itself.",
    why: "With such a link, a repository could make crd-bundle read or replace files outside the project.",
  }),
  "assets-many": entry<Record<never, never>>({
    message: () => "the directory contains more files than any release has",
    fix: "Specify a directory that contains only the assets of one release.",
    why: "The command reads every file. In a directory that an attacker prepared, it might never end.",
  }),
  "asset-unlike": entry<{ name: string }>({
    message: ({ name }) => `${name} differs from the asset that is built from the sources`,
    fix:
      "Do not use the asset. To build the assets again, move release/<version>/ to another place and run " +
      "crd-bundle verify <tag> --write.",
    why: "Somebody may have replaced the asset after the release.",
  }),
  "assets-unknown": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} does not contain a file that identifies the release of its assets`,
    fix: "Add the provenance.intoto.json of the release to the directory, or specify a Git tag instead.",
    why: "The tool builds the assets again from the tag of their release, so it must know that tag.",
    usage: true,
  }),
  "git-failed": entry<{ command: string; problem: string }>({
    message: ({ command, problem }) => `git ${command} failed: ${problem}`,
    fix: "Fix the problem that Git reports and run the same command again.",
    why: "The tool could not complete the command, because it depends on the result from Git.",
  }),
};
