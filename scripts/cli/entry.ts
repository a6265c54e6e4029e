/** The bundle's two ways into the tool: the command line, and the library as programs import it from the package. */
import type * as app from "../app/index.js";

export { main } from "./main.js";

/** Returns the library. It loads only then and at once, so programs can also `require` the package. */
export function library(): typeof app {
  return require("../app/index.js") as typeof app;
}
