/**
 * Small CRDs, at least one for each branch in which the API server rejects a CRD. README.md lists the branches that no
 * CRD reaches.
 */
import * as advice from "./advice.js";
import * as branches from "./branches.js";
import type { NewCase, UpdateCase } from "./case.js";
import * as columns from "./columns.js";
import * as conversion from "./conversion.js";
import * as decode from "./decode.js";
import * as defaultRules from "./default-rules.js";
import * as defaults from "./defaults.js";
import * as expressions from "./expressions.js";
import * as keywords from "./keywords.js";
import * as listTypes from "./list-types.js";
import * as metadata from "./metadata.js";
import * as names from "./names.js";
import * as paths from "./paths.js";
import * as rules from "./rules.js";
import * as storedRules from "./stored-rules.js";
import * as types from "./types.js";
import * as update from "./update.js";
import * as versions from "./versions.js";

/** New CRDs, by what they are about. */
export const NEW_CASES: Readonly<Record<string, readonly NewCase[]>> = {
  columns: columns.CASES,
  conversion: conversion.CASES,
  decoding: decode.CASES,
  expressions: expressions.CASES,
  metadata: metadata.CASES,
  names: names.CASES,
  paths: paths.CASES,
  versions: versions.CASES,
  advice: advice.CASES,
  branches: branches.CASES,
  defaults: defaults.CASES,
  "default rules": defaultRules.CASES,
  keywords: keywords.CASES,
  "list types": listTypes.CASES,
  rules: rules.CASES,
  types: types.CASES,
};

/** Updates of CRDs, by what they are about. */
export const UPDATE_CASES: Readonly<Record<string, readonly UpdateCase[]>> = {
  updates: update.CASES,
  "stored rules": storedRules.CASES,
};
