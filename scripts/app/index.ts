/** The library: build a bundle in memory, from sources that you hand in. */
export { readSettings, readVersion, type Settings } from "../core/config/settings.js";
export { CODES, type Code } from "../core/diagnostics/catalogue/index.js";
export type { Bundle } from "../core/model/bundle.js";
export { CHANNELS, type Channel } from "../core/model/channel.js";
export type { CrdVersion, CustomResourceDefinition } from "../core/model/crd.js";
export type { Diagnostic } from "../core/model/diagnostic.js";
export type { Location, SourceText } from "../core/model/location.js";
export type { OutputFile } from "../core/model/output.js";
export type { ChannelCrds, Templates } from "../emit/files.js";
export { explanationOf } from "../report/explanation.js";
export { type Format, report } from "../report/report.js";
export { PLAIN } from "../report/style.js";
export { type BuildInput, type BuildOutput, build } from "./build.js";
