/** What keeps a release from being made. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

export const RELEASE_ENTRIES = {
  "release-uncommitted": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) => `${count === 1 ? "a change is" : `${count} changes are`} not committed: ${paths}`,
    fix: "Commit what belongs to the project; stash the rest, or have git ignore it.",
    why: "A release is made of what is committed: what is not would be missing from it.",
  }),
  "release-ignored": entry<{ paths: string }>({
    message: ({ paths }) => `git ignores ${paths}, which the build writes`,
    fix: "Take it out of .gitignore, and commit what the build wrote: a release is its tag with dist/ in it.",
    why: "Who installs from the tag would find nothing there.",
  }),
  "release-no-commit": entry<Record<never, never>>({
    message: () => "the repository has no commit yet",
    fix: "Commit the project first.",
    why: "A release is a tag on a commit.",
  }),
  "release-detached": entry<Record<never, never>>({
    message: () => "no branch is checked out",
    fix: "Check out the branch that the release belongs to: git switch <branch>.",
    why: "The commit of the release would be on no branch, and the next release would not build on it.",
  }),
  "release-behind": entry<{ branch: string; upstream: string; missing: number; own: number }>({
    message: ({ branch, upstream, missing }) =>
      `${branch} lacks ${missing === 1 ? "a commit" : `${missing} commits`} of ${upstream}`,
    fix: ({ own }) =>
      own === 0
        ? "Bring it up to date: git pull --ff-only."
        : "Both have commits that the other lacks. Merge them: git pull --no-rebase.",
    why: "What others have merged would be missing from the release, and the branch could not be pushed.",
  }),
  "release-branch-name": entry<{ branch: string }>({
    message: ({ branch }) => `git does not take "${branch}" as the name of a branch`,
    fix: "Name it otherwise, as in --branch prepare-1.7.0.",
    why: "The commit of the release is put on a new branch, for a pull request.",
    usage: true,
  }),
  "release-branch-exists": entry<{ branch: string; where: string }>({
    message: ({ branch, where }) => `there is a branch ${branch} already, in ${where}`,
    fix: "Name another one, or delete it if nobody needs it: git branch -D <branch>.",
    why: "The commit of the release would replace what the branch has.",
  }),
  "release-exact": entry<{ word: string; option: string }>({
    message: ({ word, option }) => `"${word}" is not a version that ${option} could be for`,
    fix: ({ option }) => `Write three numbers, as in crd-bundle release 1.7.0 ${option}, or leave it out.`,
    why: "The release is made already: nothing is counted.",
    usage: true,
  }),
  "release-not-merged": entry<{ version: string; branch: string }>({
    message: ({ version, branch }) => `no commit in the history of ${branch} releases ${version}`,
    fix: "Merge the pull request of the branch that crd-bundle release --branch made, pull it, and run this again.",
    why: "A tag names a commit: the one that reviewers merged.",
  }),
  "release-tagged": entry<{ version: string; branch: string; remote: string }>({
    message: ({ version }) => `package.json has version ${version}, which is released`,
    fix: ({ branch, remote }) =>
      `Bring the merged pull request here, and run this again: git pull ${remote} ${branch}.`,
    why: "Without a version, --tag is for the one in package.json: the pull request of the next release sets it.",
  }),
  "release-not-there": entry<{ commit: string; branch: string; remote: string }>({
    message: ({ commit, branch, remote }) =>
      `the ${branch} of ${remote} does not have ${commit.slice(0, 12)}, as far as is known here`,
    fix: ({ branch, remote }) =>
      `Pull first: git pull ${remote} ${branch}. If it was merged here only, push ${branch}.`,
    why: "The tag would publish a commit that was never merged.",
  }),
  "release-merged-differs": entry<{ commit: string; path: string }>({
    message: ({ commit, path }) =>
      `${path} in ${commit.slice(0, 12)} is not what the release would make of the commit before`,
    fix: ({ commit }) =>
      `Merge the branch as crd-bundle release --branch made it. If others were merged in between, or the branch was changed: git revert ${commit.slice(0, 12)}, then make a new branch with crd-bundle release --branch.`,
    why: "Users would get something else than the policy judged and the changelog lists.",
  }),
  "release-undo-unknown": entry<{ tag: string }>({
    message: ({ tag }) => `crd-bundle release did not make the tag ${tag} in this clone`,
    fix: ({ tag }) =>
      `Take it back in the clone that released it. A tag that was made by hand and never pushed is deleted by hand: git tag --delete ${tag}.`,
    why: "Only a release that this clone has a record of is taken back: anything else could be your own commit.",
  }),
  "release-undo-none": entry<{ problem: string }>({
    message: ({ problem }) => problem,
    fix: "Name the release to take back, as in crd-bundle release 1.7.0 --undo.",
    why: "A release is taken back by its tag.",
    usage: true,
  }),
  "release-undo-pushed": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `${tag} was pushed: ${remote} has it`,
    fix: "Leave it, and release a correction. A release that others may have is never taken back.",
    why: "Users who installed it would have a release that does not exist.",
  }),
  "release-undo-unreachable": entry<{ tag: string; remote: string; problem: string }>({
    message: ({ tag, remote, problem }) =>
      `whether ${tag} was pushed is not known, since ${remote} cannot be asked: ${problem}`,
    fix: "Connect to it and run this again. If it is gone for good: git remote remove <name>.",
    why: "A release that others may have is never taken back.",
  }),
  "release-undo-built-on": entry<{ tag: string; refs: string }>({
    message: ({ tag, refs }) => `${tag} has commits or tags on top of it: ${refs}`,
    fix: ({ tag }) =>
      `Move the commits of a branch off it: git rebase --onto ${tag}^ ${tag} <branch>. Delete a tag: git tag --delete <tag>. Then: crd-bundle release ${tag.slice(1)} --undo.`,
    why: "Taking the release back would take those commits back too.",
  }),
  "release-undo-shared": entry<{ tag: string; branch: string | undefined; home: string; others: string }>({
    message: ({ tag, branch, home, others }) =>
      branch === undefined
        ? `${tag} is no longer on ${home}, but on ${others}`
        : `${tag} is on ${branch}, and also on ${others}`,
    fix: ({ branch, others }) =>
      branch === undefined
        ? `Delete what nobody needs: git branch -D ${others}. Move any other branch off the commit: git branch --force <branch> <commit>.`
        : `Switch to ${branch}, and delete the branch ${others}: git branch -D ${others}.`,
    why: "Taking the release back moves one branch. Its commit would stay on the other one, without its tag.",
  }),
  "release-undo-changed": entry<{ tag: string; paths: string; uncommitted: number; assets: string | undefined }>({
    message: ({ tag, paths }) => `changed since ${tag} was made: ${paths}`,
    fix: ({ uncommitted, assets }) =>
      [
        ...(uncommitted > 0 ? ["Stash the changes of the project: git stash --include-untracked."] : []),
        ...(assets === undefined ? [] : [`Restore ${assets} as it was, or move all of ${assets} away.`]),
      ].join(" "),
    why: "Taking the release back would overwrite them.",
  }),
  "release-branch": entry<{ version: string; branch: string; expected: string; tag?: string | undefined }>({
    message: ({ version, branch, expected }) => `${version} is released from ${expected}, not from ${branch}`,
    fix: ({ expected, tag }) =>
      tag === undefined
        ? `Check out ${expected}, or the branch that new lines begin on.`
        : `Check out ${expected}, or make it from the last release of its line: git switch -c ${expected} ${tag}.`,
    why: "A patch cut from another line brought a new field to everybody who only wanted a fix.",
  }),
  "release-descent": entry<{ version: string; previous: string; branch: string }>({
    message: ({ version, previous, branch }) =>
      `${version} comes after ${previous}, which is not in the history of ${branch}`,
    fix: ({ previous }) =>
      `Release it from a branch that has ${previous} in its history: git merge ${previous}. If pull requests are squashed, use --branch and --tag: ${pageLink("releasing.md")}.`,
    why: "The policy would compare the release with an older one, and what the release before corrected could be gone again.",
  }),
  "release-line-empty": entry<{ version: string; line: string }>({
    message: ({ version, line }) => `${version} is a patch, but nothing of ${line} was released yet`,
    fix: ({ line }) => `Release ${line}.0 first.`,
    why: "A patch corrects a release: there would be none to compare it with.",
  }),
  "release-tag-exists": entry<{ tag: string }>({
    message: ({ tag }) => `there is a tag ${tag} already`,
    fix: "Release the next version. A tag that others may have is never moved.",
    why: "Who installed the first would have something else than who installs the second, under one name.",
  }),
  "release-tags-missing": entry<{ tag: string; evidence: string; remote?: string | undefined }>({
    message: ({ tag, evidence }) => `the tag ${tag} is missing from this clone, but ${evidence}`,
    fix: ({ tag, remote }) =>
      `Fetch the tags: git fetch --tags ${remote ?? "<remote>"}. If the release was merged and has no tag yet, make it: crd-bundle release --tag. If ${tag} was never released, correct the file that names it.`,
    why: "The policy would compare the release with an older one or with none, and would allow a breaking change.",
  }),
  "history-lacks-release": entry<{ tag: string }>({
    message: ({ tag }) =>
      `the tag ${tag} does not lead to a commit in the history of HEAD, but the changelog has a section for it`,
    fix: ({ tag }) =>
      `Merge the release: git merge ${tag}. If pull requests are squashed, release with --branch and --tag: ${pageLink("releasing.md")}.`,
    why: "The policy would compare the working tree with an older release or with none, and would allow a breaking change.",
  }),
  "release-tags-differ": entry<{ tag: string; remote: string }>({
    message: ({ tag, remote }) => `the tag ${tag} here is not the tag ${tag} of ${remote}`,
    fix: ({ tag, remote }) =>
      `See which one is right: git ls-remote ${remote} ${tag}. To take that of ${remote}: git fetch ${remote} +refs/tags/${tag}:refs/tags/${tag}.`,
    why: "The policy would compare the release with another one than users have.",
  }),
  "release-not-next": entry<{ version: string; last: string }>({
    message: ({ version, last }) => `${version} does not come after ${last}`,
    fix: "Name a later version.",
    why: "Who compares versions would not see it as newer, and never install it.",
  }),
  "release-after-final": entry<{ version: string; final: string }>({
    message: ({ version, final }) => `${version} comes before ${final}, which is out`,
    fix: "Name a candidate or snapshot of the next version.",
    why: "A candidate is tried before its release; after it, it would be older than what it is tried for.",
  }),
  "release-first": entry<{ bump: string; current: string }>({
    message: ({ bump }) => `there is no release yet, so there is nothing that a ${bump} could follow`,
    fix: ({ current }) => `Name the first version: crd-bundle release ${current}.`,
    why: "A bump is counted from the last release.",
    usage: true,
  }),
  "release-word": entry<{ word: string }>({
    message: ({ word }) => `"${word}" is neither patch, minor, major or auto nor a version`,
    fix: "Write one of these, or three numbers, as in 1.7.0.",
    why: "The version is stamped on every CRD and compared by whoever upgrades.",
    usage: true,
  }),
  "release-version-missing": entry<Record<never, never>>({
    message: () => "the release has no version",
    fix: "Give patch, minor, major, auto or a version, as in crd-bundle release 1.7.0.",
    why: "Only a release that exists can be found without one, to be tagged or taken back.",
    usage: true,
  }),
  "release-options": entry<{ option: string; other: string }>({
    message: ({ option, other }) => `${option} cannot be used with ${other}`,
    fix: "Leave one of them out.",
    why: "Each of them asks for another release, or for none.",
    usage: true,
  }),
  "release-preid": entry<{ preid: string }>({
    message: ({ preid }) => `no pre-release can be made of "${preid}"`,
    fix: "Write a version of three numbers, and --preid with letters, as in rc. --snapshot is for snapshots.",
    why: "Pre-releases are ordered by their words and numbers, and snapshots by their days.",
    usage: true,
  }),
  "release-identity": entry<{ problem: string }>({
    message: ({ problem }) => `git does not know the author of the release: ${problem}`,
    fix: 'Set both: git config user.name "<name>", and git config user.email "<address>".',
    why: "Git would reject the commit of the release, which names its author.",
  }),
  "release-signing": entry<{ problem: string }>({
    message: ({ problem }) => `git cannot sign the release: ${problem}`,
    fix: "Set up the key (git config user.signingKey <key>) and its program, or release with --no-sign.",
    why: "Git would reject the commit or the tag of the release, which commit.gpgSign, tag.gpgSign or --sign has signed.",
  }),
  "release-output": entry<{ paths: string; count: number }>({
    message: ({ paths, count }) =>
      `${count === 1 ? "a file is" : `${count} files are`} not what the sources make: ${paths}`,
    fix: "Run crd-bundle build, and commit what it writes and removes.",
    why: "Users get what the sources make, and reviewers saw something else.",
  }),
  "release-version": entry<{ version: string; stamped: string }>({
    message: ({ version, stamped }) => `package.json has version ${version}, but dist/ is stamped with ${stamped}`,
    fix: ({ stamped }) =>
      `Set the version in package.json back to ${stamped}, or run crd-bundle build and commit. A release sets its version itself.`,
    why: "Reviewers saw CRDs that are stamped with another version than the project has.",
  }),
  "release-policy": entry<{ version: string; bump: string; overall: string }>({
    message: ({ version, bump, overall }) =>
      overall === "refused"
        ? `the policy lets no release have what ${version} would bring`
        : `what ${version} would bring is not for a ${bump} release: it needs a ${overall} one`,
    fix: `Do what the findings above say. Where you know better, write a waiver: ${pageLink("policy.md")}.`,
    why: "Users of the standard channel upgrade without looking, because the policy holds.",
  }),
  "release-assets-there": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} is there already`,
    fix: "Move it away: it is of something that was not released from here.",
    why: "The assets of the release would take its place, and it would be lost.",
  }),
  "release-running": entry<{ pid: number; directory: string }>({
    message: ({ pid }) => `another release is being made in this repository, by process ${pid}`,
    fix: ({ directory }) => `Wait for it. If that process is something else, remove ${directory} and try again.`,
    why: "Two releases at once would each be judged without the other.",
  }),
  "release-journal": entry<{ path: string; directory: string; problem: string }>({
    message: ({ path, problem }) => `${path}, which an interrupted release left, cannot be used: ${problem}`,
    fix: ({ directory }) =>
      `See with git log and git tag whether the last release was made, and with git status whether its files are checked out. Then remove ${directory} and try again.`,
    why: "The journal lists what to finish. Without it, the command cannot tell a release that holds from one that was never made.",
    usage: true,
  }),
  "release-unlike": entry<{ path: string }>({
    message: ({ path }) => `${path} is not the same here and in what is committed`,
    fix: "See whether git ignores it or a file below apis/, was told to overlook changes (git ls-files -v), or has a filter for it.",
    why: "Nobody else could build the release again.",
  }),
  "release-stray": entry<{ path: string }>({
    message: ({ path }) => `${path} is committed, and no part of the bundle`,
    fix: "Move it out of dist/, and commit that.",
    why: "All of dist/ is released, and only what a build makes can be verified.",
  }),
  "release-mode": entry<{ path: string; mode: string }>({
    message: ({ path, mode }) => `${path} is committed with mode ${mode}, not as a regular file (100644)`,
    fix: ({ path }) =>
      `Commit it as a regular file. If it is executable: git update-index --chmod=-x ${path}. Otherwise remove it and build again.`,
    why: "A link leads to other bytes on other machines, and crd-bundle verify accepts regular files only.",
  }),
  "release-unfinished": entry<{ tag: string; done: string; problem: string }>({
    message: ({ tag, done, problem }) => `${tag} is ${done}, but not all of it is in place: ${problem}`,
    fix: "Correct what it names, and run the same command again: it finishes this release and begins no other.",
    why: "Git has the change of the tag. The files that are checked out, or the assets, are still those of before.",
  }),
  "release-disk": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `${path} cannot be read or written: ${problem}`,
    fix: "Make room, or allow it, and run the same command again.",
    why: "What was begun was cleared away, or the next run finishes it.",
    usage: true,
  }),
  "release-remote": entry<Record<never, never>>({
    message: () => "there is no other repository to push to",
    fix: "Add one, as in git remote add origin <address>, or leave out --push.",
    why: "The release would stay on this machine.",
    usage: true,
  }),
  "release-remote-ahead": entry<{ branch: string; remote: string; how: string }>({
    message: ({ branch, remote }) => `${remote} has commits on ${branch} that are not here`,
    fix: ({ branch, remote, how }) => `Bring them here: git pull ${how} ${remote} ${branch}.`,
    why: "What others have merged would be missing from the release, and the branch could not be pushed.",
  }),
  "release-not-pushed": entry<{ tag: string; done: string; remote: string; refs: string; problem: string }>({
    message: ({ tag, done, remote, problem }) => `${tag} is ${done} here, but ${remote} did not take it: ${problem}`,
    fix: ({ remote, refs }) => `Fix what it names, and push: git push --atomic ${remote} ${refs}.`,
    why: "A release that nobody can fetch is not out.",
  }),
  "release-unknown": entry<{ tag: string; place?: string | undefined; nearest?: string | undefined }>({
    message: ({ tag, place, nearest }) =>
      place === undefined ? `there is no tag ${tag} here${didYouMean(nearest)}` : `there is no directory ${place}`,
    fix: "Run it in a clone of the project, and name a tag or a directory with assets. git fetch --tags brings more tags.",
    why: "A release is verified by building it again from its tag.",
    usage: true,
  }),
  "release-tag-version": entry<{ tag: string; version: string }>({
    message: ({ tag, version }) => `${tag} is a tag on a project whose package.json says ${version}`,
    fix: "Release it again, under a new version, with crd-bundle release.",
    why: "Bundles were released that were stamped with the version before.",
  }),
  "release-tag-mismatch": entry<{ tag: string; path: string; how: string }>({
    message: ({ tag, path, how }) => `in ${tag}, ${path} ${how}`,
    fix: "Verify the tag with the crd-bundle that made it. If it differs still, do not install it, and release it again under a new version. To reset an attribute, end .gitattributes with a line like dist/** !eol, or dist !export-ignore for a directory.",
    why: "What users install would be something else than what was reviewed.",
  }),
  "release-tag-changelog": entry<{ tag: string; problem: string }>({
    message: ({ tag, problem }) => `the changelog of ${tag} ${problem}`,
    fix: "See that all tags are here: git fetch --tags. If so, correct it in the next release: crd-bundle release writes what the manifests say.",
    why: "Users decide by the notes whether they can upgrade.",
  }),
  "release-tag-renamed": entry<{ tag: string; name: string }>({
    message: ({ tag, name }) => `${tag} leads to a tag object that was made as ${name}`,
    fix: "Fetch the tag again from the repository of the project. If it is the same there, tell its maintainers and do not use it.",
    why: "Someone could offer an old release, signature included, under the name of a new one.",
  }),
  "release-tag-not-rebuilt": entry<{ tag: string }>({
    message: ({ tag }) => `${tag} cannot be built again, because of the other problems listed here`,
    fix: `Verify it with the crd-bundle that made it: ${pageLink("releasing.md")} describes how. Nothing is known of its assets until then.`,
    why: "Another version of crd-bundle may reject sources that the one in the tag's lockfile builds.",
  }),
  "release-expected": entry<{ what: string; kind: string; version: string; expected: string }>({
    message: ({ what, version, expected }) => `${what} is release ${version}, not ${expected}`,
    fix: ({ kind, version, expected }) =>
      kind === "tag"
        ? `Name the tag v${expected}, or correct --expect.`
        : `Download release ${expected}. If you want ${version}, pass --expect v${version}.`,
    why: "Someone could offer an old release in place of a new one, and users would lose its corrections.",
  }),
  "asset-not-file": entry<{ name: string; kind: string }>({
    message: ({ name, kind }) => `${name} is ${kind}, not a regular file`,
    fix: "Download the file itself.",
    why: "A link can lead to any file of this machine, and a pipe or a device never ends.",
  }),
  "assets-link": entry<{ directory: string }>({
    message: ({ directory }) => `${directory} is a symbolic link`,
    fix: "Remove the link, and commit that if the project has it. crd-bundle makes the directory itself.",
    why: "A clone could make crd-bundle read or replace files outside of the project.",
  }),
  "assets-many": entry<Record<never, never>>({
    message: () => "the directory has more files than any release",
    fix: "Name a directory that holds the assets of one release and nothing else.",
    why: "The comparison reads every file, and a hostile directory can go on without end.",
  }),
  "asset-unlike": entry<{ name: string }>({
    message: ({ name }) => `${name} is not what the sources make`,
    fix: "Do not use it. To build the assets again, move release/<version>/ away: crd-bundle verify <tag> --write.",
    why: "An asset was replaced after its release, so that nobody's checksums held.",
  }),
  "assets-unknown": entry<{ directory: string }>({
    message: ({ directory }) => `nothing in ${directory} says which release it is of`,
    fix: "Put its provenance.intoto.json beside the assets, or name a tag.",
    why: "Assets are compared with what their tag makes.",
    usage: true,
  }),
  "git-failed": entry<{ command: string; problem: string }>({
    message: ({ command, problem }) => `git ${command} failed: ${problem}`,
    fix: "Fix what git names, and run the same command again.",
    why: "A release is commits and tags: git has to take part.",
  }),
};
