/** A git command that was needed and failed, with what git said. */
export class GitFailure extends Error {
  constructor(
    readonly command: string,
    readonly problem: string,
  ) {
    super(`git ${command}: ${problem}`);
  }
}
