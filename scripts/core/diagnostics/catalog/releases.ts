/** Diagnostics that prevent a release, or that a verification of one reports. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

export const RELEASE_ENTRIES = {
  "release-uncommitted": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a change is" : `${count} changes are`} not committed: ${paths}`,
    fix:
      "Commit the files, or stash them: git stash --include-untracked. If Git should never track a new file, add it " +
      "to .gitignore and commit .gitignore.",
    why: "A release contains only committed files, so it would not include these changes.",
  }),
  "release-ignored": entry<{ paths: string }>({
    message: ({ paths }) => `git ignores ${paths}, which the build writes`,
    fix:
      "To find the pattern that ignores a file, run git check-ignore --verbose <path>. Remove the pattern, run " +
      "crd-bundle build, and commit the result.",
    why: "Git would not add these files to the release commit, so users who install from its tag would not get them.",
  }),
  "release-no-commit": entry<Record<never, never>>({
    message: () => "the repository has no commit",
    fix: "Commit the files of the project, and run the command again.",
    why: "A release is a tag on a commit, so the repository must contain a commit.",
  }),
  "release-detached": entry<Record<never, never>>({
    message: () => "no branch is checked out",
    fix: "Check out the branch from which you release: git switch <branch>.",
    why: "The release commit would not be on any branch, so the next release would not include its changes.",
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
    why: "With --branch, the command creates a branch with this name, so the name must be valid in Git.",
    usage: true,
  }),
  "release-branch-exists": entry<{ branch: string; where: string }>({
    message: ({ branch, where }) => `the branch ${branch} already exists in ${where}`,
    fix:
      "Specify another name with --branch. If nobody needs the existing branch, you can delete it instead. To delete " +
      "it in this clone, run git branch -D <branch>. To delete it in a remote, run git push <remote> --delete " +
      "<branch>.",
    why: "The release commit would replace the commits of the existing branch.",
  }),
  "release-exact": entry<{ word: string; option: string }>({
    message: ({ word, option }) => `${option} requires a version, but "${word}" is not a version`,
    fix: ({ option }) =>
      `Specify three numbers, for example: crd-bundle release 1.7.0 ${option}. You can also omit the version.`,
    why:
      "--tag and --undo apply to an existing release. Words such as minor stand for the next version, which does not " +
      "exist yet.",
    usage: true,
  }),
  "release-not-merged": entry<{ version: string; branch: string }>({
    message: ({ version, branch }) => `the history of ${branch} does not contain a release commit for ${version}`,
    fix:
      "Check that the version is right and that its pull request, prepared with crd-bundle release --branch, is " +
      "merged. Then check out the branch into which it was merged, pull, and run the command again.",
    why:
      "--tag creates the tag on the commit that reviewers approved and merged, so the branch must contain that commit.",
  }),
  "release-tagged": entry<{ version: string; branch: string; remote: string }>({
    message: ({ version }) => `package.json has version ${version}, which is already released`,
    fix: ({ branch, remote }) =>
      "If the pull request for the next release is still open, merge it. Then pull the merged commit with git pull " +
      `${remote} ${branch}, and run the command again.`,
    why:
      "If you do not specify a version, --tag uses the version in package.json. The pull request for the next " +
      "release changes this version.",
  }),
  "release-not-there": entry<{ commit: string; branch: string; remote: string }>({
    message: ({ commit, branch, remote }) =>
      `according to this clone, the branch ${branch} of ${remote} does not contain ${commit.slice(0, 12)}`,
    fix: ({ branch, remote }) =>
      `Pull the branch: git pull ${remote} ${branch}. If you merged the pull request locally, push the branch: git ` +
      `push ${remote} ${branch}.`,
    why: "A pushed tag would publish a commit that is not in the remote branch.",
  }),
  "release-merged-differs": entry<{ commit: string; path: string }>({
    message: ({ commit, path }) =>
      `${path} in the merged commit ${commit.slice(0, 12)} differs from the file that the release would contain`,
    fix: ({ commit }) =>
      `Revert the merged commit: git revert ${commit.slice(0, 12)}. If it is a merge commit, add --mainline 1. Then ` +
      "prepare the release again with crd-bundle release --branch, and merge its pull request without changes, " +
      "before any other pull request that changes the API, the changelog, or dist/.",
    why:
      "Users would get changes that were not checked against the versioning policy and that the changelog does not " +
      "list.",
  }),
  "release-undo-unknown": entry<{ tag: string }>({
    message: ({ tag }) => `the tag ${tag} was not created by crd-bundle release in this clone`,
    fix: ({ tag }) =>
      "If the version is right, undo the release in the clone in which it was created. If you created the tag by " +
      `hand and never pushed it, delete the tag: git tag --delete ${tag}.`,
    why: "Undoing a release removes its commit. If crd-bundle did not create this commit, it could be your own work.",
  }),
  "release-undo-none": entry<{ problem: string }>({
    message: ({ problem }) => `cannot determine which release to undo: ${problem}`,
    fix: "Specify the version of the release to undo, for example: crd-bundle release 1.7.0 --undo.",
    why:
      "If you do not specify a version, the command undoes the release that is tagged at HEAD, so exactly one " +
      "release must be tagged there.",
    usage: true,
  }),
  "release-undo-pushed": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `${tag} was already pushed to ${remote}`,
    fix:
      `Keep the release, and publish a new release with a fix (see ${pageLink("undo.md")}). Never undo a release ` +
      "that others may have.",
    why: "Users who installed the release would have a version that no longer exists.",
  }),
  "release-undo-unreachable": entry<{ tag: string; remote: string; problem: string }>({
    message: ({ tag, remote, problem }) => `cannot check whether ${tag} was pushed to ${remote}: ${problem}`,
    fix:
      "Restore access to the remote repository and run the command again. If that repository no longer exists, " +
      "remove the remote from this clone: git remote remove <name>.",
    why: "If the release was pushed, undoing it would leave users with a version that no longer exists.",
  }),
  "release-undo-built-on": entry<{ tag: string; refs: string }>({
    message: ({ tag, refs }) => `${tag} has commits or tags on top of it: ${refs}`,
    fix: ({ tag }) =>
      `Move the commits of each listed branch off the release commit: git rebase --onto ${tag}^ ${tag} <branch>. ` +
      "Delete each listed tag: git tag --delete <tag>. " +
      `Then run crd-bundle release ${tag.slice(1)} --undo.`,
    why: "These branches and tags would still contain the release commit after the command undoes the release.",
  }),
  "release-undo-shared": entry<{ tag: string; branch: string | undefined; home: string; others: string }>({
    message: ({ tag, branch, home, others }) =>
      branch === undefined
        ? `the commit of ${tag} is no longer on ${home}, but on ${others}`
        : `the commit of ${tag} is on ${branch} and also on ${others}`,
    fix: ({ branch, others }) =>
      branch === undefined
        ? "Check out a branch that is not listed. Delete the listed branches that nobody needs: " +
          `git branch -D ${others}. Move other branches to another commit: git branch --force <branch> <commit>.`
        : `Check out ${branch} and delete the other branches: git branch -D ${others}. To keep a branch, move it to ` +
          "another commit instead: git branch --force <branch> <commit>.",
    why:
      "The command moves only the branch of the release. The release commit would remain on the other branches " +
      "without a tag.",
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
        ? `Check out ${expected}, or a branch from which you start new release series, such as main.`
        : `Check out ${expected}. If the branch does not exist, create it from the last release in the same release ` +
          `series: git switch -c ${expected} ${tag}.`,
    why:
      "A release from another branch could contain changes that do not belong in its release series, such as new " +
      "features in a patch release.",
  }),
  "release-descent": entry<{ version: string; previous: string; branch: string }>({
    message: ({ version, previous, branch }) =>
      `${version} comes after ${previous}, which is not in the history of ${branch}`,
    fix: ({ previous }) =>
      `Merge the previous release: git merge ${previous}. If you squash pull requests, create releases with --branch ` +
      `and --tag (see ${pageLink("releasing.md")}).`,
    why:
      "The tool would compare the changes with an older release, and the new release could lack fixes that users of " +
      "the previous release already have.",
  }),
  "release-line-empty": entry<{ version: string; line: string }>({
    message: ({ version, line }) =>
      `${version} is a patch release, but the release series ${line} does not have a release yet`,
    fix: ({ line }) => `Release ${line}.0 first, or specify another version.`,
    why: "A patch release fixes an earlier release in its series, and the tool compares the two releases.",
  }),
  "release-tag-exists": entry<{ tag: string }>({
    message: ({ tag }) => `the tag ${tag} already exists`,
    fix: "Specify a later version. Never move a tag that others may have.",
    why: "If you moved the tag, users could get different files for the same version.",
  }),
  "release-tags-missing": entry<{ tag: string; evidence: string; remote?: string | undefined }>({
    message: ({ tag, evidence }) => `the tag ${tag} is missing from this clone, but ${evidence}`,
    fix: ({ tag, remote }) =>
      `Fetch the tags: git fetch --tags ${remote ?? "<remote>"}. ` +
      "If the pull request of this release is merged but the tag was never created, run crd-bundle release --tag. " +
      `If ${tag} was never released, remove the section of that version from CHANGELOG.md, or correct the version ` +
      "in package.json and run crd-bundle build.",
    why:
      "The tool would compare the changes with an older release or with none, and the versioning policy could allow " +
      "a breaking change.",
  }),
  "history-lacks-release": entry<{ tag: string }>({
    message: ({ tag }) => `the changelog has a section for ${tag}, but the tag is not in the history of HEAD`,
    fix: ({ tag }) =>
      `Merge the release: git merge ${tag}. If you squash pull requests, create releases with --branch and --tag ` +
      `(see ${pageLink("releasing.md")}).`,
    why:
      "The tool would compare the working tree with an older release or with none, and the versioning policy could " +
      "allow a breaking change.",
  }),
  "release-tags-differ": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `the tag ${tag} in this clone differs from the tag ${tag} in ${remote}`,
    fix: ({ tag, remote }) =>
      `Compare the tags: git ls-remote ${remote} ${tag} and git show-ref ${tag}. If the tag in ${remote} is the ` +
      `released one, replace the tag in this clone: git fetch ${remote} +refs/tags/${tag}:refs/tags/${tag}. If ` +
      `someone moved the tag in ${remote}, ask the maintainers to restore it.`,
    why: "The tool could compare the changes with a release other than the one that users have.",
  }),
  "release-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} is not later than ${last}`,
    fix: "Specify a later version.",
    why: "Tools that compare versions would not offer the release as an upgrade.",
  }),
  "release-after-final": entry<{ version: string; final: string }>({
    message: ({ version, final }) => `${version} is a pre-release of ${final}, which is already released`,
    fix: "Create a release candidate or a snapshot of the next version.",
    why:
      "Tools that compare versions treat a pre-release as older than the release with the same numbers, so they " +
      "would not offer this one as an upgrade.",
  }),
  "release-first": entry<{ bump: string; current: string }>({
    message: ({ bump }) => `a ${bump} release needs an earlier release, but this repository does not have one`,
    fix: ({ current }) =>
      `If this is the first release, specify its version: crd-bundle release ${current}. If there are earlier ` +
      "releases, fetch their tags: git fetch --tags.",
    why: "The tool calculates the next version from the last release.",
    usage: true,
  }),
  "release-word": entry<{ word: string }>({
    message: ({ word }) => `the version must be patch, minor, major, auto, or a semantic version, not "${word}"`,
    fix: "Specify patch, minor, major, auto, or a version without build metadata, such as 1.7.0 or 1.7.0-rc.1.",
    why: "The release adds the version to every CRD as an annotation, and tools compare versions before an upgrade.",
    usage: true,
  }),
  "release-version-missing": entry<Record<never, never>>({
    message: () => "the version of the release is missing",
    fix: "Specify patch, minor, major, auto, or a version, for example: crd-bundle release 1.7.0.",
    why:
      "The command creates a new release, which needs a version. Only --tag and --undo, which apply to an existing " +
      "release, work without one.",
    usage: true,
  }),
  "release-options": entry<{ option: string; other: string }>({
    message: ({ option, other }) => `${option} cannot be used with ${other}`,
    fix: "Remove one of the two options.",
    why: "The two options contradict each other, so the command cannot apply both.",
    usage: true,
  }),
  "release-preid": entry<{ preid: string }>({
    message: ({ preid }) => `"${preid}" cannot be part of a pre-release version`,
    fix:
      "Specify patch, minor, major, auto, or three numbers, such as 1.7.0, and a --preid that consists of letters, " +
      "such as rc. For a snapshot, use --snapshot instead of --preid.",
    why:
      "The tool adds the pre-release part itself, as in 1.7.0-rc.1 or 1.7.0-snapshot.20261101, and other tools sort " +
      "pre-releases by this part.",
    usage: true,
  }),
  "release-identity": entry<{ problem: string }>({
    message: ({ problem }) => `git does not know the author of the release: ${problem}`,
    fix:
      'Set your name with git config user.name "<name>" and your email address with git config user.email "<address>".',
    why: "Every commit has an author, so Git would reject the release commit.",
  }),
  "release-signing": entry<{ problem: string }>({
    message: ({ problem }) => `git cannot sign the release: ${problem}`,
    fix:
      "Fix the problem that Git reports. For example, specify the signing key: git config user.signingKey <key>. To " +
      "release without a signature, use --no-sign.",
    why:
      "With --sign or a Git setting such as commit.gpgSign, the release is signed. If signing fails, Git cannot " +
      "create the release commit or the tag.",
  }),
  "release-output": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a file is" : `${count} files are`} out of date: ${paths}`,
    fix: "Run crd-bundle build and commit the result.",
    why: "Users would install files that do not match the reviewed sources.",
  }),
  "release-version": entry<{ version: string; stamped: string }>({
    message: ({ version, stamped }) => `package.json has version ${version}, but dist/ was built as ${stamped}`,
    fix: ({ stamped }) =>
      `Change the version in package.json back to ${stamped}, because crd-bundle release sets the new version ` +
      "itself. To keep the version in package.json instead, run crd-bundle build and commit the result.",
    why: "The CRDs that reviewers approved are annotated with a version other than the one in package.json.",
  }),
  "release-policy": entry<{ version: string; bump: string; overall: string }>({
    message: ({ version, bump, overall }) =>
      overall === "refused"
        ? `the versioning policy does not allow the changes in ${version} in any release`
        : `the changes in ${version} need a ${overall} release, not a ${bump} release`,
    fix: ({ overall }) =>
      overall === "refused"
        ? "Revert the changes that the versioning policy does not allow. To allow one of these changes in this " +
          `release anyway, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`
        : `Create a ${overall} release, or revert the changes that need one. To allow one of these changes in this ` +
          `release anyway, add a waiver to apis/waivers.yaml (see ${pageLink("waive.md")}).`,
    why: "Users rely on the versioning policy, which limits the changes in patch, minor, and major releases.",
  }),
  "release-assets-there": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} already exists`,
    fix: "Move this file or directory to another directory, and run the command again.",
    why: "The command writes the assets of the release to this path, so it would replace your files.",
  }),
  "release-running": entry<{ pid: number; directory: string }>({
    message: ({ pid }) => `process ${pid} is already running crd-bundle release in this repository`,
    fix: ({ directory }) =>
      "Wait until the process ends. If the process with this ID is not crd-bundle, an earlier run was interrupted. " +
      `In this case, remove its lock directory, ${directory}, and run the command again.`,
    why: "If two releases ran at the same time, neither would be checked against the changes of the other.",
  }),
  "release-journal": entry<{ path: string; directory: string; problem: string }>({
    message: ({ path, problem }) => `${path} is from an interrupted release and cannot be used: ${problem}`,
    fix: ({ directory }) =>
      "Run git status. If it lists changes that you did not make, restore these files: git restore --staged " +
      `--worktree <file>. Then remove the directory of the interrupted release, ${directory}. If git tag does not ` +
      "list the release, run the command again.",
    why:
      "The file lists the remaining steps of the release. Without this list, the tool cannot tell whether the " +
      "release was completed.",
    usage: true,
  }),
  "release-interrupted": entry<{ tag: string; done: string }>({
    message: ({ tag, done }) => `an earlier run that ${done === "undone" ? "undid" : done} ${tag} was interrupted`,
    fix:
      "Run the same command without --dry-run. It completes the interrupted run and does nothing else. Then run this " +
      "command again. Until then, do not commit or restore any changes.",
    why:
      "The next crd-bundle release first completes the interrupted run. Until then, the checked-out files can be " +
      "those of another commit, so a plan could be wrong.",
  }),
  "release-unlike": entry<{ path: string }>({
    message: ({ path }) => `${path} in the working tree differs from the committed file`,
    fix:
      "Find and remove the cause that hides the difference from Git: a pattern in .gitignore that matches this file " +
      "or a file in apis/; a flag on the file (git ls-files -v prints a lowercase letter or S in front of it); or a " +
      "filter in .gitattributes.",
    why: "Someone who builds the release again from its commit would get a different result.",
  }),
  "release-stray": entry<{ path: string }>({
    message: ({ path }) => `${path} is committed but is not part of the bundle`,
    fix: "Move the file out of dist/ and commit the change.",
    why: "A release contains all of dist/, but users can verify only the files that a build writes.",
  }),
  "release-mode": entry<{ path: string; mode: string }>({
    message: ({ path, mode }) => `${path} is committed with mode ${mode}, not as a regular file (100644)`,
    fix: ({ path }) => `Remove the file with git rm ${path}, run crd-bundle build, and commit the result.`,
    why:
      "A link can point to different content on another machine, so crd-bundle verify accepts only regular files " +
      "that are not executable.",
  }),
  "release-unfinished": entry<{ tag: string; done: string; problem: string }>({
    message: ({ tag, done, problem }) =>
      `${tag} is ${done === "taken back" ? "undone" : done}, but some files are not up to date: ${problem}`,
    fix: "Fix the problem and run the same command again. That run only completes the remaining steps.",
    why:
      "Git has already created or removed the tag, but the checked-out files or the assets do not match this state " +
      "yet.",
  }),
  "release-disk": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read or written: ${problem}`,
    fix: "Fix the cause, such as a full disk or missing permissions, and run the same command again.",
    why:
      "The command could not finish. It has either rolled back its changes, or completes them when you run it again.",
    usage: true,
  }),
  "release-remote": entry<Record<never, never>>({
    message: () => "the repository has no remote to push to",
    fix: "Add a remote with git remote add origin <address>, or omit --push.",
    why: "--push publishes the release to a remote. Without a remote, the release would exist only in this clone.",
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
      "Specify a Git tag or a directory that contains the assets of a release, and run the command in a clone of the " +
      "project. If the clone lacks the tag, fetch all tags: git fetch --tags.",
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
      "If the message names .gitattributes, maintainers should add a line at the end of that file that resets the " +
      "attribute, such as dist/** !eol or, for a directory, dist !export-ignore. If the tag exists, they should then " +
      "release a new version. In all other cases, verify the tag with the version of crd-bundle that created it. If " +
      "the error remains, users should not install the release, and maintainers should release the changes again as " +
      "a new version.",
    why: "Users would install files that do not match the reviewed sources.",
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
      "Verify the tag with the version of crd-bundle that created it " +
      `(see ${pageLink("releasing.md")}). Until then, do not trust the assets of the release.`,
    why:
      "One version of crd-bundle can reject sources that another version can build. The package-lock.json in the tag " +
      "lists the version of crd-bundle that created the release.",
  }),
  "release-expected": entry<{ what: string; kind: string; version: string; expected: string }>({
    message: ({ what, version, expected }) => `${what} is release ${version}, not ${expected}`,
    fix: ({ kind, version, expected }) =>
      kind === "tag"
        ? `Use the tag v${expected}, or correct --expect.`
        : `Download release ${expected}. If you want ${version}, pass --expect v${version}.`,
    why: "An attacker could pass off an old release as a new one, and users would not get the latest fixes.",
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
    fix: "Remove the link. If it is committed, commit the removal. crd-bundle creates the directory itself.",
    why: "With such a link, a repository could make crd-bundle read or replace files outside the project.",
  }),
  "assets-many": entry<Record<never, never>>({
    message: () => "the assets directory contains more files than any release has",
    fix:
      "Specify a directory that contains only the assets of one release. If you specified a Git tag, remove all " +
      "other files from release/<version>/.",
    why: "The command reads every file in the directory, and might never end if an attacker prepared that directory.",
  }),
  "asset-unlike": entry<{ name: string }>({
    message: ({ name }) => `${name} differs from the asset that is built from the sources`,
    fix:
      "Do not use the asset. To create the assets again in a clone of the project, move release/<version>/ to " +
      "another directory and run crd-bundle verify <tag> --write.",
    why: "Someone may have replaced the asset after the release.",
  }),
  "assets-unknown": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} does not contain a file that identifies the release of its assets`,
    fix: "Add the file provenance.intoto.json of the release to the directory, or specify a Git tag instead.",
    why: "The tool builds the assets again from the tag of their release, so it must know that tag.",
    usage: true,
  }),
  "git-failed": entry<{ command: string; problem: string }>({
    message: ({ command, problem }) => `git ${command} failed: ${problem}`,
    fix: "Fix the problem that Git reports and run the same command again.",
    why: "The tool needs the result of this Git command to continue.",
  }),
};
