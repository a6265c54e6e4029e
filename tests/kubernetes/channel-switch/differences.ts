/** Finds what only one of two channels has, by their schemas. The engine finds it by objects. */
import type { CustomResourceDefinition } from "../../../scripts/core/model/crd.js";
import { type FieldPath, fieldIn, itemsOf, ROOT_PATH, valuesOf } from "../../../scripts/core/model/field-path.js";
import type { Json } from "../../../scripts/core/model/json.js";
import type { StructuralSchema } from "../../../scripts/core/model/schema.js";

/** Field or value of an enum that only the experimental channel has. */
export interface Difference {
  readonly crd: CustomResourceDefinition;
  readonly version: string;
  readonly path: FieldPath;
  readonly value?: Json;
}

/** Returns the outermost fields, and the values, of all versions that both channels serve. */
export function differencesBetween(
  standard: readonly CustomResourceDefinition[],
  experimental: readonly CustomResourceDefinition[],
): Difference[] {
  return experimental.flatMap((crd) => {
    const other = standard.find(({ metadata }) => metadata.name === crd.metadata.name);
    return crd.spec.versions.flatMap(({ name, served, schema }) => {
      const same = other?.spec.versions.find((version) => version.name === name && version.served);
      if (!served || !same) return [];
      const found = differencesIn(schema.openAPIV3Schema, same.schema.openAPIV3Schema, ROOT_PATH);
      return found.map((each) => ({ crd, version: name, ...each }));
    });
  });
}

function differencesIn(
  wide: StructuralSchema,
  narrow: StructuralSchema,
  path: FieldPath,
): Pick<Difference, "path" | "value">[] {
  const values = (wide.enum ?? []).filter((value) => narrow.enum && !narrow.enum.includes(value));
  const fields = Object.entries(wide.properties ?? {}).flatMap(([name, field]) => {
    const same = narrow.properties?.[name];
    return same ? differencesIn(field, same, fieldIn(path, name)) : [{ path: fieldIn(path, name) }];
  });
  const items = wide.items && narrow.items ? differencesIn(wide.items, narrow.items, itemsOf(path)) : [];
  const [inner, other] = [wide.additionalProperties, narrow.additionalProperties];
  const isMap = typeof inner === "object" && typeof other === "object";
  return [
    ...values.map((value) => ({ path, value })),
    ...fields,
    ...items,
    ...(isMap ? differencesIn(inner, other, valuesOf(path)) : []),
  ];
}
