/** Simulates a year of releases of Gateway API, with the real command in its own repository. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inDirectory } from "../support/command-line.js";
import { Maintainer, succeeded } from "../support/maintainer.js";

const releases = suite("a year of releases");

const HTTP_ROUTE = "apis/gateway.networking.k8s.io/v1/httproute.ts";
const LAST_FIELD = "  backendRequest?: Duration;\n";
const EXPERIMENTAL = `${LAST_FIELD}  /**\n   * Time that a connection may rest.\n   *\n   * @experimental\n   */\n  idle?: Duration;\n`;
const GRADUATED = `${LAST_FIELD}  /** Time that a connection may rest. */\n  idle?: Duration;\n`;
const IDLE = "HTTPRoute.spec.rules[].timeouts.idle";
const CRITERIA = ["conformance", "implementations", "usage", "approval"];

releases("a wording is a patch, a field an rc and a minor, and its graduation takes time and people", () =>
  inDirectory(async (directory) => {
    const maintainer = await Maintainer.in(directory);
    await maintainer.note("### Added\n\n- The whole API.");
    await maintainer.commit();
    await maintainer.release("v1.6.1", "auto");

    maintainer.on("2026-07-01");
    await maintainer.git("switch", "--quiet", "--create", "release-1.6");
    await maintainer.merge(
      "### Fixed\n\n- Clearer words.",
      HTTP_ROUTE,
      "Maximum time for the gateway to respond",
      "Longest time for the gateway to respond",
    );
    await maintainer.release("v1.6.2", "patch");
    assert.match(await maintainer.notes("1.6.2"), "- Clearer words.");

    maintainer.on("2026-08-01");
    await maintainer.git("switch", "--quiet", "main");
    await maintainer.git("merge", "--quiet", "--ff-only", "release-1.6");
    await maintainer.merge(
      `### Added\n\n- \`${IDLE}\` in the experimental channel.`,
      HTTP_ROUTE,
      LAST_FIELD,
      EXPERIMENTAL,
    );
    await maintainer.isRefused(
      [/release-branch/, /release-policy/, /needs a minor release: experimental httproutes/],
      "patch",
    );
    await maintainer.release("v1.7.0-rc.1", "minor", "--preid", "rc");
    await maintainer.on("2026-08-08").release("v1.7.0", "minor");
    assert.match(await maintainer.notes("1.7.0"), "the field `.spec.rules[].timeouts.idle`");

    maintainer.on("2026-09-01");
    await maintainer.merge(`### Changed\n\n- \`${IDLE}\` graduates.`, HTTP_ROUTE, EXPERIMENTAL, GRADUATED);
    await maintainer.isRefused([/graduates-too-early/, /release-policy/], "minor");
    await maintainer.git("revert", "--no-edit", "HEAD");

    maintainer.on("2026-12-01");
    await maintainer.merge(
      "### Fixed\n\n- Words.",
      HTTP_ROUTE,
      "Longest time for the gateway to respond",
      "Maximum time for the gateway to respond",
    );
    await maintainer.release("v1.8.0", "auto");

    maintainer.on("2027-03-01");
    await maintainer.merge(`### Changed\n\n- \`${IDLE}\` graduates.`, HTTP_ROUTE, EXPERIMENTAL, GRADUATED);
    await maintainer.isRefused([/graduates-too-early/, /conformance/], "minor");
    const attestations = CRITERIA.map(
      (criterion) =>
        `- crd: httproutes.gateway.networking.k8s.io\n  path: .spec.rules[].timeouts.idle\n  criterion: ${criterion}\n  link: https://example.dev/${criterion}\n`,
    );
    await appendFile(join(directory, "apis/graduation.yaml"), attestations.join(""));
    await maintainer.commit();
    await maintainer.release("v1.9.0", "minor");
    assert.match(await maintainer.notes("1.9.0"), "##### Graduated");
    for (const tag of ["v1.6.1", "v1.7.0-rc.1"]) succeeded(await maintainer.run("verify", tag));
  }),
);

releases.run();
