/** Checks every fact about the validation on a real server: the verdict and the invalid fields. */
import * as assert from "uvu/assert";
import { CHANNELS } from "../../scripts/core/model/channel.js";
import { ask, differenceOf } from "./ask.js";
import { type Fact, questionOf, readFacts } from "./facts.js";
import { channelServer, serverSuite } from "./servers.js";

const tests = serverSuite("facts");
const facts = readFacts();

for (const channel of CHANNELS) {
  const own = facts.filter(({ channels }) => channels.includes(channel));
  for (const name of new Set(own.map(nameOf))) {
    const group = own.filter((fact) => nameOf(fact) === name);
    tests(`${name}, ${channel}`, async () => {
      const { client } = await channelServer(channel);
      const differences = await Promise.all(
        group.flatMap((fact) =>
          fact.versions.map(async (version) => {
            const difference = differenceOf(await ask(client, questionOf(fact, version, channel)), fact);
            return difference && `${version} ${JSON.stringify(fact.object)}: ${difference}`;
          }),
        ),
      );
      assert.equal(differences.filter(Boolean), []);
    });
  }
}

function nameOf({ fact, kind }: Fact): string {
  return `${fact} ${kind}`;
}

tests.run();
