/** Tests of `crd-bundle cluster` that is killed at each change that it makes: what is left, and that the next run ends it. */
import { execa } from "execa";
import * as assert from "uvu/assert";
import { BIN, inDirectory } from "../support/command-line.js";
import {
  cluster,
  expectInstalled,
  expectReadable,
  install,
  installBefore,
  kubeconfigFor,
  newWorld,
  type World,
} from "./cluster-world.js";
import { type Faults, type Seen, startProxy } from "./fault-proxy.js";
import { serverSuite, worldsServer } from "./servers.js";

const tests = serverSuite("cluster-kills");

const WIDGETS = new Map([
  ["a", 1],
  ["b", 2],
]);
/** Worlds at the same time. Most of the time, they wait for the API server. */
const AT_ONCE = 6;

type When = keyof Faults;

/**
 * Runs a command and kills it at one of its changes. A state of the cluster between two changes is the same whatever was
 * read meanwhile. Returns false if the command ended before.
 */
async function killAt(world: World, args: readonly string[], write: number, when: When): Promise<boolean> {
  const running: { kill?: () => void } = {};
  const isAt = (seen: Seen) => seen.write === write;
  const kill = (seen: Seen) => {
    if (!isAt(seen)) return undefined;
    running.kill?.();
    return "drop" as const;
  };
  const proxy = await startProxy(world.server, { [when]: kill });
  const [command = "", ...others] = args;
  const line = [BIN, "cluster", command, "--kubeconfig", await kubeconfigFor(world, proxy.url, USER(world)), ...others];
  const child = execa(process.execPath, line, {
    cwd: world.directory,
    reject: false,
    stdin: "ignore",
    env: cacheIn(world),
  });
  running.kill = () => child.kill("SIGKILL");
  const { signal, exitCode, stderr } = await child;
  await proxy.close();
  if (signal === "SIGKILL") return true;
  assert.is(exitCode, 0, stderr);
  return false;
}

const USER = ({ server }: World) => ({ token: server.client.token });

/** The cache contains how far a migration has come. */
function cacheIn({ directory }: World) {
  return { CRD_BUNDLE_NO_CACHE: "", XDG_CACHE_HOME: directory };
}

/**
 * Kills a command at one change after another, each time in a new world, until it is not killed any longer. Returns the
 * number of the changes that were tried.
 */
async function killEverywhere(
  when: When,
  step: number,
  test: (world: World, write: number) => Promise<boolean>,
): Promise<number> {
  let next = 1;
  let last = Number.POSITIVE_INFINITY;
  const server = await worldsServer();
  await inDirectory(async (directory) => {
    const work = async () => {
      for (let write = next; write < last; write = next) {
        next += step;
        const wasKilled = await test(await newWorld(server, directory), write).catch((error) => {
          throw Object.assign(error, { message: `${when} change ${write}: ${error.message}` });
        });
        if (!wasKilled) last = Math.min(last, write);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  return last;
}

async function installKilled(world: World, write: number, when: When): Promise<boolean> {
  await installBefore(world);
  const wasKilled = await killAt(world, install(world), write, when);
  await expectReadable(world, WIDGETS);
  const status = await cluster(world, ["status", "--bundle", world.bundle]);
  assert.match(status.stdout, `widgets.${world.domain}`);
  const again = await cluster(world, install(world));
  assert.is(again.exitCode, 0, again.stderr);
  await expectInstalled(world, WIDGETS);
  const after = await cluster(world, ["status", "--bundle", world.bundle]);
  assert.is(after.exitCode, 0, after.stderr);
  return wasKilled;
}

tests("an installation that is killed after each change", async () => {
  const changes = await killEverywhere("after", 1, (world, write) => installKilled(world, write, "after"));
  assert.ok(changes > 10, `${changes} changes`);
});

tests("an installation that is killed before every fourth change", async () => {
  const changes = await killEverywhere("before", 4, (world, write) => installKilled(world, write, "before"));
  assert.ok(changes > 10, `${changes} changes`);
});

tests("a migration that is killed after every third change", async () => {
  const changes = await killEverywhere("after", 3, async (world, write) => {
    await installBefore(world);
    assert.ok(await killAt(world, install(world), 2, "after"), "the bridges are installed");
    const migrate = ["migrate", "--bundle", world.bundle];
    const wasKilled = await killAt(world, migrate, write, "after");
    await expectReadable(world, WIDGETS);
    const again = await cluster(world, migrate);
    assert.is(again.exitCode, 0, again.stderr);
    const end = await cluster(world, install(world));
    assert.is(end.exitCode, 0, end.stderr);
    await expectInstalled(world, WIDGETS);
    return wasKilled;
  });
  assert.ok(changes > 5, `${changes} changes`);
});

tests.run();
