/** The bundle's two ways into the tool: the command line, and the library as programs import it from the package. */
import type * as library from "../app/index.js";

export { main } from "./main.js";

export function loadLibrary(): Promise<typeof library> {
  return import("../app/index.js");
}
