/**
 * The TypeScript compiler. It is a CommonJS module of nine megabytes, in which `import … from` would first search for
 * the names of the exports. In the bundle, compiler-only.cjs replaces ts-morph.
 */
import morph = require("ts-morph");

export import ts = morph.ts;
export import SyntaxKind = morph.SyntaxKind;
