import type { ts } from "../language/read/ts-morph.js";

/** TypeScript, as the running server has it. */
export type TypeScript = typeof ts;
