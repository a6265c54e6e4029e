/** Reads the documents of the project, and updates their generated parts. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { ROOT } from "../support/golden.js";
import { rerun } from "./console.js";
import { fencesOf } from "./markdown.js";
import { fillParts } from "./parts.js";

export interface Document {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = ["node_modules", ".git", "build", "dist", join("docs", "reports"), join("tests", "fixtures")];

/** Returns every Markdown file of the checkout, except those that the build writes and those that tests read. */
export function readDocuments(directory = ""): Document[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(path) ? [] : readDocuments(path);
    if (!path.endsWith(".md")) return [];
    return [{ path: path.split(sep).join("/"), text: readFileSync(join(ROOT, path), "utf8") }];
  });
}

/** Returns whether a document shows commands with their output. */
export function showsCommands({ text }: Document): boolean {
  return fencesOf(text).some(({ language }) => language === "console");
}

/** Returns the up-to-date text of a document: new generated parts and, if `runs` is set, new output of its commands. */
export async function renew({ text }: Document, { runs }: { readonly runs: boolean }): Promise<string> {
  const filled = fillParts(text);
  return runs ? rerun(filled) : filled;
}
