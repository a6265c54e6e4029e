/** Keeps the result of a build between runs, so a run in which nothing changed need not build. */
import type { ChannelSummary } from "../core/model/channel-summary.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import { sha256 } from "../core/model/digest.js";
import type { OutputFile } from "../core/model/output.js";
import type { Templates } from "../emit/templates.js";
import { OutputDirectory } from "../host/output-directory.js";
import type { Writer } from "../host/writer.js";
import type { StringCache } from "./context.js";
import { digestOfSources } from "./digest-of-sources.js";
import { type OutputChoice, outputOf } from "./output.js";
import type { Project } from "./project.js";

/** A build without errors: all that is printed about it, and the files that it writes. */
interface KeptBuild {
  readonly channels: readonly ChannelSummary[];
  /** The advice that is neither accepted nor off, also if the run reports it as errors. */
  readonly warnings: readonly Diagnostic[];
  readonly files: readonly KeptFile[];
  readonly reports: readonly KeptFile[];
}

interface KeptFile {
  readonly path: string;
  /** Digest of the text. */
  readonly digest: string;
}

/** The build of a project that was kept last. The cache contains one for each project. */
export class LastBuild {
  readonly #question: string;
  readonly #inputs: string;

  /** `project` is the absolute path of the project. */
  constructor(
    project: string,
    read: Project,
    templates: Templates,
    readonly cache: StringCache,
  ) {
    this.#question = `build of ${project}`;
    this.#inputs = inputsOf(read, templates);
  }

  /** Returns the build, if it was made from the same inputs. */
  recall(): KeptBuild | undefined {
    const text = this.cache.recall(this.#question);
    const { inputs, kept } = text === undefined ? NOTHING : (JSON.parse(text) as Entry);
    return inputs === this.#inputs ? kept : undefined;
  }

  keep({ channels, warnings, files, reports }: Built): void {
    const kept: KeptBuild = { channels, warnings, files: files.map(keptFile), reports: reports.map(keptFile) };
    this.cache.keep(this.#question, JSON.stringify({ inputs: this.#inputs, kept } satisfies Entry));
  }
}

interface Entry {
  readonly inputs: string;
  readonly kept: KeptBuild;
}

const NOTHING = { inputs: undefined, kept: undefined };

/** Returns a digest of everything on which a build depends, except the tool. */
function inputsOf({ bundle, files, imports, conversions }: Project, templates: Templates): string {
  return sha256(
    JSON.stringify([bundle.version, digestOfSources([...files, ...conversions.files], imports), templates]),
  );
}

/** A build whose files have their text. */
interface Built extends Pick<KeptBuild, "channels" | "warnings"> {
  readonly files: readonly OutputFile[];
  readonly reports: readonly OutputFile[];
}

function keptFile({ path, text }: OutputFile): KeptFile {
  return { path, digest: sha256(text) };
}

/**
 * Reports whether the files on disk are exactly those of a kept build, and no interrupted run must be completed. If the
 * disk cannot be read, the answer is no: the build itself then reports why.
 */
export async function isOnDisk(kept: KeptBuild, place: KeptPlace): Promise<boolean> {
  try {
    return await compareWithDisk(kept, place);
  } catch {
    return false;
  }
}

async function compareWithDisk(kept: KeptBuild, { bundle, project, choice, self }: KeptPlace): Promise<boolean> {
  const output = outputOf(kept, bundle, project, choice);
  const directory = new OutputDirectory(output, self);
  if (await directory.isPending()) return false;
  const current = await directory.read(output.belongs);
  const isSame = ({ path, digest }: KeptFile) => {
    const content = current.get(path);
    return typeof content === "string" && sha256(content) === digest;
  };
  if (current.size !== output.files.length || !output.files.every(isSame)) return false;
  return (await directory.obstacles(output.files.map(({ path }) => path))).length === 0;
}

interface KeptPlace {
  readonly bundle: Project["bundle"];
  readonly project: string;
  readonly choice: OutputChoice;
  readonly self: Writer;
}
