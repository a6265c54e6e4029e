/**
 * Integer or string, in the form that Kubernetes' own types have.
 *
 * @rawSchema `{"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true}`
 */
export type IntOrString = number | string;
