/** Colours for a terminal, or none; and the lines that a workflow obeys. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  /** A workflow command, `::error …`: the only line that may begin like one. */
  readonly command: (text: string) => string;
}

export const NO_COLOR: Style = { bold: String, dim: String, red: String, command: String };

export const COLOUR: Style = {
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  dim: (text) => `\x1b[2m${text}\x1b[22m`,
  red: (text) => `\x1b[31m${text}\x1b[39m`,
  command: String,
};
