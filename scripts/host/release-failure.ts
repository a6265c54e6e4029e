import type { Tag } from "../core/model/release-version.js";

/** Error thrown if another process is making a release, in `directory`. */
export class ReleaseRunning extends Error {
  constructor(
    readonly pid: number,
    readonly directory: string,
  ) {
    super(`process ${pid} is making a release`);
  }
}

/** Error thrown if a release was made or undone, but `cause` prevented the steps that follow. */
export class ReleaseUnfinished extends Error {
  constructor(
    readonly tag: Tag,
    override readonly cause: Error,
    readonly done: "released" | "taken back" = "released",
  ) {
    super(`${tag} is incomplete: ${cause.message}`);
  }
}
