/** Diagnostics about the definitions in `apis/conversions.yaml`, and about the objects that they convert. */
import { pageLink } from "../../docs.js";
import { didYouMean, entry } from "./entry.js";

const SEE_STEPS = `For a description of all steps, see ${pageLink("converting.md")}.`;
const BACK =
  "In the step in apis/conversions.yaml, set the value for the way back: `restore` of `remove`, or `back` of `map`.";
const FORWARD = "In the step in apis/conversions.yaml, set `value` of `add`.";

const ENDS =
  "A conversion changes objects between two releases. If a name is wrong, the conversion does not change the objects " +
  "that it is meant for, and their values are lost.";

export const CONVERSION_ENTRIES = {
  "conversion-conflict": entry<{ crd: string; path: string; fate: string; earlier: string }>({
    message: ({ crd, path, fate, earlier }) =>
      `${path} of ${crd} ${fate}, but according to an earlier entry it ${earlier}`,
    example: { crd: "widgets.example.dev", path: ".spec.size", fate: "is removed", earlier: "moves to .spec.scale" },
    fix:
      "In apis/conversions.yaml, keep the entry that is correct, and remove the step or key from the other entry. If " +
      "the changes are in different releases, correct `since` of one of the entries.",
    why:
      "A field has only one place in each release. If two entries contradict each other, neither users nor `crd-bundle " +
      "convert` can tell which of them is correct.",
    usage: true,
  }),
  "conversion-empty": entry<{ id: string }>({
    message: ({ id }) => `the conversion "${id}" must have "to" or at least one step`,
    example: { id: "widget-size" },
    fix:
      "In the conversion in apis/conversions.yaml, add the steps that describe the change (see " +
      `${pageLink("converting.md")}), or remove the conversion.`,
    why:
      "A conversion states how objects change, such as the new place of a field or the new name of a kind. Without " +
      "`to` and steps, it changes nothing, so the policy check would still report the change.",
    usage: true,
  }),
  "channel-field": entry<{ path: string; channel: string; effect: "ignored" | "pruned"; annotation: string }>({
    message: ({ path, channel, effect }) =>
      `${path} is not in the ${channel} channel, so the API server would ${effect === "pruned" ? "remove it" : "ignore it"}`,
    example: { path: "spec.retry", channel: "standard", effect: "ignored", annotation: "example.dev/conversion-data" },
    fix: ({ annotation }) =>
      `If the object can do without the field, remove it, or accept this with \`--allow-loss\`: the annotation ` +
      `${annotation} then keeps it for the way back. Otherwise, keep the other channel.`,
    why:
      "Without the field, the object can have another effect. For example, a route without a match matches more " +
      "requests.",
  }),
  "channel-kind": entry<{ type: string; channel: string; becomes: string | undefined }>({
    message: ({ type, channel, becomes }) =>
      `${type} is not in the ${channel} channel${becomes === undefined ? "" : `, so the object becomes ${becomes}`}`,
    example: { type: "x.example.dev/v1alpha1 XWidget", channel: "standard", becomes: "example.dev/v1 Widget" },
    fix: ({ becomes }) =>
      becomes === undefined
        ? "Replace the object with one of another kind, or keep the channel that has the kind. The object is unchanged."
        : "Apply the new object before you delete the old one: for the API server, they are different objects.",
    why: "The API server rejects objects of kinds that no CRD defines.",
  }),
  "channel-value": entry<{ path: string; channel: string; problem: string }>({
    message: ({ path, channel, problem }) =>
      `the API server rejects the object in the ${channel} channel: ${path === "" ? "" : `${path}: `}${problem}`,
    example: { path: "spec.mode", channel: "standard", problem: 'Unsupported value: "Fast": supported values: "Safe"' },
    fix: "Change the object so that the channel accepts it, and convert it again. It is unchanged.",
    why: "Only the author of the object can decide which of the accepted values is right.",
  }),
  "channel-version": entry<{ version: string; channel: string; becomes: string | undefined }>({
    message: ({ version, channel, becomes }) =>
      `the ${channel} channel does not serve ${version}${becomes === undefined ? "" : `, so the object becomes ${becomes}`}`,
    example: { version: "example.dev/v1alpha2", channel: "standard", becomes: "example.dev/v1" },
    fix: ({ becomes }) =>
      becomes === undefined
        ? "Get the object from the API server in a version that the channel serves, or use a newer bundle."
        : "No change is needed, because the versions have the same form. Clients must request the new version.",
    why: "The API server rejects requests for versions that the CRD does not serve.",
  }),
  "conversion-blocked": entry<{ problem: string; conversion: string }>({
    message: ({ problem, conversion }) =>
      `the object cannot be converted${conversion === "" ? "" : ` (${conversion})`}: ${problem}`,
    example: { problem: "spec.size and spec.scale are both set", conversion: "widget-size" },
    fix: "Change the object so that only one result is possible, and convert it again. It is unchanged.",
    why: "If the tool chose one of several results, the object could have another effect than its author expects.",
  }),
  "conversion-comments": entry<Record<never, never>>({
    message: () => "comments of the document are lost",
    fix: "Convert the document, and add the comments again. To accept the loss, use `--allow-loss`.",
    why:
      "A comment is lost if its value has no place in the new form, or if the tool must print a part of the document " +
      "again, for example because of an anchor.",
  }),
  "conversion-inexact": entry<Record<never, never>>({
    message: () => "the document has an integer with more digits than the tool can move",
    fix: "Move the integer to its new place by hand, and convert the document again. It is unchanged.",
    why: "The tool represents numbers as 64-bit floats, so the integer would change.",
  }),
  "conversion-lost": entry<{ path: string; conversion: string; annotation: string }>({
    message: ({ path, conversion }) => `${path} has no place in the new form (${conversion})`,
    example: {
      path: "spec.target.namespace",
      conversion: "widget-targets",
      annotation: "example.dev/conversion-data",
    },
    fix: ({ annotation }) =>
      `The annotation ${annotation} keeps the value, and a conversion back restores it. To accept this, use ` +
      "`--allow-loss`. Otherwise, remove the value from the object.",
    why: "In the new form, the value has no effect. The object can then have another effect than its author expects.",
  }),
  "conversion-outdated": entry<{ path: string; conversion: string; annotation: string }>({
    message: ({ path, conversion }) =>
      `the kept value of ${path} cannot be restored, because the object has changed (${conversion})`,
    example: {
      path: "spec.target.namespace",
      conversion: "widget-targets",
      annotation: "example.dev/conversion-data",
    },
    fix: ({ annotation }) =>
      `If the object needs the value, copy it from the annotation ${annotation}. To remove it, use \`--allow-loss\`.`,
    why: "An earlier conversion kept the value, but it does not match the current object, so it would overwrite an edit.",
  }),
  "conversion-one-way": entry<{ path: string; way: "back" | "forward"; reason: string }>({
    message: ({ path, way, reason }) => `the conversion of ${path} has no way ${way}: ${reason}`,
    example: { path: ".spec.mode", way: "back", reason: '"Auto" replaces both "Fast" and "Safe"' },
    fix: ({ way }) => `${way === "back" ? BACK : FORWARD} ${SEE_STEPS}`,
    why:
      "Users convert objects in both directions, for example to return to an earlier release. Without this information, " +
      "the API server would reject the converted object, or the conversion would choose one of several old values.",
    usage: true,
  }),
  "conversion-undecidable": entry<{ path: string; reason: string }>({
    message: ({ path, reason }) => `an object does not show whether ${path} has its old or its new form: ${reason}`,
    example: { path: ".spec.mode", reason: '"Auto" is both an old and a new value' },
    fix:
      "Change the API or the step in apis/conversions.yaml so that the old form and the new form differ, for example " +
      `by a new name for the field. ${SEE_STEPS}`,
    why:
      "No object states which release it comes from: after an upgrade, the API server keeps the fields of stored " +
      "objects and only changes their API version. Therefore, a conversion can only decide by the fields of the object.",
    usage: true,
  }),
  "conversion-crd-unknown": entry<{
    crd: string;
    since: string;
    channel?: string | undefined;
    form: "old" | "new";
    nearest?: string | undefined;
  }>({
    message: ({ crd, since, channel, form, nearest }) => {
      const states =
        form === "old" ? `no release before ${since}` : `neither the working tree nor any release since ${since}`;
      const place = channel === undefined ? "" : ` in the ${channel} channel`;
      return `${states} has the CRD ${crd}${place}${didYouMean(nearest)}`;
    },
    example: { crd: "widget.example.dev", since: "1.7.0", form: "old", nearest: "widgets.example.dev" },
    fix:
      "In the conversion in apis/conversions.yaml, correct the name of the CRD, the channel, or `since`, which is the " +
      "first release whose objects have the new form.",
    why: ENDS,
    usage: true,
  }),
  "conversions-unreadable": entry<{ path: string; problem: string }>({
    message: ({ path, problem }) => `the definitions in ${path} cannot be used: ${problem}`,
    example: { path: "dist/conversions.json", problem: '"annotation" is missing' },
    fix:
      "Specify `conversions.json` of a bundle, or the directory that contains it. If it is this file, get it again from " +
      "the release, or use a newer version of crd-bundle.",
    why: "With only a part of the definitions, converted objects would lose data.",
    usage: true,
  }),
  "conversion-kind": entry<{ crd: string; kind: string; actual: string; state: string }>({
    message: ({ crd, kind, actual, state }) => `the kind of ${crd} in ${state} is ${actual}, not ${kind}`,
    example: { crd: "widgets.example.dev", kind: "Wdget", actual: "Widget", state: "v1.6.0" },
    fix: "In the conversion in apis/conversions.yaml, correct the kind or the name of the CRD.",
    why: ENDS,
    usage: true,
  }),
  "conversion-path-unknown": entry<{ crd: string; path: string; state: string; nearest?: string | undefined }>({
    message: ({ crd, path, state, nearest }) => `${crd} has no ${path} in ${state}${didYouMean(nearest)}`,
    example: { crd: "widgets.example.dev", path: ".spec.colour", state: "v1.6.0", nearest: ".spec.color" },
    fix:
      "In apis/conversions.yaml, correct the path, or correct `since`, which is the first release whose objects have " +
      "the new form. In a path, `[]` stands for the items of a list, and `{}` for the values of a map.",
    why: ENDS,
    usage: true,
  }),
  "conversion-type": entry<{ from: string; old: string; before: string; to: string; new: string; after: string }>({
    message: ({ from, old, before, to, new: fresh, after }) =>
      `${from} has the type ${old} in ${before}, but ${to} has the type ${fresh} in ${after}`,
    example: {
      from: ".spec.size",
      old: "string",
      before: "v1.6.0",
      to: ".spec.scale",
      new: "number",
      after: "the working tree",
    },
    fix:
      "In apis/conversions.yaml, correct the paths of the step. If the values change too, add a step `map`. If a value " +
      `becomes the item of a list or a field of an object, use \`wrap\`, \`unwrap\`, or a longer path. ${SEE_STEPS}`,
    why: "A step that moves a value does not change the value, so the API server would reject the converted objects.",
    usage: true,
  }),
  "conversion-value": entry<{ path: string; value: string; state: string }>({
    message: ({ path, value, state }) => `${value} is not a valid value of ${path} in ${state}`,
    example: { path: ".spec.mode", value: '"Fast"', state: "v1.6.0" },
    fix:
      "In apis/conversions.yaml, specify a value that the schema of the release accepts. An old value must be valid in " +
      "the last release before `since`, and a new value in the first release with the new form.",
    why: "The API server would reject the converted objects.",
    usage: true,
  }),
  "conversion-version-unknown": entry<{ crd: string; version: string; state: string }>({
    message: ({ crd, version, state }) => `${crd} has no API version ${version} in ${state}`,
    example: { crd: "widgets.example.dev", version: "v1alpha3", state: "v1.6.0" },
    fix:
      "In the conversion in apis/conversions.yaml, correct the API version, or `since`, which is the first release " +
      "whose objects have the new form.",
    why: ENDS,
    usage: true,
  }),
};
