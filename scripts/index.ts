/** The library: build a bundle in memory, from sources that you hand in. */
export { readSettings, readVersion, type Settings } from "./config/settings.js";
export { CODES, type Code } from "./diagnostics/catalogue/index.js";
export type { ChannelCrds, Templates } from "./emit/files.js";
export type { Bundle } from "./model/bundle.js";
export { CHANNELS, type Channel } from "./model/channel.js";
export type { CrdVersion, CustomResourceDefinition } from "./model/crd.js";
export type { Diagnostic } from "./model/diagnostic.js";
export type { Location, SourceText } from "./model/location.js";
export type { OutputFile } from "./model/output.js";
export { type BuildInput, type BuildOutput, build } from "./pipeline.js";
export { explanationOf } from "./report/explanation.js";
export { type Format, report } from "./report/report.js";
export { PLAIN } from "./report/style.js";
