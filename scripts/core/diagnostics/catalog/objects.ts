/** Diagnostics about custom resources in manifests. */
import { didYouMean, entry } from "./entry.js";

/** Fixes by the reason of the API server. */
const FIXES: Readonly<Record<string, string>> = {
  FieldValueDuplicate: "Change or remove the repeated item.",
  FieldValueForbidden: "Change or remove the field, as the message requires.",
  FieldValueNotSupported: "Use one of the supported values.",
  FieldValueRequired: "Add the field.",
  FieldValueTooLong: "Shorten the value.",
  FieldValueTooMany: "Remove items.",
  FieldValueTypeInvalid:
    "Correct the value or its type. In YAML, do not quote numbers or booleans, but quote strings that look like them.",
};

const REJECTED = "The API server rejects the object.";

export const OBJECT_ENTRIES = {
  "object-conversion": entry<{ kind: string; from: string; to: string }>({
    message: ({ kind, from, to }) =>
      `the old object is of ${from}, and only the conversion webhook of ${kind} can convert it to ${to}`,
    example: { kind: "Widget", from: "example.dev/v1beta1", to: "v1" },
    fix: "Specify the old object in the version of the new one, as `kubectl get` prints it for that version.",
    why: "The API server validates an update with the old object in the same version.",
  }),
  "object-crd-rejected": entry<{ crd: string }>({
    message: ({ crd }) => `the API server rejects the CRD ${crd}, which defines the kind`,
    example: { crd: "widgets.example.dev" },
    fix: "Correct the errors of the CRD, and validate the object again.",
    why: "Without its CRD, the API server does not know the kind of the object.",
  }),
  "object-field-unknown": entry<{ field: string; nearest: string | undefined }>({
    message: ({ field, nearest }) => `the schema has no field ${field}${didYouMean(nearest)}`,
    example: { field: "spec.replcas", nearest: "replicas" },
    fix: "Correct the name of the field, or remove the field.",
    why:
      "The API server removes the field or, if the schema preserves unknown fields, stores it without validating it. " +
      "In both cases, controllers ignore it.",
  }),
  "object-invalid": entry<{ field: string; type: string; problem: string }>({
    message: ({ field, problem }) => `${field === "" ? "" : `${field}: `}${problem}`,
    example: { field: "spec.replicas", type: "FieldValueInvalid", problem: "Invalid value: 0: must be at least 1" },
    fix: ({ field, type }) => (field === "" ? "Correct the object." : (FIXES[type] ?? "Correct the value.")),
    why: REJECTED,
  }),
  "object-kind-unknown": entry<{ apiVersion: string; kind: string; nearest: string | undefined }>({
    message: ({ apiVersion, kind, nearest }) =>
      kind === ""
        ? "the object has no kind"
        : apiVersion === ""
          ? "the object has no apiVersion"
          : `no CRD defines the kind ${kind} of ${apiVersion}${didYouMean(nearest)}`,
    example: { apiVersion: "example.dev/v1", kind: "Wigdet", nearest: "Widget" },
    fix: ({ apiVersion, kind }) =>
      apiVersion === "" || kind === ""
        ? "Set apiVersion and kind."
        : "Correct apiVersion and kind. If they are correct, specify the CRD of the kind with `--crds`.",
    why: "Without the CRD, the object cannot be validated. The API server rejects objects of unknown kinds.",
  }),
  "object-no-status": entry<{ kind: string; version: string }>({
    message: ({ kind, version }) => `the version ${version} of ${kind} has no status subresource`,
    example: { kind: "Widget", version: "v1" },
    fix: "Omit `--subresource`, or specify only objects of kinds with a status subresource.",
    why: "Without the subresource, the API server has no request that updates only the status.",
  }),
  "object-policy": entry<{ problem: string }>({
    message: ({ problem }) => problem,
    example: {
      problem: "ValidatingAdmissionPolicy 'limits' with binding 'limits' denied request: `replicas` must be at most 5",
    },
    fix: "Change the object to meet the condition, or do not apply the policy to it.",
    why: "The API server rejects requests that a ValidatingAdmissionPolicy denies.",
  }),
  "object-undecided": entry<{ policy: string; problem: string }>({
    message: ({ policy, problem }) => `the decision of the policy ${policy} is unknown: ${problem}`,
    example: { policy: "limits", problem: "it is not known whether the namespace has the label team" },
    fix:
      "Add what is missing to the files, for example the Namespace of the object. If the policy depends on the user " +
      "or on the authorizer, validate without it.",
    why: "The files do not determine if the API server rejects the object.",
  }),
  "object-version-unknown": entry<{ kind: string; version: string; served: string }>({
    message: ({ kind, version, served }) =>
      `the version ${version} of ${kind} is not served${served === "" ? "" : `; served: ${served}`}`,
    example: { kind: "Widget", version: "v1beta1", served: "v1" },
    fix:
      "Change apiVersion to a version that is served. If the version is in the other release channel of the project, " +
      "select that channel with `--channel`.",
    why: REJECTED,
  }),
  "policies-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} does not contain any ValidatingAdmissionPolicy`,
    example: { path: "config/policies" },
    fix: "Specify files or directories with policies and their bindings, or omit `--policies`.",
    why: "If the tool continued without policies, it would report objects as accepted that a policy denies.",
    usage: true,
  }),
  "objects-missing": entry<{ path: string }>({
    message: ({ path }) => `${path} does not contain any objects`,
    example: { path: "config/manifests" },
    fix: "Specify a file or directory that contains objects, or `-` for standard input.",
    why: "If the tool continued without objects, it would report success without having validated any.",
    usage: true,
  }),
  "policy-invalid": entry<{ problem: string }>({
    message: ({ problem }) => problem,
    example: { problem: "there is no policy limit; did you mean limits?" },
    fix: "Correct the policy or the binding, or add the missing document.",
    why:
      "The API server rejects the document, or the policy cannot be evaluated without a cluster. An object could " +
      "seem to be accepted although the policy denies it.",
  }),
};
