/** Headers of generated files: strings with `{{title}}`, `{{version}}`, `{{channel}}` and `{{file}}`. */
export interface Templates {
  readonly crd: string;
  readonly install: string;
  readonly kustomization: string;
  /** Admission policy and its binding; see `admission-policy.ts`. */
  readonly admissionPolicy: string;
}
