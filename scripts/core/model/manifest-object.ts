/** Object in a file, by its place, its type and its name. */
export interface ManifestObject {
  readonly file: string;
  /** Number of the object in its file, from 0 on. */
  readonly index: number;
  readonly apiVersion: string;
  readonly kind: string;
  /** Name, or the prefix from which the API server generates one. Empty if there is none. */
  readonly name: string;
  readonly namespace?: string;
}
