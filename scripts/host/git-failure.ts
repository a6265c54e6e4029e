/** A required git command that failed, with git's message. */
export class GitFailure extends Error {
  constructor(
    readonly command: string,
    readonly problem: string,
  ) {
    super(`git ${command}: ${problem}`);
  }
}

/** Git is not installed, or is not on PATH. */
export class GitMissing extends Error {
  constructor() {
    super("git is not on PATH");
  }
}
