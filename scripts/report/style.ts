/** Colors for a terminal, or none, and workflow commands. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  /** Marks a workflow command, as in `::error …`. All other lines that look like one are escaped. */
  readonly command: (text: string) => string;
}

export const NO_COLOR: Style = { bold: String, dim: String, red: String, yellow: String, command: String };
