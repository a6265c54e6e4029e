/** Reads `apis/conversions.yaml`: how objects change between releases. */
import type { Conversion } from "../model/conversion.js";
import type { SourceText } from "../model/location.js";
import type { Placed } from "../model/policy.js";
import { type Result, success } from "../result.js";
import { conversionProblems } from "./conversion-problems.js";
import { CONVERSION } from "./conversion-schema.js";
import { type ReadRecord, readRecords } from "./records.js";

/** Reads the definitions in the order of the file, or returns the diagnostics of all mistakes. */
export function readConversions(file: SourceText | undefined): Result<readonly Placed<Conversion>[]> {
  const records = readRecords(file, CONVERSION, (valid) => conversionProblems(valid.map(placed)));
  return records.ok ? success(records.value.map(placed)) : records;
}

function placed({ fields, placeOf }: ReadRecord<Conversion>): Placed<Conversion> {
  return { ...fields, placeOf };
}
