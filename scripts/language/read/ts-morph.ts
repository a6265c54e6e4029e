/**
 * The TypeScript compiler. It is a CommonJS module of nine megabytes, in which `import … from` would first search for
 * the names of the exports.
 */
import morph = require("ts-morph");

export type * from "ts-morph";
export import Node = morph.Node;
export import Project = morph.Project;
export import SyntaxKind = morph.SyntaxKind;
export import ts = morph.ts;
