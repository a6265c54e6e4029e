/** All rules about a CRD. A new rule needs its file, its line here, its codes in the catalog and a fixture. */
import { approvalRule } from "./approval.js";
import { columnAdvice, columnsRule } from "./columns.js";
import { caBundleRule, conversionRule, reviewVersionRule } from "./conversion.js";
import { crdNameRule, metadataRule } from "./metadata.js";
import { namesRule } from "./names.js";
import { scaleRule, selectableCountRule, selectableFieldsRule, selectableVersionsRule } from "./paths.js";
import { preserveUnknownRule } from "./preserve-unknown.js";
import type { Rule } from "./rule.js";
import { SCHEMA_ADVICE } from "./schema/advice.js";
import { branchFieldsRule, branchKeywordsRule } from "./schema/branches.js";
import { type DefaultRulesCheck, defaultsRule, forbiddenDefaultsRule, prunedDefaultsRule } from "./schema/defaults.js";
import { contentRule, keywordsRule, statusRule, typeNameRule } from "./schema/keywords.js";
import { listKeysRule, listTypesRule, requiredKeysRule, setAdvice, setItemsRule } from "./schema/list-types.js";
import { metadataSchemaRule } from "./schema/metadata.js";
import { patternsRule } from "./schema/patterns.js";
import { validationRulesRule } from "./schema/rules.js";
import { typesRule } from "./schema/types.js";
import { schemaMissingRule } from "./schema-missing.js";
import { immutableRule, storedVersionsRule } from "./update.js";
import { deprecationRule, versionsRule } from "./versions.js";

/** Rules about the parts of a CRD around its schemas. */
export const CRD_RULES: readonly Rule[] = [
  crdNameRule,
  metadataRule,
  approvalRule,
  immutableRule,
  namesRule,
  versionsRule,
  storedVersionsRule,
  deprecationRule,
  conversionRule,
  reviewVersionRule,
  caBundleRule,
  columnsRule,
  selectableFieldsRule,
  selectableCountRule,
  selectableVersionsRule,
  scaleRule,
  preserveUnknownRule,
  schemaMissingRule,
];

/** Rules about schemas that all CRDs follow. */
export const SCHEMA_RULES: readonly Rule[] = [
  keywordsRule,
  typeNameRule,
  statusRule,
  forbiddenDefaultsRule,
  listTypesRule,
  setItemsRule,
  listKeysRule,
  requiredKeysRule,
  validationRulesRule,
];

/** Rules that make a schema structural, so the API server can prune objects and set defaults. */
export const STRUCTURAL_RULES: readonly Rule[] = [
  typesRule,
  contentRule,
  metadataSchemaRule,
  branchKeywordsRule,
  branchFieldsRule,
  patternsRule,
];

/** Returns the rules about defaults, which apply only if schemas must be structural. */
export function defaultRules(checkRules: DefaultRulesCheck): readonly Rule[] {
  return [prunedDefaultsRule, defaultsRule(checkRules)];
}

/** Advice: the API server accepts the CRD. */
export const ADVICE: readonly Rule[] = [...SCHEMA_ADVICE, setAdvice, columnAdvice];
