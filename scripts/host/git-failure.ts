/** A git command that was needed and failed, with what git said. */
export class GitFailure extends Error {
  constructor(
    readonly command: string,
    readonly problem: string,
  ) {
    super(`git ${command}: ${problem}`);
  }
}

/** There is no git to run. */
export class GitMissing extends Error {
  constructor() {
    super("git is not on PATH");
  }
}
