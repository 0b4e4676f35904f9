import { expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { runCommand } from "#core/edit/commands.ts";
import type { Change, Refusal } from "#core/edit/command.ts";
import { readModule } from "#core/read/readModule.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 2000 : 120;

/** A machine that has nothing in common with the other one but names. */
const BYSTANDER = `
export const bystander = createMachine({
  id: "bystander", initial: "off", states: { off: { tags: "calm", on: { GO: { target: "on", guard: "ok", actions: "log" } } }, on: { after: { slow: "off" } } },
});
`;

/** Code outside of the config that says names of the machine, and what of it the setup has. */
const GUARDS: readonly (readonly [code: string, entries: string])[] = [
  [`const isGo = ({ event }: any) => event.type === "GO";`, "isGo"],
  [`const isGo = ({ event }: { event: Ev }) => event.type !== "BACK" && event.type === "GO";`, "isGo"],
  [
    `function isGo({ event: got }: any) { switch (got.type) { case "GO": return true; default: return false; } }`,
    "isGo",
  ],
  [`const isGo = and(["ok", not("late")]);`, "isGo"],
  [`const wanted = "GO";\nconst isGo = ({ event }: any) => event.type === wanted;`, "isGo: isGo"],
  [
    `const table = { isGo: ({ event }: any) => ["GO", "BACK"].includes(event.type), other: or(["late", "ok"]) };`,
    "...table",
  ],
  [
    `class Rules { static isGo({ event }: any) { assertEvent(event, ["GO"]); return true; } }`,
    "isGo: Rules.isGo",
  ],
  [
    `const made = (name: string) => and([name, "late"]);\nconst inner = not("ok");`,
    `isGo: or([made("ok"), inner])`,
  ],
];
const ACTIONS: readonly (readonly [code: string, entries: string])[] = [
  [
    `const run = enqueueActions(({ enqueue, check }: any) => { if (check("ok")) enqueue("log"); enqueue.raise({ type: "GO" }, { delay: "slow" }); });`,
    "run",
  ],
  [`const run = raise({ type: "GO" }, { delay: "slow" });`, "run"],
  [
    `const acts = { run: spawnChild("load"), more: enqueueActions(({ enqueue }: any) => { enqueue({ type: "log" }); }) };`,
    "...acts",
  ],
  [`const go = { type: "GO" } as const;\nconst run = raise(go);`, "run"],
  [`const steps = ["log", "log"];\nconst run = () => void steps;`, "run"],
];
const REST = [
  "",
  `export const start = () => createActor(machine).start().send({ type: "GO" });\n`,
  `export const isCalm = (snapshot: any) => snapshot.hasTag("calm");\n`,
  `export const names = { GO: "go!", "late": 1 };\n`,
  `export const may = (state: any) => state.can({ type: "GO" }) || state.event === "GO";\n`,
];

function moduleOf(r: Random): string {
  const [guard, guards] = r.pick(GUARDS);
  const [action, actions] = r.pick(ACTIONS);
  const idle = `{ tags: ["calm"], entry: "run", on: { GO: { target: "busy", guard: r, actions: ["log"] } }, after: { slow: "busy" } }`;
  const state = idle.replace(
    "guard: r",
    r.pick([`guard: "isGo"`, `guard: "ok"`, `guard: not("late")`, `guard: stateIn("idle")`]),
  );
  const [inConst, a] = r.chance(0.5) ? [`const idle: any = ${state};\n`, "idle"] : ["", `idle: ${state}`];
  return `import { and, assertEvent, createActor, createMachine, enqueueActions, fromPromise, not, or, raise, setup, spawnChild, stateIn } from "xstate";
type Ev = { type: "GO" } | { type: "BACK" };
${guard}
${action}
${inConst}export const machine = setup({
  types: { events: {} as Ev },
  guards: { ${guards}, ok: () => true, late: () => false },
  actions: { ${actions}, log: () => {} },
  actors: { load: fromPromise(async () => 1) },
  delays: { slow: 10 },
} as any).createMachine({ id: "m", initial: "idle", states: { ${a}, busy: { on: { BACK: "idle" } } } });
${r.pick(REST)}`;
}

const NAMES = [
  ["event", "GO"],
  ["guard", "ok"],
  ["guard", "late"],
  ["action", "log"],
  ["actor", "load"],
  ["delay", "slow"],
  ["tag", "calm"],
  ["state", "idle"],
] as const;

function renamed(text: string, kind: string, name: string): Change | { refused: Refusal } {
  const chart = readModule(text).charts[0];
  if (!chart) expect.fail(text);
  const named = kind === "state" ? { state: [name] } : { name };
  const args = { ...named, to: "RENAMED" };
  return runCommand(`${kind}.rename`, text, chart, args, (later) => readModule(later).charts);
}

test(
  "a machine that stands beside another is renamed in as it is alone, or the command says where it is not",
  () => {
    let same = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const r = random(Number(process.env["SEED"] ?? 1) * 100_003 + seed);
      const text = moduleOf(r);
      buildMachine(text);
      const beside = text + BYSTANDER;
      const chart = readModule(text).charts[0];
      if (!chart) expect.fail(text);
      for (const [kind, name] of NAMES) {
        if (!symbolTable(text, chart).sites.some((site) => site.kind === kind && site.name === name))
          continue;
        const [alone, both] = [renamed(text, kind, name), renamed(beside, kind, name)];
        const said = `${kind} ${name}\n${beside}`;
        if ("refused" in alone || "refused" in both) {
          expect("refused" in both, said).toBe("refused" in alone);
          continue;
        }
        const [now, other] = [applyEdits(text, alone.edits), applyEdits(beside, both.edits)];
        expect(other.endsWith(BYSTANDER), said).toBe(true);
        if (other === now + BYSTANDER) same++;
        else
          expect(
            both.warnings.map(({ code }) => code),
            `${said}\n--- is\n${other}\n--- alone\n${now}`,
          ).toContain("name-spelled");
        // What the machine itself says is never left behind.
        expect(codeOf(other, text), said).toBe(codeOf(now, text));
      }
    }
    expect(same).toBeGreaterThan(RUNS * 4);
  },
  patience(120_000),
);

const LOGIC = "fromPromise(async () => 1)";
/** A machine within the other one, that says the same names in every way. */
const INNER = `setup({ guards: { ok: ({ event }: any) => event.type === "GO" }, actions: { log: () => {} }, delays: { slow: 1 } } as any).createMachine({
    id: "inner", initial: "idle", states: {
      idle: { tags: ["calm"], entry: raise({ type: "GO" }, { delay: "slow" }), on: { GO: { target: "busy", guard: and(["ok", not("late"), stateIn("idle")]), actions: "log" } } },
      busy: { entry: enqueueActions(({ enqueue, check }: any) => { if (check("ok")) enqueue("log"); }), exit: ({ event }: any) => event.type === "GO", after: { slow: "idle" } } },
  })`;

test(
  "a machine that has another one in it is renamed in as without it, and that one stays as it is",
  () => {
    let same = 0;
    for (let seed = 1; seed <= RUNS / 4; seed++) {
      const module = moduleOf(random(Number(process.env["SEED"] ?? 1) * 200_003 + seed));
      // It stands in the setup, or where it is invoked.
      const text =
        seed % 2 === 0
          ? module
          : module
              .replace(LOGIC, () => "fromPromise(async () => 2)")
              .replace("busy: { on", () => `busy: { invoke: { src: ${LOGIC} }, on`);
      const outer = text.replace(LOGIC, () => INNER);
      buildMachine(outer);
      for (const [kind, name] of NAMES) {
        const [alone, both] = [renamed(text, kind, name), renamed(outer, kind, name)];
        const said = `${kind} ${name}\n${outer}`;
        if ("refused" in alone || "refused" in both) {
          expect("refused" in both && both.refused, said).toEqual("refused" in alone && alone.refused);
          continue;
        }
        const other = applyEdits(outer, both.edits);
        expect(other, said).toContain(INNER);
        const now = applyEdits(text, alone.edits).replace(LOGIC, () => INNER);
        if (other === now) same++;
        else
          expect(
            both.warnings.map(({ code }) => code),
            `${said}\n--- is\n${other}`,
          ).toContain("name-spelled");
        expect(codeOf(other, outer), said).toBe(codeOf(now, outer));
      }
    }
    expect(same).toBeGreaterThan(RUNS / 2);
  },
  patience(120_000),
);

/** The module up to the end of the machine: what stands behind it is other code, and is only told of. */
function codeOf(now: string, before: string): string {
  const lines = before.slice(0, before.lastIndexOf('as any).createMachine({ id: "m"')).split("\n").length;
  return now.split("\n").slice(0, lines).join("\n");
}
