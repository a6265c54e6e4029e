/** Tests that the admission agrees with a real API server on upstream's cases, its examples, and all facts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CHANNELS } from "../../../scripts/core/model/channel.js";
import { admit } from "../../../scripts/kubernetes/admission/admit.js";
import { differenceOf, type Expected, type Question } from "../../apiserver/ask.js";
import { questionOf, readFacts } from "../../apiserver/facts.js";
import { answer, manifestsIn, verdictOf, versionOf } from "../../support/offline-verdict.js";
import { withCorpus } from "../../support/shared.js";

const upstream = suite("admission as upstream");

for (const channel of CHANNELS) {
  upstream(`facts, ${channel}`, () => {
    const wrong = readFacts()
      .filter(({ channels }) => channels.includes(channel))
      .flatMap((fact) =>
        fact.versions.flatMap((version) => {
          const difference = differenceOf(answer(questionOf(fact, version, channel), channel), fact);
          return difference ? [`${fact.fact} ${version} ${JSON.stringify(fact.object)}: ${difference}`] : [];
        }),
      );
    assert.equal(wrong, []);
  });
}

withCorpus(upstream, "upstream/gateway-api/cases", 2, (test, directory) => {
  for (const channel of CHANNELS)
    test(`cases, ${channel}`, () => {
      const lines = readFileSync(join(directory, `${channel}.jsonl`), "utf8")
        .split("\n")
        .filter(Boolean);
      assert.ok(lines.length > 50);
      const wrong = lines.flatMap((line) => {
        const { name, object, old, ...expected } = JSON.parse(line) as Question["object"] & Expected;
        const { status: _, ...asked } = object as Question["object"];
        const question = { object: asked, ...(old && { oldObject: old }) } as Question;
        const difference = differenceOf(answer(question, channel), expected);
        return difference ? [`${name}: ${difference}`] : [];
      });
      assert.equal(wrong, []);
    });
});

withCorpus(upstream, "upstream/gateway-api/examples", 2, (test, directory) => {
  for (const channel of CHANNELS)
    test(`examples, ${channel}`, () => {
      const expected = { [`valid/${channel}`]: true, [`invalid/${channel}`]: false, "valid/standard": true };
      const wrong = Object.entries(expected).flatMap(([part, isValid]) =>
        manifestsIn(join(directory, part)).flatMap(({ file, object }) => {
          const admission = admit(versionOf(object, channel), { object });
          return verdictOf(admission).accepted === isValid ? [] : [`${file}: ${JSON.stringify(admission.errors)}`];
        }),
      );
      assert.equal(wrong, []);
    });
});

upstream.run();
