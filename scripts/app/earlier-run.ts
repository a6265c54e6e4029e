/** The content of a project as an earlier run read it. */
import type { Settings } from "../core/model/bundle.js";
import type { Channel } from "../core/model/channel.js";
import type { Conversion } from "../core/model/conversion.js";
import type { SourceText } from "../core/model/location.js";
import type { Version } from "../core/model/release-version.js";
import type { Reading } from "../language/read/reading.js";

export interface EarlierRun {
  readonly version: Version;
  /** The only channel of which files were printed; both if unset. */
  readonly channel?: Channel | undefined;
  readonly reading: Reading;
  readonly settings: KeptFile<Settings>;
  /** Unset if the project has none. */
  readonly conversions?: KeptFile<readonly Conversion[]>;
}

/** The text of a file, and its content. */
interface KeptFile<T> {
  readonly text: string;
  readonly value: T;
}

/** Returns the content of a file that has the same text as before, or undefined. */
export function valueIn<T>(kept: KeptFile<T> | undefined, file: SourceText | undefined): T | undefined {
  return kept && kept.text === file?.text ? kept.value : undefined;
}
