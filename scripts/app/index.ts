/**
 * The library. `build` builds a bundle in memory from sources that the caller passes. All other commands work on a
 * project on disk. Their functions return a `Result` and take a `Context`, which `processContext` creates.
 */
export { readConversions } from "../core/config/conversions.js";
export { readSettings, readVersion } from "../core/config/settings.js";
export { CODES, type Code } from "../core/diagnostics/catalog/index.js";
export type { Bundle, Settings } from "../core/model/bundle.js";
export type { Change, ChangeClass, Subject } from "../core/model/change.js";
export { CHANNELS, type Channel } from "../core/model/channel.js";
export type { ChannelSummary } from "../core/model/channel-summary.js";
export type { Conversion } from "../core/model/conversion.js";
export type { ConvertedFile, ConvertedManifest } from "../core/model/converted-manifest.js";
export type { CrdVersion, CustomResourceDefinition } from "../core/model/crd.js";
export type { CreatedProject } from "../core/model/created-project.js";
export type { Diagnostic, Level } from "../core/model/diagnostic.js";
export type { Imports, ImportTarget } from "../core/model/imports.js";
export type { JudgedRequirement, RequiredPart } from "../core/model/judged-requirement.js";
export type { Location, SourceText } from "../core/model/location.js";
export type { OutputFile } from "../core/model/output.js";
export {
  type Bump,
  type Finding,
  type GraduationRow,
  type Judgement,
  type ProfileName,
  standsInTheWay,
  type Verdict,
} from "../core/model/policy.js";
export type { ReleaseOutcome } from "../core/model/release-outcome.js";
export type { ReleasePlan } from "../core/model/release-plan.js";
export type { Remark } from "../core/model/remark.js";
export type { ObjectError, ValidatedObject } from "../core/model/validated-object.js";
export type { Verified } from "../core/model/verified.js";
export type { Failure, Result, Success } from "../core/result.js";
export type { ChannelCrds } from "../emit/printed-channel.js";
export type { Templates } from "../emit/templates.js";
export { explanationFor } from "../report/explanation.js";
export type { Format } from "../report/format.js";
export { report } from "../report/report.js";
export { NO_COLOR } from "../report/style.js";
export { type BuildInput, type BuildOutput, build } from "./build.js";
export { buildBundle } from "./build-bundle.js";
export type { BuildRequest, BuiltBundle } from "./build-request.js";
export { type CheckedCrds, type CheckRequest, checkCrds } from "./check/check-crds.js";
export {
  type CheckedBundle,
  type CheckedRequirements,
  checkRequirements,
  type RequirementsRequest,
} from "./check-requirements.js";
export { type EmitRequest, type EmittedJob, emitMigrationJob } from "./cluster/emit-job.js";
export { type InstalledBundle, installOnCluster } from "./cluster/install.js";
export { type MigratedBundle, type MigrateRequest, migrateCluster } from "./cluster/migrate.js";
export { type InstallRequest, type PlannedInstall, type PlanRequest, planClusterInstall } from "./cluster/plan.js";
export { clusterStatus, type FoundStatus, type StatusRequest } from "./cluster/status.js";
export { type CompareRequest, compareStates, type StateComparison } from "./compare-states.js";
export type { Context, RunCache } from "./context.js";
export { type ConvertedFiles, type ConvertRequest, convertManifests } from "./convert/convert-manifests.js";
export { type GraduationRequest, listGraduations } from "./graduation.js";
export { type ImportedCrds, type ImportRequest, importCrds } from "./import/import-crds.js";
export { type InitRequest, initProject } from "./init/init-project.js";
export { type JudgeRequest, judgeChanges, type PlacedJudgement } from "./judge-changes.js";
export { processContext } from "./process-context.js";
export { makeRelease, type PlannedRequest, planRelease } from "./release/make.js";
export type { Refusal } from "./release/plan-request.js";
export type { MakeRequest, ReleaseRequest, TagRequest, UndoRequest } from "./release/request.js";
export { type ValidatedObjects, type ValidateRequest, validateObjects } from "./validate/validate-objects.js";
export { type VerifyFailure, type VerifyRequest, verifyRelease } from "./verify/verify-release.js";
export { type WatchedBundle, type WatchRequest, watchBundle } from "./watch-bundle.js";
