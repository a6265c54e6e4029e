/** The part of TypeScript's library that the type language has. */
import { createRequire } from "node:module";

export interface LibraryFile {
  /** Name without a directory, such as `lib.es5.d.ts`. */
  readonly name: string;
  readonly text: string;
}

/** The part of the package `@ts-morph/common` that is used. */
interface Common {
  getLibFiles(): readonly { readonly fileName: string; readonly text: string }[];
}

/** The library of ES5, which is the fastest to load, and the files to which it refers. */
const NAMES = ["lib.es5.d.ts", "lib.decorators.d.ts", "lib.decorators.legacy.d.ts"];

/** Returns the files of the library, which a dependency of ts-morph contains. The bundle contains them instead. */
export function libraryFiles(): readonly LibraryFile[] {
  const { resolve } = createRequire(import.meta.url);
  const { getLibFiles } = createRequire(resolve("ts-morph"))("@ts-morph/common") as Common;
  return getLibFiles().flatMap(({ fileName, text }) => (NAMES.includes(fileName) ? { name: fileName, text } : []));
}
