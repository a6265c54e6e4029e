/** The headers of what is written: texts with `{{title}}`, `{{version}}`, `{{channel}}` and `{{file}}` in them. */
export interface Templates {
  readonly crd: string;
  readonly install: string;
  readonly kustomization: string;
  /** The admission policy and its binding, see `admission-policy.ts`. */
  readonly admissionPolicy: string;
}
