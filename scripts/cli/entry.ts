/** The bundle's ways into the tool: the command line, the library as programs import it, and the plugin for editors. */
import type * as editingParts from "../app/editing/edited-project.js";
import type * as app from "../app/index.js";

export { main } from "./main.js";

/** Returns the library. It loads only then and at once, so programs can also `require` the package. */
export function library(): typeof app {
  return require("../app/index.js") as typeof app;
}

/** Returns what the plugin for editors needs. It loads only then. */
export function editing(): typeof editingParts {
  return require("../app/editing/edited-project.js") as typeof editingParts;
}
