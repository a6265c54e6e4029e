/** The request for a build, and its result. */
import type { Channel } from "../core/model/channel.js";
import type { ChannelSummary } from "../core/model/channel-summary.js";
import type { Diagnostic } from "../core/model/diagnostic.js";
import type { SourceText } from "../core/model/location.js";

export interface BuildRequest {
  /** The directory that contains `apis/`, relative to the working directory. */
  readonly project: string;
  /** The output directory, relative to the working directory; `dist` in the project if unset. */
  readonly out?: string;
  /** If set, only the files of this channel are written or compared. */
  readonly channel?: Channel;
  /** The bundle version; the one in the project's package.json if unset. */
  readonly bundleVersion?: string;
  /** Writes nothing, and reports each file that is out of date. */
  readonly check?: boolean;
  /** Reports warnings as errors. A build with warnings then fails and writes nothing. */
  readonly strict?: boolean;
}

/** The result of a build, or of a check that found the output up to date. */
export interface BuiltBundle {
  readonly channels: readonly ChannelSummary[];
  /** The advice that is neither accepted nor off. */
  readonly warnings: readonly Diagnostic[];
  /** The files to which the warnings refer. */
  readonly sources: readonly SourceText[];
}
