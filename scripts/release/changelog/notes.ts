/** The notes of a release: what people wrote, and under it what the manifests say. */
import { type Changelog, sectionOf, unreleasedNotes } from "./changelog.js";

/**
 * A release has a section in the changelog. What comes before it has none, since its notes are those of the release it
 * leads to: they stay under Unreleased. Line ends are LF: those of the file are git's to change.
 */
export function notesOf(changelog: Changelog, version: string, generated: string): string {
  const section = sectionOf(changelog, version);
  const parts = section === undefined ? [unreleasedNotes(changelog)?.text ?? "", generated] : [section];
  return `${parts
    .map((part) => part.replaceAll("\r\n", "\n").trim())
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}
