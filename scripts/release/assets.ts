/** What a release hands out. */
import { CHANNELS } from "../model/channel.js";
import type { Asset, OutputFile } from "../model/output.js";
import { makeArchive } from "./archive.js";
import { CHECKSUMS, printChecksums } from "./checksums.js";
import { printProvenance, type Source } from "./provenance.js";

export interface ReleaseContent {
  /** Of the bundle. */
  readonly name: string;
  /** Without a leading v. */
  readonly version: string;
  /** Of the release's commit, in seconds since 1970. */
  readonly time: number;
  /** All files of `dist/`. */
  readonly files: readonly OutputFile[];
  /** The release notes, as Markdown. */
  readonly notes: string;
  readonly source: Source;
}

/** The folder of `dist/` that is an npm package. */
const TYPES = "types/";
/** Where npm looks for a package in its archive. */
const NPM_FOLDER = "package";

/** The assets of a release. The last one lists the sums of the others, the last but one says what they are made of. */
export async function makeAssets(content: ReleaseContent): Promise<Asset[]> {
  const { name, version, time, files, notes, source } = content;
  const installs = CHANNELS.flatMap((channel) => {
    const file = files.find(({ path }) => path === `${channel}-install.yaml`);
    return file ? [{ channel, file }] : [];
  });
  const channels = installs.map(({ channel }) => channel);
  const bundle = `${name}-${version}`;
  const types = files.filter(({ path }) => path.startsWith(TYPES)).map(withoutFolder);
  const products = [
    ...installs.map(({ file }) => textAsset(file)),
    { name: `${bundle}.tar.gz`, bytes: await makeArchive(files, bundle, time) },
    ...(types.length > 0
      ? [{ name: `${name}-types-${version}.tgz`, bytes: await makeArchive(types, NPM_FOLDER, time) }]
      : []),
    textAsset({ path: "release-notes.md", text: notes }),
  ];
  const provenance = printProvenance(products, { name, version, channels }, source);
  const described = [...products, textAsset({ path: "provenance.intoto.json", text: provenance })];
  return [...described, textAsset({ path: CHECKSUMS, text: printChecksums(described) })];
}

function withoutFolder({ path, text }: OutputFile): OutputFile {
  return { path: path.slice(TYPES.length), text };
}

function textAsset({ path, text }: OutputFile): Asset {
  return { name: path, bytes: Buffer.from(text) };
}
