/**
 * The whole TypeScript compiler. In the bundle of the library, it is a file of its own that is loaded when it is used,
 * and differs from that of ts-morph.ts, whose syntax trees it accepts.
 */
import morph = require("ts-morph");

export import ts = morph.ts;
