/** What a bot asks about a pull request: what changed, may it, and what would the release be? */
import { compareStates, judgeChanges, planRelease, processContext } from "crd-bundle";

const { value: context } = processContext({ cwd: process.argv[2] });
if (!context) process.exit(2); // SOURCE_DATE_EPOCH is no time
const [project, profile] = [".", "channels"];
const compared = await compareStates({ project }, context);
const judged = await judgeChanges({ project, profile }, context);
const planned = await planRelease({ project, profile, to: "auto" }, context);
const show = (result, summary) =>
  console.log(result.ok ? summary(result.value) : result.diagnostics.map(({ code }) => code).join());
const what = ({ from, changes }) => `${from}: ${changes.map((change) => `${change.class} ${change.path}`)}`;
show(compared, (comparison) => (comparison ? what(comparison) : "there is no release yet"));
show(judged, (placed) => placed?.judgement.verdict.overall ?? "nothing to judge");
show(planned, ({ tag, lowest, writes }) => `${tag} ${JSON.stringify(lowest)} ${writes.length > 0}`);
