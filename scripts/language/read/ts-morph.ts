/**
 * The part of the TypeScript compiler that reads sources. It is a CommonJS module of nine megabytes, in which
 * `import … from` would first search for the names of the exports. The bundles contain only what they need of it, which
 * compiler-parts.js cuts out.
 */
import morph = require("ts-morph");

export import ts = morph.ts;
export import SyntaxKind = morph.SyntaxKind;
