/**
 * Keeps what a build read and printed for the next one, which then does it again only for what changed. A build keeps
 * nothing if there are errors, or if reading found anything to report.
 */
import { checksumOf } from "../core/file-printer.js";
import type { ApiModel } from "../core/model/api.js";
import type { Channel } from "../core/model/channel.js";
import { BUNDLE_FILE } from "../core/project-layout.js";
import { addResults, type KeptResult, resultsAbout } from "../core/remembered.js";
import type { Reading } from "../language/read/reading.js";
import type { BuildOutput } from "./build.js";
import type { Context } from "./context.js";
import type { EarlierRun } from "./earlier-run.js";
import type { Project } from "./project.js";

interface Entry extends EarlierRun {
  readonly results: readonly KeptResult[];
}

/** The output of a build, of which only the files that it writes are listed. */
interface WrittenOutput extends BuildOutput {
  /** The channel of these files; both if unset. */
  readonly channel?: Channel | undefined;
}

/** In bytes, for all output files together. The entry has a third of it, and the cache no space for more. */
const MOST_OUTPUT = 768 * 2 ** 20;

/**
 * Returns what the last build of a project read, and remembers what it printed. `directory` is the absolute path of the
 * project.
 */
export function recallRun(directory: string, { cache }: Context): EarlierRun | undefined {
  const entry = cache?.outside(directory).recallData(questionOf(directory));
  if (!isEntry(entry)) return undefined;
  const { results, ...run } = entry; // the results are kept only as long as the objects that they are about
  addResults(results);
  return run;
}

/** Reports whether an entry has the form that this version of the tool writes. */
function isEntry(entry: unknown): entry is Entry {
  const { reading, results } = (entry ?? {}) as Partial<Entry>;
  return Array.isArray(results) && Array.isArray(reading?.kinds) && reading.files instanceof Map;
}

/** Keeps what a build read and printed, unless the earlier run that it used is still as good. */
export function keepRun(
  directory: string,
  project: Project,
  built: WrittenOutput,
  earlier: EarlierRun | undefined,
  { cache }: Context,
): void {
  const { reading, files, channel } = built;
  if (!reading) return;
  const run: EarlierRun = { reading, version: project.bundle.version, channel, ...filesOf(project) };
  if (earlier && isSimilar(earlier, run)) return;
  if (files.reduce((sum, file) => sum + checksumOf(file).size, 0) > MOST_OUTPUT) return;
  const entry: Entry = { ...run, results: resultsAbout(printedParts(reading, built)) };
  cache?.outside(directory).keepData(questionOf(directory), entry);
}

/** The share of the sources that can change before they are kept again. */
const SMALL_SHARE = 1 / 8;

/** Reports whether a later build would not be much faster with another run than with an earlier one. */
function isSimilar(earlier: EarlierRun, { version, channel, settings, conversions, reading }: EarlierRun): boolean {
  const readAgain = [...reading.files].filter(([path, file]) => earlier.reading.files.get(path) !== file);
  return (
    version === earlier.version &&
    (earlier.channel === undefined || channel === earlier.channel) &&
    settings.text === earlier.settings.text &&
    conversions?.text === earlier.conversions?.text &&
    readAgain.length <= reading.files.size * SMALL_SHARE
  );
}

function filesOf({ bundle, files, conversions }: Project): Pick<EarlierRun, "settings" | "conversions"> {
  const { version: _, conversions: __, ...settings } = bundle;
  const text = files.find(({ path }) => path === BUNDLE_FILE)?.text ?? "";
  const [file] = conversions.files;
  const definitions = conversions.definitions.map(({ placeOf: _, ...definition }) => definition);
  return { settings: { text, value: settings }, ...(file && { conversions: { text: file.text, value: definitions } }) };
}

/** Returns the objects from which something was made that later builds can use. */
function printedParts({ kinds, files }: Reading, { model, crds }: BuildOutput): ReadonlySet<object> {
  // With one channel, the model is not that of the sources.
  const models = [{ kinds }, model, ...crds.map((channel) => channel.model)];
  return new Set([
    ...[...files.values()].flatMap(({ versions }) => versions),
    ...models.flatMap(partsOf),
    ...crds.flatMap((channel) => channel.crds),
  ]);
}

function partsOf({ kinds }: ApiModel): object[] {
  return kinds.flatMap((kind) => [kind, ...kind.versions]);
}

function questionOf(directory: string): string {
  return JSON.stringify(["run", directory]);
}
