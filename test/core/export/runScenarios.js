// Run by plain Node in a folder of its own: scenarios against an exported machine, with xstate and nothing of this project.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createActor } from "xstate";

const [moduleFile, scenariosFile] = process.argv.slice(2);
const { machine } = await import(moduleFile);
const scenarios = JSON.parse(readFileSync(scenariosFile, "utf8"));

const partly = (wanted, got) =>
  typeof wanted === "object" && wanted !== null && !Array.isArray(wanted)
    ? Object.entries(wanted).every(([key, value]) => partly(value, got?.[key]))
    : JSON.stringify(sorted(wanted)) === JSON.stringify(sorted(got));
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((key) => [key, sorted(value[key])]),
        )
      : value;
const nested = (path) =>
  path.split(".").reduceRight((inner, key) => (inner === undefined ? key : { [key]: inner }), undefined);

let steps = 0;
const passed = createHash("sha256");
for (const [name, scenario] of Object.entries(scenarios)) {
  const saved = new Map();
  let actor = createActor(machine, { input: scenario.input ?? {} }).start();
  for (const [i, step] of scenario.steps.entries()) {
    const fail = (what) => {
      throw new Error(`${name}, step ${i}: ${what} in ${JSON.stringify(actor.getSnapshot().value)}`);
    };
    if (step.advance !== undefined || step.answer || step.edit)
      fail("a step of a kind that is not replayed here");
    let refused = false;
    if (step.send) {
      const before = JSON.stringify(actor.getPersistedSnapshot());
      refused = !actor.getSnapshot().can(step.send);
      actor.send(step.send);
      if (refused && JSON.stringify(actor.getPersistedSnapshot()) !== before)
        fail("a refused event changed something");
    }
    if (step.save) saved.set(step.save, JSON.stringify(actor.getPersistedSnapshot()));
    if (step.restore) actor = createActor(machine, { snapshot: JSON.parse(saved.get(step.restore)) }).start();
    const { expect = {} } = step;
    const now = actor.getSnapshot();
    passed.update(JSON.stringify(sorted(actor.getPersistedSnapshot())));
    if (step.send && Boolean(expect.refused) !== refused) fail(refused ? "refused" : "accepted");
    for (const path of expect.in ?? []) if (!now.matches(nested(path))) fail(`not in ${path}`);
    for (const path of expect.notIn ?? []) if (now.matches(nested(path))) fail(`in ${path}`);
    if (expect.context && !partly(expect.context, now.context))
      fail(`context ${JSON.stringify(now.context)}`);
    for (const event of expect.can ?? []) if (!now.can(event)) fail(`cannot ${JSON.stringify(event)}`);
    for (const event of expect.cannot ?? []) if (now.can(event)) fail(`can ${JSON.stringify(event)}`);
    if (expect.status && now.status !== expect.status) fail(`status ${now.status}`);
    if (expect.output && !partly(expect.output, now.output)) fail(`output ${JSON.stringify(now.output)}`);
    steps++;
  }
}
console.log(
  JSON.stringify({ scenarios: Object.keys(scenarios).length, steps, passed: passed.digest("hex") }),
);
