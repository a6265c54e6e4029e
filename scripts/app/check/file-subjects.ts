/** Reads the CRDs to check from files, directories, or standard input. */
import type { Diagnostic } from "../../core/model/diagnostic.js";
import type { SourceText } from "../../core/model/location.js";
import type { Skipped } from "../../core/model/skipped.js";
import type { Context } from "../context.js";
import { countKinds, filesWithoutKinds, isCrd, type Manifest, readCrdManifests } from "../manifests.js";
import type { Subject } from "./subject.js";

/** CRDs from files, with the problems of files that could not be read. */
export interface FileSubjects {
  readonly subjects: readonly Subject[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  readonly skipped: Skipped;
}

/**
 * Reads the CRDs in files, in directories with everything below them, and in standard input, which is `-`. In Helm
 * charts, reads only `crds/`. Sends a remark about everything that is skipped.
 */
export async function fileSubjects(names: readonly string[], context: Context): Promise<FileSubjects> {
  const { crds, ...read } = await readCrdFiles(names, context);
  return { ...read, subjects: crds.map(subjectOf) };
}

/** CRDs from files, as they are in their files. */
export interface CrdFiles extends Omit<FileSubjects, "subjects"> {
  readonly crds: readonly Manifest[];
}

/** Reads CRDs in the same way. `prepare` changes the text of a file before it is read. */
export async function readCrdFiles(
  names: readonly string[],
  context: Context,
  prepare?: (text: string) => string,
): Promise<CrdFiles> {
  const { manifests, diagnostics, sources, noObjects, links, unread } = await readCrdManifests(names, context, prepare);
  const others = manifests.filter((manifest) => !isCrd(manifest));
  const skipped = { documents: countKinds(others, noObjects.length), links };
  if (skipped.documents.length > 0) {
    const withoutKinds = filesWithoutKinds(others, noObjects);
    context.remark({ about: "skipped-documents", documents: skipped.documents, withoutKinds });
  }
  if (links.length > 0) context.remark({ about: "skipped-links", links });
  if (unread.length > 0) context.remark({ about: "unread-in-charts", files: unread });
  return { crds: manifests.filter(isCrd), diagnostics, sources, skipped };
}

/** Returns a CRD in a file as the subject of a check. */
export function subjectOf({ value, file, placeOf }: Manifest): Subject {
  return { crd: value, file, placeOf };
}
