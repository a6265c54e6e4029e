/** Tests of builds that are kept between runs: a build ends by closing the type checker, so each end is a build. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { buildBundle } from "../../scripts/app/build-bundle.js";
import type { BuildRequest } from "../../scripts/app/build-request.js";
import { processContext } from "../../scripts/app/process-context.js";
import { Cache } from "../../scripts/host/cache.js";
import { NAME, Project, removeProjects, temporary } from "../support/git-project.js";

const lastBuild = suite("the last build");

/** In milliseconds: longer than a file counts as young. */
const OLD = 80;

/** A project whose builds are counted. */
class Counted {
  #builds = 0;
  readonly project = new Project();
  readonly #cache = new Cache(temporary());

  /** Builds, and returns whether anything was built. */
  async build(request: Partial<BuildRequest> = {}): Promise<boolean> {
    const before = this.#builds;
    const progress = (step: string) => {
      if (step.startsWith("printing")) this.#builds++;
    };
    const context = processContext({ cwd: this.project.directory, cache: this.#cache, progress });
    assert.ok(context.ok);
    if (context.ok) {
      const built = await buildBundle({ project: ".", ...request }, context.value);
      assert.ok(built.ok, JSON.stringify(built));
    }
    return this.#builds > before;
  }

  /** Returns a project that was built after its sources had become old. */
  static async built(): Promise<Counted> {
    const counted = new Counted();
    await new Promise((resolve) => setTimeout(resolve, OLD));
    assert.ok(await counted.build());
    return counted;
  }

  path(name: string): string {
    return join(this.project.directory, name);
  }
}

lastBuild("is used as long as nothing changed, also with young output", async () => {
  const counted = await Counted.built();
  assert.not(await counted.build(), "the output is young, and compared by its content");
  await new Promise((resolve) => setTimeout(resolve, OLD));
  assert.not(await counted.build(), "the output is old, and its digests are no longer needed");
  assert.not(await counted.build({ check: true }));
  assert.not(await counted.build({ strict: true }));
  assert.ok(await counted.build({ bundleVersion: "2.0.0" }), "another request is another build");
});

/** Changes after which a build is necessary or, if only a time changed, harmless. */
const CHANGES: Readonly<Record<string, (counted: Counted) => void>> = {
  "a source": ({ project }) => project.say("1.0.0", `${NAME}\n  /** Other. */\n  other?: string;`),
  "a source with the same size": (counted) => {
    const path = counted.path("apis/example.dev/v1/widget.ts");
    writeFileSync(path, readFileSync(path, "utf8").replace("Its name.", "Its nick."));
  },
  "a source that is new": ({ project }) =>
    project.write({ "apis/example.dev/v1/more.ts": "export type A = string;\n" }),
  "a source that is replaced by itself": (counted) => {
    const path = counted.path("apis/example.dev/v1/widget.ts");
    writeFileSync(`${path}.new`, readFileSync(path));
    renameSync(`${path}.new`, path);
  },
  "the settings": (counted) => appendFileSync(counted.path("apis/bundle.yaml"), "# more\n"),
  "the version": ({ project }) => project.say("1.0.1", NAME),
  "the output": (counted) => appendFileSync(counted.path("dist/bundle.json"), "\n"),
  "output that is new": (counted) =>
    writeFileSync(counted.path("dist/standard/x.yaml"), readFileSync(counted.path("dist/standard/kustomization.yaml"))),
  "the place of packages": (counted) => mkdirSync(counted.path("node_modules/other"), { recursive: true }),
};

for (const [name, change] of Object.entries(CHANGES)) {
  lastBuild(`is not used after a change of ${name}`, async () => {
    const counted = await Counted.built();
    change(counted);
    assert.ok(await counted.build());
  });
}

lastBuild("is not kept if the sources are young, because they could change again without a trace", async () => {
  const counted = new Counted();
  const soon = new Date(Date.now() + 60_000); // however long the build takes to start
  utimesSync(counted.path("apis/example.dev/v1/widget.ts"), soon, soon);
  await counted.build();
  assert.ok(await counted.build());
});

lastBuild.after(removeProjects);
lastBuild.run();
