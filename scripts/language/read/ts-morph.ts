/**
 * The TypeScript compiler. It is a CommonJS module of nine megabytes, in which `import … from` would first search for
 * the names of the exports.
 */
import morph = require("ts-morph");

export import Project = morph.Project;
export import ts = morph.ts;
export import SyntaxKind = morph.SyntaxKind;
