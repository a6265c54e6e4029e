/**
 * Prints the functions of a module that validate objects. The code is CommonJS, which ECMAScript modules can import too,
 * and which can load a CRD when it is needed.
 */
import { GENERATED_MARK } from "../../core/bundle-layout.js";
import type { CustomResourceDefinition } from "../../core/model/crd.js";
import { type Json, sortKeys } from "../../core/model/json.js";
import { withoutDescriptions } from "../../core/model/schema.js";
import { commentOf, literalOf } from "./syntax.js";

/** Names of the functions that validate objects of a type, in alphabetical order. */
export function functionsOf(object: string): readonly [assert: string, validate: string] {
  return [`assert${object}`, `validate${object}`];
}

/** Prints the declarations of the functions for a kind. `object` is the name of its type. */
export function declareFunctions(kind: string, object: string): string {
  const [assert, validate] = functionsOf(object);
  const value = "value: unknown";
  const options = "options?: meta.ValidationOptions";
  return [
    commentOf(`Throws an InvalidObjectError of ${RUNTIME} if a value is not a valid ${kind} with all required fields.`),
    `export declare function ${assert}<Metadata = meta.ObjectMeta>(${value}): asserts value is ${object}<Metadata>;\n\n`,
    commentOf(
      `Returns the errors for which the API server rejects a value as a ${kind}. Empty if it accepts the value.`,
    ),
    `export declare function ${validate}(${value}, ${options}): meta.FieldError[];\n`,
  ].join("");
}

/** Version of a kind whose objects a module validates. */
export interface Validated {
  readonly version: string;
  /** Name of the type of the objects. */
  readonly object: string;
  /** Module specifier of the CRD. */
  readonly crd: string;
}

/** Prints the code of a module. `kubernetes` is the minor version whose validation the functions apply. */
export function printFunctions(kinds: readonly Validated[], kubernetes: string): string {
  const functions = kinds.map(({ version, object, crd }) => {
    const [assert, validate] = functionsOf(object);
    const args = [`() => require(${literalOf(crd)})`, literalOf(version), literalOf(kubernetes)];
    return `const ${object}Validator = validation.kindValidator(${args.join(", ")});
exports.${assert} = ${object}Validator.assert;
exports.${validate} = ${object}Validator.validate;
`;
  });
  return `"use strict";\n\nconst validation = require("${RUNTIME}");\n\n${functions.join("\n")}`;
}

/** Prints the code of an index, which exports functions of other modules. */
export function reexportFunctions(functions: readonly { readonly name: string; readonly path: string }[]): string {
  const exports = functions.map(({ name, path }) => `exports.${name} = require("./${path}.js").${name};\n`);
  return `"use strict";\n\n${exports.join("")}`;
}

/** Returns the path of a CRD from the directory of the channel. */
export function crdModule(group: string, plural: string): string {
  return `${group}_${plural}.json`;
}

/**
 * Prints everything that validation requires of a CRD: no annotations, no descriptions, and no versions that are not
 * served.
 */
export function printCrdModule(crd: CustomResourceDefinition): string {
  const versions = crd.spec.versions
    .filter(({ served }) => served)
    .map(({ schema, ...version }) => ({
      ...version,
      schema: { openAPIV3Schema: withoutDescriptions(schema.openAPIV3Schema) },
    }));
  const metadata = { name: crd.metadata.name };
  const content = { "//": GENERATED_MARK, ...crd, metadata, spec: { ...crd.spec, versions } };
  return `${JSON.stringify(sortKeys(content as unknown as Json, new Map()))}\n`;
}

const PACKAGE = "crd-bundle";
const RUNTIME = `${PACKAGE}/validation`;

/**
 * Dependency of the package with the types. It is optional, because most users need only the types. Version 0.1.0 is the
 * first that has the functions.
 */
export const RUNTIME_DEPENDENCY = {
  peerDependencies: { [PACKAGE]: ">=0.1.0" },
  peerDependenciesMeta: { [PACKAGE]: { optional: true } },
} as const;
