import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as xstate from "xstate";
import { stripTypes, toCommonJs } from "#adapters/sandbox/stripTypes.ts";
import { checkGame } from "#core/analyze/check.ts";
import { importMachine } from "#core/import/importForms.ts";
import { ImportFault, type ImportedMachine } from "#core/import/importReport.ts";
import { NumberedNames } from "#core/import/scxml/document.ts";
import { importedGameFiles } from "#core/project/importedGame.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { readModule } from "#core/read/readModule.ts";
import { typeChecker } from "#test/support/typeChecker.ts";

const folder = "test/golden/import";
const documents = readdirSync(folder).filter((name) => name.endsWith(".scxml"));
const golden = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
const scxml = (inner: string, attributes = "") =>
  `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" ${attributes}>${inner}</scxml>`;
const report = ({ entries }: ImportedMachine) =>
  entries
    .filter(({ outcome }) => outcome !== "taken")
    .map(({ line, column, element, outcome, why, facts }) => {
      return `${line}:${column} ${element} ${outcome} ${why} ${JSON.stringify(facts)}\n`;
    })
    .join("");

/** The machine of a module, run by XState. */
function started(text: string): xstate.Actor<xstate.AnyStateMachine> {
  const exports: { machine?: xstate.AnyStateMachine } = {};
  new Function("exports", "require", toCommonJs(stripTypes(text)))(exports, () => xstate);
  if (!exports.machine) throw new Error("no machine");
  return xstate.createActor(exports.machine, { logger: () => undefined }).start();
}
const errorsOf = (imported: ImportedMachine) => {
  const files = new Map(importedGameFiles("game", imported).map(({ name, text }) => [name, text]));
  const { text } = imported;
  return checkGame({ ...loadRuleset(files), files, reading: readModule(text) }).filter(
    ({ severity }) => severity === "error",
  );
};

describe("the documents of the golden set", { timeout: 120_000 }, () => {
  test.each(documents)(
    "%s gives its machine and its report, and nothing is wrong in the game",
    async (name) => {
      const imported = importMachine(golden(name), { id: "game" });

      await expect(imported.text).toMatchFileSnapshot(`../../golden/import/${name}.machine.ts`);
      await expect(report(imported)).toMatchFileSnapshot(`../../golden/import/${name}.report.txt`);
      expect(errorsOf(imported)).toEqual([]);
    },
  );

  test("their machines have the right types", async () => {
    const texts = documents.map((name) => importMachine(golden(name)).text);
    const check = await typeChecker(texts);
    expect(
      texts.flatMap((text) =>
        check(text).map(({ chain, at }) => [chain[0]?.text, text.slice(at.from, at.to)]),
      ),
    ).toEqual([]);
  });
});

describe("a machine does what its document says", () => {
  afterEach(() => void vi.useRealTimers());

  test("events carry fields, branches and loops run, and a history leads back", () => {
    const actor = started(importMachine(golden("round.scxml")).text);
    const at = () => JSON.stringify(actor.getSnapshot().value);

    actor.send({ type: "DRAW", count: 3 });
    expect(at()).toBe('{"play":"draw"}');
    actor.send({ type: "DRAW", count: 2 });
    expect(at()).toBe('{"play":"main_phase"}');
    expect(actor.getSnapshot().context).toMatchObject({ cards: 2, last: "b1", card: "b", i: 1 });
    actor.send({ type: "PASS" });
    actor.send({ type: "LEFT" });
    actor.send({ type: "RIGHT" });
    expect(at()).toBe('{"play":"draw"}');
    actor.send({ type: "DRAW", count: 2 });

    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "over" });
  });

  test("of two descriptors that match, the first in the document counts, not the longer one", () => {
    const text = importMachine(
      scxml(
        `<state id="a"><transition event="go" target="b"/><transition event="go.now" target="c"/></state><state id="b"/><state id="c"/>`,
      ),
    ).text;
    const actor = started(text);

    actor.send({ type: "go.now" });

    expect(actor.getSnapshot().value).toBe("b");
  });

  test("what is sent with a delay comes then, unless it is cancelled", () => {
    vi.useFakeTimers();
    const timed = (more: string) =>
      scxml(
        `<state id="a"><onentry><send id="x" event="T" delay="1.5s"/>${more}</onentry><transition event="T" target="b"/></state><state id="b"/>`,
      );
    const sent = started(importMachine(timed("")).text);
    const cancelled = started(importMachine(timed('<cancel sendid="x"/>')).text);

    vi.advanceTimersByTime(1499);
    expect(sent.getSnapshot().value).toBe("a");
    vi.advanceTimersByTime(1);

    expect([sent.getSnapshot().value, cancelled.getSnapshot().value]).toEqual(["b", "a"]);
  });

  test("a session within the document is a machine of the module, and reports to the one that started it", () => {
    const child = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><datamodel><data id="n" expr="1"/></datamodel>
      <state id="s"><transition cond="n === 7" target="f"/></state><final id="f"><onentry><send target="#_parent" event="CHILD"/></onentry></final></scxml>`;
    const { text } = importMachine(
      scxml(
        `<state id="a"><invoke id="kid"><param name="n" expr="7"/><content>${child}</content></invoke>
        <transition event="CHILD" target="b"/></state><state id="b"/>`,
      ),
    );

    expect(started(text).getSnapshot().value).toBe("b");
  });

  test("an error of execution is an event, and the rest of the block is not run", () => {
    const { text } = importMachine(
      scxml(
        `<datamodel><data id="x" expr="0"/></datamodel>
        <state id="a"><onentry><assign location="x" expr="1 +"/><assign location="x" expr="5"/></onentry>
        <transition event="error.execution" target="b"/></state><state id="b"/>`,
      ),
    );
    const { value, context } = started(text).getSnapshot();

    expect([value, context]).toEqual(["b", { x: 0 }]);
  });
});

describe("a document that is none is refused with its place", () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n${scxml('<state id="&b;"/>')}`;
  const manyCandidates = (cond: string, count: number) =>
    scxml(
      `<datamodel><data id="n" expr="0"/></datamodel><state id="a"><transition event="*" cond="${cond}true"/>${Array.from({ length: count }, (_, i) => `<transition event="e${i}"/>`).join("")}</state>`,
    );
  /** Each event is within the one before: e, e.e, e.e.e, … */
  const eventsWithin = (count: number) =>
    Array.from({ length: count }, (_, i) => `<transition event="e${".e".repeat(i)}"/>`).join("");
  const manyFields = (events: number, fields: number) =>
    scxml(
      `<state id="a"><transition event="${Array.from({ length: events }, (_, i) => `e${i}`).join(" ")}" cond="${Array.from({ length: fields }, (_, i) => `_event.data.f${i}`).join(" || ")}"/></state>`,
    );
  test.each([
    ["no XML", "<scxml", "xml-syntax", 1],
    ["another document", "<html/>", "scxml-root", 1],
    ["an SCXML of another namespace", '<scxml xmlns="urn:x"/>', "scxml-root", 1],
    ["no state", scxml(""), "machine-empty", 1],
    ["an unknown target", scxml('<state id="a">\n<transition target="b"/></state>'), "target-unknown", 2],
    ["an unknown initial state", scxml('<state id="a"/>', 'initial="b"'), "target-unknown", 1],
    ["an id twice", scxml('<state id="a"/>\n<state id="a"/>'), "scxml-id-twice", 2],
    ["a document type", laughs, "xml-doctype", 1],
    ["an unknown entity", scxml("<state>\n&lol;</state>"), "xml-syntax", 2],
    ["another encoding", `<?xml version="1.0" encoding="utf-16"?>${scxml("<state/>")}`, "xml-encoding", 1],
    ["100,000 levels", "<scxml>" + "<state>".repeat(100_000), "xml-too-deep", 1],
    ["60,000 elements", scxml("<state/>".repeat(60_000)), "xml-too-large", 1],
    ["five million characters", " ".repeat(5_000_000), "too-large", 1],
    [
      "a long transition that 2,000 events list",
      manyCandidates("n === 0 || ".repeat(900), 2_000),
      "code-too-large",
      1,
    ],
    [
      "600 transitions that match 600 events",
      scxml(`<state id="a">${eventsWithin(600)}</state>`),
      "code-too-large",
      1,
    ],
    ["60,000 events with 2,000 fields", manyFields(60_000, 2_000), "code-too-large", 1],
    ["a text", "draw\nmain\n", "form-unknown", 1],
  ] as const)("%s", (_, text, code, line) => {
    let fault: unknown;
    try {
      importMachine(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(ImportFault);
    expect(fault).toMatchObject({ code, place: { line } });
  });

  test("a place is where the element begins", () => {
    const { entries } = importMachine(scxml('\n  <state id="a"\n         odd="1">\n    <history/></state>'));

    expect(entries.map(({ element, line, column }) => `${element} ${line}:${column}`)).toEqual(
      expect.arrayContaining(["scxml 1:1", "state 2:3", "history 4:5"]),
    );
  });
});

describe("work grows with the document, and not with its square", () => {
  const list = (count: number, of: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => of(i)).join("");

  test("a name is numbered on from where the last one was", () => {
    const names = new NumberedNames();
    const taken = new Set<string>();
    let count = 0;
    for (let i = 0; i < 1_000; i++) taken.add(names.free("state", (name) => (count++, taken.has(name))));

    expect([...taken].slice(0, 3)).toEqual(["state", "state2", "state3"]);
    expect(taken.size).toBe(1_000);
    expect(count).toBeLessThan(4_000);
  });

  test("20,000 states without an id have a key each", () => {
    const { text } = importMachine(scxml("<state/>".repeat(20_000)));

    expect(text).toContain("state20000:");
  });

  test("a type that no longer holds is carried through 4,000 variables", () => {
    const { text } = importMachine(
      scxml(
        `<datamodel>${list(4_001, (i) => `<data id="v${i}" expr="0"/>`)}<data id="n" expr="0"/></datamodel><state id="a"><onentry>
         <assign location="v0" expr="'text'"/>${list(4_000, (i) => `<assign location="v${4_000 - i}" expr="v${3_999 - i}"/>`)}<assign location="n" expr="n + 1"/></onentry></state>`,
      ),
    );

    expect(text).toContain("  v0: any;\n");
    expect(text).toContain("  v4000: any;\n");
    expect(text).toContain("  n: number;\n");
  });

  test("a script makes no variable of any type whose name it has only within others", () => {
    const { text } = importMachine(
      scxml(
        `<datamodel><data id="n" expr="0"/><data id="count" expr="0"/></datamodel><state id="a"><onentry><script>count = f(count)</script></onentry></state>`,
      ),
    );

    expect(text).toContain("  n: number;\n  count: any;\n");
  });
});

describe("names and expressions of a document stay what they are", () => {
  test("an event of any name is a text, and one that others begin with is a type of texts", () => {
    const name = "`a`};evil();type_Z={x:`${b}`";
    const { text } = importMachine(
      scxml(
        `<state id="a"><transition event="${name}.* \\.b" target="a"><raise event="${name}"/></transition></state>`,
      ),
    );
    const { charts, diagnostics } = readModule(text);

    expect(charts).toHaveLength(1);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(text).toContain(`type: ${JSON.stringify(name)}`);
    expect(text).toContain("type: `\\`a\\`};evil();type_Z={x:\\`\\${b}\\`.${string}`");
  });

  test("a variable whose name is none is left out and reported", () => {
    for (const id of ["my-var", "a.b", "x; evil()", "__proto__", ""]) {
      const imported = importMachine(
        scxml(`<datamodel><data id="${id}" expr="1"/><data id="n" expr="2"/></datamodel><state id="a"/>`),
      );

      expect(imported.text).toContain("context: { n: 2 }");
      expect(report(imported)).toContain(`data left-out data-id ${JSON.stringify({ name: id })}`);
    }
  });

  test.each([
    `[]["fil"+"ter"]["con"+"structor"]("evil()")()`,
    "[].filter[`constructor`]('evil()')()",
    `xs["pu"+"sh"](1)`,
    `xs[k]("evil()")`,
    `[k].map([].filter[["constructor"][0]])`,
    `Object.getOwnPropertyDescriptor([].filter, "x")`,
    `Object.getPrototypeOf(xs)`,
    `xs.map.call(xs, (x) => x)`,
    `xs.map((context) => context + n)`,
  ])("%s is not read, and so not in the module", (expr) => {
    const imported = importMachine(
      scxml(
        `<datamodel><data id="xs" expr="[]"/><data id="k" expr="'a'"/><data id="n" expr="1"/></datamodel>
         <state id="a"><onentry><assign location="n" expr="${expr.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"/></onentry></state>`,
      ),
    );

    expect(imported.text).not.toContain(expr);
    expect(report(imported)).toContain("assign changed code");
  });

  test("a place in a list is read by a number", () => {
    const { text } = importMachine(
      scxml(
        `<datamodel><data id="xs" expr="[1, 2]"/><data id="i" expr="0"/><data id="n" expr="0"/></datamodel>
         <state id="a"><onentry><assign location="i" expr="i + 1"/><assign location="n" expr="xs[i]"/></onentry></state>`,
      ),
    );

    expect(text).toContain("context.xs[context.i]");
  });

  test("data of a final state and a session may have a field that is called data", () => {
    const { text } = importMachine(
      scxml(
        `<datamodel><data id="n" expr="3"/></datamodel><state id="s" initial="f"><final id="f">
         <donedata><param name="data" expr="n"/><param name="more" expr="1"/></donedata></final></state>`,
      ),
    );

    expect(text).toContain("output: ({ context }) => ({ data: context.n, more: 1 })");
  });
});

test("a damaged document gives a machine that can be read, or a fault; never anything else", () => {
  const whole = documents.map(golden);
  const pieces = [
    "<",
    ">",
    '"',
    "&",
    "state",
    "'",
    "<!--",
    "]]>",
    "${",
    "`",
    "*/",
    "\u0000",
    "\ud800",
    "__proto__",
    "constructor",
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...whole),
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), fc.constantFrom("", ...pieces)),
        {
          maxLength: 4,
        },
      ),
      (document, damage) => {
        let text = document;
        for (const [where, length, insert] of damage) {
          const at = Math.floor(where * text.length);
          text = text.slice(0, at) + insert + text.slice(at + length);
        }
        let imported: ImportedMachine;
        try {
          imported = importMachine(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportFault);
          return;
        }
        expect(readModule(imported.text).charts).toHaveLength(1);
        expect(errorsOf(imported)).toEqual([]);
      },
    ),
    { numRuns: process.env["LONG"] ? 10_000 : 200 },
  );
});
