/** Makes the assets of a release. */
import { installPath, TYPES_DIRECTORY } from "../../core/bundle-layout.js";
import { CHANNELS } from "../../core/model/channel.js";
import { CHECKSUMS } from "../../core/model/checksums.js";
import type { Asset, OutputFile } from "../../core/model/output.js";
import { makeArchive } from "./archive.js";
import { printChecksums } from "./checksums.js";
import { PROVENANCE, printProvenance, type Source, withTool } from "./provenance.js";

export interface ReleaseContent {
  /** Name of the bundle. */
  readonly name: string;
  /** Bundle version, without a `v`. */
  readonly version: string;
  /** Time of the release commit, in seconds since 1970. */
  readonly time: number;
  /** All files of `dist/`. */
  readonly files: readonly OutputFile[];
  /** The release notes, as Markdown. */
  readonly notes: string;
  readonly source: Source;
}

/** Directory in which npm expects a package inside its archive. */
const NPM_DIRECTORY = "package";

/** Asset to make, with the function that makes it. */
interface Product {
  readonly name: string;
  readonly make: (content: ReleaseContent) => Uint8Array | Promise<Uint8Array>;
}

/** Returns the assets that are made from `dist/` and the release notes, in the order in which they are listed. */
function productsOf({ name, version, files }: Pick<ReleaseContent, "name" | "version" | "files">): Product[] {
  const bundle = `${name}-${version}`;
  const installs = CHANNELS.flatMap((channel) => files.find(({ path }) => path === installPath(channel)) ?? []);
  const types = files.filter(({ path }) => path.startsWith(`${TYPES_DIRECTORY}/`)).map(withoutDirectory);
  const npm = {
    name: `${name}-types-${version}.tgz`,
    make: ({ time }: ReleaseContent) => makeArchive(types, NPM_DIRECTORY, time),
  };
  return [
    ...installs.map(({ path, text }) => ({ name: path, make: () => Buffer.from(text) })),
    { name: `${bundle}.tar.gz`, make: ({ time }) => makeArchive(files, bundle, time) },
    ...(types.length > 0 ? [npm] : []),
    { name: "release-notes.md", make: ({ notes }) => Buffer.from(notes) },
  ];
}

/** Returns the names of the assets of a release in order, before any of them is made. */
export function assetNames(content: Pick<ReleaseContent, "name" | "version" | "files">): string[] {
  return [...productsOf(content).map(({ name }) => name), PROVENANCE, CHECKSUMS];
}

/**
 * Makes the assets of a release. The last one contains the checksums of the others, and the one before it their
 * provenance.
 */
export async function makeAssets(content: ReleaseContent): Promise<Asset[]> {
  const { name, version, files, source } = content;
  const made = productsOf(content).map(async (product) => ({ name: product.name, bytes: await product.make(content) }));
  const products = await Promise.all(made);
  const channels = CHANNELS.filter((channel) => files.some(({ path }) => path === installPath(channel)));
  const provenance = Buffer.from(printProvenance(products, { name, version, channels }, source));
  return withChecksums([...products, { name: PROVENANCE, bytes: provenance }]);
}

function withChecksums(described: readonly Asset[]): Asset[] {
  return [...described, { name: CHECKSUMS, bytes: Buffer.from(printChecksums(described)) }];
}

/**
 * Returns the assets as another version of crd-bundle would make them if it differed only in the version that the
 * provenance names. If `tool` is undefined, the provenance names none.
 */
export function asMadeBy(tool: string | undefined, assets: readonly Asset[]): Asset[] {
  const described = assets.filter(({ name }) => name !== CHECKSUMS);
  const rename = ({ name, bytes }: Asset): Asset => {
    return name === PROVENANCE
      ? { name, bytes: Buffer.from(withTool(Buffer.from(bytes).toString("utf8"), tool)) }
      : { name, bytes };
  };
  return withChecksums(described.map(rename));
}

function withoutDirectory({ path, text }: OutputFile): OutputFile {
  return { path: path.slice(TYPES_DIRECTORY.length + 1), text };
}
