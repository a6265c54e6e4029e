/** All tags of the type language. A new tag needs a file in `tag/`, a line here and a fixture. Docs are generated. */
import type { TagDefinition } from "./definition.js";
import { acceptTag } from "./tag/accept.js";
import { categoryTag } from "./tag/category.js";
import { crdAnnotationTag } from "./tag/crd-annotation.js";
import { crdLabelTag } from "./tag/crd-label.js";
import { defaultTag } from "./tag/default.js";
import { deprecatedTag } from "./tag/deprecated.js";
import { descriptionTag } from "./tag/description.js";
import { differsTag } from "./tag/differs.js";
import { embeddedResourceTag } from "./tag/embedded-resource.js";
import { exampleTag } from "./tag/example.js";
import { exclusiveMaximumTag } from "./tag/exclusive-maximum.js";
import { exclusiveMinimumTag } from "./tag/exclusive-minimum.js";
import { experimentalTag } from "./tag/experimental.js";
import { externalDocsTag } from "./tag/external-docs.js";
import { formatTag } from "./tag/format.js";
import { immutableTag } from "./tag/immutable.js";
import { listKindTag } from "./tag/list-kind.js";
import { listMapKeyTag } from "./tag/list-map-key.js";
import { listTypeTag } from "./tag/list-type.js";
import { mapTypeTag } from "./tag/map-type.js";
import { maxItemsTag } from "./tag/max-items.js";
import { maxLengthTag } from "./tag/max-length.js";
import { maxPropertiesTag } from "./tag/max-properties.js";
import { maximumTag } from "./tag/maximum.js";
import { minItemsTag } from "./tag/min-items.js";
import { minLengthTag } from "./tag/min-length.js";
import { minPropertiesTag } from "./tag/min-properties.js";
import { minimumTag } from "./tag/minimum.js";
import { multipleOfTag } from "./tag/multiple-of.js";
import { noDescriptionTag } from "./tag/no-description.js";
import { noStatusTag } from "./tag/no-status.js";
import { patternTag } from "./tag/pattern.js";
import { pluralTag } from "./tag/plural.js";
import { preserveUnknownFieldsTag } from "./tag/preserve-unknown-fields.js";
import { printColumnTag } from "./tag/print-column.js";
import { privateRemarksTag } from "./tag/private-remarks.js";
import { rawSchemaTag } from "./tag/raw-schema.js";
import { scaleTag } from "./tag/scale.js";
import { schemaTag } from "./tag/schema.js";
import { scopeTag } from "./tag/scope.js";
import { selectableFieldTag } from "./tag/selectable-field.js";
import { shortNameTag } from "./tag/short-name.js";
import { singularTag } from "./tag/singular.js";
import { statusTag } from "./tag/status.js";
import { storageVersionTag } from "./tag/storage-version.js";
import { titleTag } from "./tag/title.js";
import { tombstoneTag } from "./tag/tombstone.js";
import { unservedTag } from "./tag/unserved.js";
import { validationTag } from "./tag/validation.js";

export const TAGS: readonly TagDefinition[] = [
  acceptTag,
  categoryTag,
  crdAnnotationTag,
  crdLabelTag,
  defaultTag,
  deprecatedTag,
  descriptionTag,
  differsTag,
  embeddedResourceTag,
  exampleTag,
  exclusiveMaximumTag,
  exclusiveMinimumTag,
  experimentalTag,
  externalDocsTag,
  formatTag,
  immutableTag,
  listKindTag,
  listMapKeyTag,
  listTypeTag,
  mapTypeTag,
  maxItemsTag,
  maxLengthTag,
  maxPropertiesTag,
  maximumTag,
  minItemsTag,
  minLengthTag,
  minPropertiesTag,
  minimumTag,
  multipleOfTag,
  noDescriptionTag,
  noStatusTag,
  patternTag,
  pluralTag,
  preserveUnknownFieldsTag,
  printColumnTag,
  privateRemarksTag,
  rawSchemaTag,
  scaleTag,
  schemaTag,
  scopeTag,
  selectableFieldTag,
  shortNameTag,
  singularTag,
  statusTag,
  storageVersionTag,
  titleTag,
  tombstoneTag,
  unservedTag,
  validationTag,
];

const BY_NAME = new Map(TAGS.map((tag) => [tag.name, tag]));

export const TAG_NAMES: ReadonlySet<string> = new Set(BY_NAME.keys());

/** Returns the definition of a tag by its name without the at-sign. */
export function tagNamed(name: string): TagDefinition | undefined {
  return BY_NAME.get(name);
}
