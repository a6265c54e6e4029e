import { isJsonArray, isJsonObject, type Json, ownIn } from "../core/model/json.js";
import { pointerTo } from "./normal-form.js";

/** Place in which two CRDs differ. */
export interface Difference {
  /** JSON pointer. */
  readonly pointer: string;
  /** The values; one of them is undefined if only the other CRD has the place. */
  readonly original: Json | undefined;
  readonly built: Json | undefined;
}

/** Returns the deepest places in which two values differ. The order of keys has no meaning. */
export function differencesBetween(original: Json | undefined, built: Json | undefined, pointer = ""): Difference[] {
  if (isJsonObject(original) && isJsonObject(built)) {
    const keys = new Set([...Object.keys(original), ...Object.keys(built)]);
    return [...keys].flatMap((key) =>
      differencesBetween(ownIn(original, key), ownIn(built, key), pointerTo(pointer, key)),
    );
  }
  if (isJsonArray(original) && isJsonArray(built) && original.length === built.length) {
    return original.flatMap((item, index) => differencesBetween(item, built[index], `${pointer}/${index}`));
  }
  return original === built ? [] : [{ pointer, original, built }];
}
