/** Prints the definitions of conversions, so programs that convert objects need no checkout. */
import type { BundlePart } from "../core/bundle-index.js";
import { CONVERSIONS, GENERATED_MARK } from "../core/bundle-layout.js";
import type { BundleConversions } from "../core/config/conversions.js";
import { type Bundle, conversionAnnotation } from "../core/model/bundle.js";
import type { Conversion, ConversionStep } from "../core/model/conversion.js";
import { filePart, type PrintedChannel } from "./printed-channel.js";

/** Returns the file with all definitions, whatever the channels, in the form of `apis/conversions.yaml`. */
export function printConversions(
  _: readonly PrintedChannel[],
  { annotations, conversions }: Bundle,
): readonly BundlePart[] {
  const text = conversionsText({ annotation: conversionAnnotation(annotations), conversions });
  return [filePart("conversions", { path: CONVERSIONS, text })];
}

/** Returns the content of `conversions.json`. */
export function conversionsText({ annotation, conversions }: BundleConversions): string {
  const content = { "//": GENERATED_MARK, annotation, conversions: conversions.map(printConversion) };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function printConversion(conversion: Conversion) {
  const { id, since, channel, crd, kind, versions, to, steps, references } = conversion;
  return {
    id,
    since,
    ...(channel && { channel }),
    crd,
    kind,
    ...(versions.length > 0 && { versions }),
    ...(Object.keys(to).length > 0 && { to }),
    ...(steps.length > 0 && { steps: steps.map(printStep) }),
    ...(references.length > 0 && { references }),
  };
}

/** Returns a step as a mapping with its kind as the only key. */
function printStep({ kind, ...fields }: ConversionStep) {
  const isEmpty = "back" in fields && fields.back.length === 0;
  return { [kind]: isEmpty ? { ...fields, back: undefined } : fields };
}
