/** The thread of TypeCheckerThread. */
import { parentPort } from "node:worker_threads";
import type { TypedSources } from "../app/type-errors.js";
import { CODE_CACHE, cacheCode } from "./code-cache.js";

cacheCode(CODE_CACHE, () => "types");
const errors = import("../app/type-errors.js").then(({ TypeErrors }) => new TypeErrors());

parentPort?.on("message", async (question: TypedSources | undefined) => {
  if (question) parentPort?.postMessage((await errors).in(question.sources, question.imports));
  else parentPort?.close();
});
