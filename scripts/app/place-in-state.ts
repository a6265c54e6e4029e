/** Finds the place of a change or finding in the files of a state. */
import { resolve } from "node:path";
import { placeInCrd } from "../changes/diff/place-in-crd.js";
import type { BundleState, PlaceInFile } from "../core/model/bundle-state.js";
import type { PlaceInApi } from "../core/model/change.js";
import { pathFrom } from "../core/path-from.js";

/** Returns the place of a part of the API in a file, with a path from the working directory. */
export function placeInState(
  { channels, placeOf }: BundleState,
  part: PlaceInApi,
  cwd: string,
): PlaceInFile | undefined {
  const crd = channels.get(part.channel)?.get(part.crd);
  const place = crd && placeOf?.(part.channel, part.crd, placeInCrd(crd, part));
  return place && { ...place, file: pathFrom(cwd, resolve(cwd, place.file)) };
}
