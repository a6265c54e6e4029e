/** Place of a value inside an object. It is linked to its parent, because most values have no violation to report. */
export interface Place {
  readonly parent: Place | undefined;
  /** Name of a field, key of a map, or index of an item. */
  readonly step: string | number;
  /** Set for a key of a map. */
  readonly isKey?: true;
}

/** Place of the object itself. */
export const ROOT: Place | undefined = undefined;

/** Steps from the root of an object to a value in it. */
export type ValuePath = readonly (string | number)[];

export function fieldAt(parent: Place | undefined, step: string): Place {
  return { parent, step };
}

export function keyAt(parent: Place | undefined, step: string): Place {
  return { parent, step, isKey: true };
}

export function itemAt(parent: Place | undefined, step: number): Place {
  return { parent, step };
}

/** Returns the steps from the root to a place. */
export function stepsTo(place: Place | undefined): ValuePath {
  return placesTo(place).map(({ step }) => step);
}

/** Returns a path such as `.spec.ports[0]`, relative to the root. It is empty for the root itself. */
export function pathInWords(place: Place | undefined): string {
  return stepsTo(place)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("");
}

/**
 * Returns the field of a place as the API server prints it, such as `spec.ports[0]` or `metadata.labels[a.b]`. Source:
 * apimachinery, pkg/util/validation/field/path.go (Path.String).
 */
export function fieldInWords(place: Place | undefined): string {
  return placesTo(place)
    .map(({ step, isKey }, index) =>
      typeof step === "number" || isKey ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join("");
}

function placesTo(place: Place | undefined): Place[] {
  const places: Place[] = [];
  for (let at = place; at; at = at.parent) places.push(at);
  return places.reverse();
}
