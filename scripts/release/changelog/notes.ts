/** Release notes: the part that maintainers wrote, followed by the generated part. */
import { type Changelog, sectionOf, unreleasedNotes } from "./changelog.js";

/**
 * Returns the release notes of a version. A release has a section in the changelog. A pre-release has none, because its
 * notes are those of the release to which it leads; they stay under Unreleased. Line endings are LF, because Git may
 * change those of the file.
 */
export function notesOf(changelog: Changelog, version: string, generated: string): string {
  const section = sectionOf(changelog, version);
  const parts = section === undefined ? [unreleasedNotes(changelog)?.text ?? "", generated] : [section];
  return `${parts
    .map((part) => part.replaceAll("\r\n", "\n").trim())
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}
