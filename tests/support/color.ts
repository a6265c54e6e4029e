/** The colors of a terminal. */
import type { Style } from "../../scripts/report/style.js";

export const COLOR: Style = {
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  dim: (text) => `\x1b[2m${text}\x1b[22m`,
  yellow: (text) => `\x1b[33m${text}\x1b[39m`,
  red: (text) => `\x1b[31m${text}\x1b[39m`,
  command: String,
};
