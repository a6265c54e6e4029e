/** Compares the release notes of a Git tag with the notes that its manifests and the releases before it produce. */
import { diagnose } from "../../core/diagnostics/diagnose.js";
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import { releaseOf, type Version } from "../../core/model/release-version.js";
import { CHANGELOG } from "../../core/project-layout.js";
import { dayOf } from "../../host/git.js";
import { readSource } from "../../host/sources.js";
import { type Changelog, readChangelog, sectionOf } from "../../release/changelog/changelog.js";
import { notesOf } from "../../release/changelog/notes.js";
import { channelsOf, releaseKind } from "../../release/version.js";
import { compareTree } from "../comparison.js";
import { notesFromManifests } from "../release/notes.js";
import { withSettledWaivers } from "../settled-waivers.js";
import { lineageOf, treeState } from "../states.js";
import type { Workspace } from "../workspace.js";
import type { Tagged } from "./tagged.js";

export interface ComparedNotes {
  /** Unset if the notes cannot be made. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/**
 * The profile for release notes. They list changes and waivers, but not the required bump, so every profile gives the
 * same notes.
 */
const NOTES_PROFILE = "channels";

/**
 * Returns the release notes, and reports a changelog that contradicts the manifests, the releases before or the
 * waivers.
 */
export async function compareNotes(tagged: Tagged, workspace: Workspace): Promise<ComparedNotes> {
  const { commit, version } = tagged;
  const { bundle, directory, places } = workspace;
  const channels = channelsOf(version, bundle.channels);
  const settled = await withSettledWaivers(workspace, [commit]);
  if (!settled.ok) return settled;
  const before = settled.value;
  const earlier = await lineageOf(before, commit, version);
  if (!earlier.ok) return earlier;
  const file = (await readSource(directory, CHANGELOG)) ?? { path: CHANGELOG, text: "" };
  const changelog = readChangelog(file);
  const day = dayOf(await places.repository.timeOf(commit));
  const tree = await treeState(before, dayOfRelease(changelog, version, day));
  if (!tree.ok) return tree;
  const compared = await compareTree(before, earlier.value, tree.value, { profile: NOTES_PROFILE });
  if (!compared.ok) return compared;
  const comparison = compared.value;
  const verdict = comparison?.judgeAs(releaseOf(version));
  const generated = notesFromManifests({ channels, after: tree.value, comparison, verdict }, before);
  const days = { first: earlier.value.at(-1)?.date ?? "", last: day };
  const problems = releaseKind(version) === "release" ? sectionProblems(changelog, tagged, days, generated) : [];
  return { text: notesOf(changelog, version, generated), diagnostics: problems, sources: [file] };
}

/**
 * Returns the day on which the release is judged. That is the date of its section, because a pull request may be merged
 * days later.
 */
function dayOfRelease(changelog: Changelog, version: Version, day: string): string {
  const date = changelog.sections.find((section) => section.version === version)?.date;
  return date !== undefined && date < day ? date : day;
}

function sectionProblems(
  changelog: Changelog,
  { tag, version }: Tagged,
  { first, last }: { readonly first: string; readonly last: string },
  generated: string,
): Diagnostic[] {
  const section = changelog.sections.find((candidate) => candidate.version === version);
  if (!section) return [diagnose("release-tag-changelog", { tag, problem: `has no section for ${version}` })];
  const { heading } = section;
  const location = { file: changelog.file.path, ...heading };
  const dated =
    section.date !== undefined && first <= section.date && section.date <= last
      ? []
      : [
          diagnose(
            "release-tag-changelog",
            { tag, problem: `must date ${version} between the previous release and its commit of ${last}` },
            location,
          ),
        ];
  const text = sectionOf(changelog, version)?.replaceAll("\r\n", "\n") ?? "";
  const isTrue = text.endsWith(generated.trim());
  return [
    ...dated,
    ...(isTrue
      ? []
      : [diagnose("release-tag-changelog", { tag, problem: `contradicts the manifests of ${version}` }, location)]),
  ];
}
