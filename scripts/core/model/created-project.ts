/** The result of the creation of a project. All paths are relative to the working directory. */
export interface CreatedProject {
  readonly created: readonly string[];
  /** Files that a new project has, but that existed. They are unchanged. */
  readonly kept: readonly string[];
  /** Commands that build the project, for a shell in the working directory. */
  readonly commands: readonly string[];
}
