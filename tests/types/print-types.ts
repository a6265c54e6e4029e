/** Prints schemas of Go types as types of the type language, without descriptions. */

/** The part of JSONSchemaProps that the schemas of Kubernetes' types use. Any other keyword is an error. */
export interface GoSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, GoSchema>>;
  readonly items?: GoSchema;
  readonly additionalProperties?: GoSchema;
  /** The types that a struct embeds. */
  readonly allOf?: readonly GoSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
}

/** Schemas by the path of the Go package and the name of the type. */
export type GoSchemas = Readonly<Record<string, Readonly<Record<string, GoSchema>>>>;

/** Types of other Go packages, and the modules that declare them in this language. */
const DECLARED: Readonly<Record<string, readonly [module: string, name: string]>> = {
  "k8s.io/apimachinery/pkg/api/resource.Quantity": ["../../meta/v1.js", "Quantity"],
  "k8s.io/apimachinery/pkg/apis/meta/v1.LabelSelector": ["../../meta/v1.js", "LabelSelector"],
  "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta": ["../../meta/v1.js", "EmbeddedObjectMeta"],
  "k8s.io/apimachinery/pkg/apis/meta/v1.Time": ["../../meta/v1.js", "Time"],
  "k8s.io/apimachinery/pkg/util/intstr.IntOrString": ["../../util/intstr.js", "IntOrString"],
};
const INTEGERS = "../../meta/v1.js";

/** The keywords that are tags with a value of one word, in the order of the tags. */
const TAGS = {
  "x-kubernetes-list-type": "listType",
  "x-kubernetes-map-type": "mapType",
  minItems: "minItems",
  maxItems: "maxItems",
  minimum: "minimum",
  maximum: "maximum",
  minLength: "minLength",
  maxLength: "maxLength",
} as const;
/** The keywords that a type or a tag of its own expresses. */
const OTHERS: readonly string[] = [
  "$ref",
  "description",
  "type",
  "format",
  "default",
  "required",
  "properties",
  "items",
  "additionalProperties",
  "allOf",
  "pattern",
  "x-kubernetes-list-map-keys",
];

/** Prints all types of a package that are more than a string. */
export function printTypes(schemas: GoSchemas, path: string, header: string): string {
  const printer = new Printer(schemas, path);
  const names = Object.keys(schemas[path] ?? {}).sort();
  const types = names.filter((name) => !printer.isPlain(name)).map((name) => printer.declaration(name));
  return [header, ...printer.imports(), "", types.join("\n"), ""].join("\n").replace(/\n+$/, "\n");
}

class Printer {
  readonly #imported = new Map<string, Set<string>>();

  constructor(
    readonly schemas: GoSchemas,
    readonly path: string,
  ) {}

  /** Reports whether a type has no schema of its own, so its Go type is printed in its place. */
  isPlain(name: string): boolean {
    const { description: _, ...schema } = this.#schema(this.path, name);
    return Object.keys(schema).every((keyword) => keyword === "type") && schema.type !== "object";
  }

  declaration(name: string): string {
    const schema = this.#schema(this.path, name);
    const embedded = (schema.allOf ?? []).map((each) => this.#target(each.$ref ?? ""));
    const inherited = embedded.map((target) => this.#schema(this.path, target.name)["x-kubernetes-map-type"]);
    const mapType = schema["x-kubernetes-map-type"] ?? inherited.find((each) => each !== undefined);
    const comment = this.#comment(
      { ...schema, ...(mapType !== undefined && { "x-kubernetes-map-type": mapType }) },
      "",
    );
    if (schema.additionalProperties) return `${comment}export type ${name} = ${this.#type(schema)};`;
    const bases = embedded.length > 0 ? ` extends ${embedded.map((target) => target.name).join(", ")}` : "";
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) =>
      this.#field(field, value, schema.required?.includes(field) ?? false),
    );
    const body = fields.length > 0 ? `{\n${fields.join("\n")}\n}` : "{}";
    return `${comment}export interface ${name}${bases} ${body}`;
  }

  imports(): string[] {
    return [...this.#imported]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => `import type { ${[...names].sort(compareIgnoringCase).join(", ")} } from "${module}";`);
  }

  #field(name: string, schema: GoSchema, isRequired: boolean): string {
    return `${this.#comment(schema, "  ")}  ${name}${isRequired ? "" : "?"}: ${this.#type(schema)};`;
  }

  #type(schema: GoSchema): string {
    if (schema.$ref !== undefined) {
      const { name, path } = this.#target(schema.$ref);
      const declared = DECLARED[`${path}.${name}`];
      if (declared) return this.#import(...declared);
      const isHere = path === this.path && !this.isPlain(name);
      return isHere ? name : this.#type(this.#schema(path, name));
    }
    if (schema.items) return `${this.#type(schema.items)}[]`;
    if (schema.additionalProperties) return `Record<string, ${this.#type(schema.additionalProperties)}>`;
    if (schema.type === "integer") return this.#import(INTEGERS, schema.format ?? "integer");
    if ((schema.type === "string" || schema.type === "boolean") && schema.format === undefined) return schema.type;
    throw new Error(`there is no type for ${JSON.stringify(schema)}`);
  }

  #comment(schema: GoSchema, indent: string): string {
    const unknown = Object.keys(schema).filter((keyword) => !(keyword in TAGS) && !OTHERS.includes(keyword));
    if (unknown.length > 0) throw new Error(`there is no tag for ${unknown.join(", ")}`);
    const tags = [
      ...(schema.default === undefined ? [] : [`@default \`${JSON.stringify(schema.default)}\``]),
      ...(schema.pattern === undefined ? [] : [`@pattern \`${schema.pattern}\``]),
      ...Object.entries(TAGS).flatMap(([keyword, tag]) => {
        const value = schema[keyword as keyof typeof TAGS];
        return value === undefined ? [] : [`@${tag} ${value}`];
      }),
      ...(schema["x-kubernetes-list-map-keys"] ?? []).map((key) => `@listMapKey ${key}`),
    ];
    if (tags.length === 0) return "";
    if (tags.length === 1) return `${indent}/** ${tags[0]} */\n`;
    return `${indent}/**\n${tags.map((tag) => `${indent} * ${tag}\n`).join("")}${indent} */\n`;
  }

  #schema(path: string, name: string): GoSchema {
    const schema = this.schemas[path]?.[name];
    if (!schema) throw new Error(`there is no schema for ${path}.${name}`);
    return schema;
  }

  /** Returns the type to which a reference leads: `#/definitions/Name`, or `#/definitions/a~1b~0Name` elsewhere. */
  #target(reference: string): { readonly path: string; readonly name: string } {
    const [path, name] = reference.replace("#/definitions/", "").replaceAll("~1", "/").split("~0");
    return name === undefined ? { path: this.path, name: path ?? "" } : { path: path ?? "", name };
  }

  #import(module: string, name: string): string {
    this.#imported.set(module, (this.#imported.get(module) ?? new Set()).add(name));
    return name;
  }
}

function compareIgnoringCase(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}
