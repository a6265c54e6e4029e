/** Colours for a terminal, or none; and the lines that a workflow obeys. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  /** A workflow command, `::error …`: the only line that may begin like one. */
  readonly command: (text: string) => string;
}

export const NO_COLOR: Style = { bold: String, dim: String, red: String, yellow: String, command: String };
