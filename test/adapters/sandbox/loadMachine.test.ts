import { describe, expect, test } from "vitest";
import { PlayError } from "#core/run/play/play.ts";
import type { SiblingCode } from "#core/run/play/playRequest.ts";
import { pointOut } from "#core/run/scenario/pointOut.ts";
import { readModule } from "#core/read/readModule.ts";
import { loadMachine } from "#adapters/sandbox/loadMachine.ts";

const machine = (id: string) => `createMachine({ id: "${id}", initial: "a", states: { a: {} } })`;
const faultOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof PlayError) return error.fault;
    throw error;
  }
  throw new Error("Nothing was thrown");
};

describe("the machine of a module", () => {
  test.each([
    [
      "the export of that name",
      `export const other = ${machine("o")}; export const machine = ${machine("m")};`,
      "machine",
      "m",
    ],
    ["by its place", `export const other = ${machine("o")}; export const machine = ${machine("m")};`, 0, "o"],
    ["the default export", `export default ${machine("d")};`, "default", "d"],
    [
      "the only one, though it is not exported",
      `const hidden = ${machine("h")}; void hidden;`,
      "machine",
      "h",
    ],
    [
      "made by setup",
      `export const machine = setup({ guards: { g: () => true } }).createMachine({ id: "s" });`,
      0,
      "s",
    ],
    [
      "made by an extended setup",
      `export const machine = setup({}).extend({ guards: { g: () => true } }).createMachine({ id: "e" });`,
      0,
      "e",
    ],
    [
      "with types",
      `type T = { a: number }; const id: string = "t" satisfies string; export const machine = createMachine({ types: {} as { context: T }, id, context: { a: 1 } } as const);`,
      "machine",
      "t",
    ],
  ])("is %s", (_, code, which, id) => {
    expect(
      loadMachine(`import { createMachine, setup } from "xstate"; void setup;\n${code}`, "ts", which).id,
    ).toBe(id);
  });

  describe("that is pointed out among several", () => {
    const played = (code: string, nth: number) => {
      const text = `import { createMachine, setup } from "xstate";\n${code}`;
      const { charts } = readModule(text);
      return loadMachine(pointOut(text, charts[nth]!.callAt), "ts", "it").id;
    };

    test("may be hidden, inside another one, or made by setup", () => {
      const code = `const inner = ${machine("a")};
export const outer = setup({ actors: { inner } }).createMachine({ id: "b", invoke: { src: ${machine("c")} } });`;

      expect([0, 1, 2].map((nth) => played(code, nth))).toEqual(["a", "b", "c"]);
    });

    test("cannot be played while it is made by a function that nobody has called", () => {
      expect(faultOf(() => played(`${machine("a")}; export const make = () => ${machine("b")};`, 1))).toEqual(
        {
          code: "load-error",
          message: "The machine it is made inside a function that the module does not call when it is loaded",
        },
      );
    });
  });

  test("may be made by names of its own for what it imports", () => {
    const code = `import * as x from "xstate"; import { createMachine as make } from "xstate"; export const machine = make({ id: "m" }); export const second = x.createMachine({ id: "n" });`;

    expect([loadMachine(code, "js", "machine").id, loadMachine(code, "js", "second").id]).toEqual(["m", "n"]);
  });

  test("may use xstate/guards and xstate/actions", () => {
    const code = `import { createMachine } from "xstate"; import { and } from "xstate/guards"; import { assign } from "xstate/actions"; export const machine = createMachine({ id: typeof and + typeof assign });`;

    expect(loadMachine(code, "js", "machine").id).toBe("functionfunction");
  });
});

describe("what cannot be loaded says why", () => {
  test.each([
    ["no JavaScript", "export const = 5;", /\S/],
    ["code that throws", "throw new Error('on purpose');", /on purpose/],
    ["code that throws nothing of an error", "throw 5;", /5/],
    [
      "no machine",
      "export const machine = 5; export const x = 1;",
      /makes 0 machine\(s\) and exports machine, x/,
    ],
    [
      "an import",
      `import { z } from "zod"; export const machine = z;`,
      /"zod".*imports xstate, files beside it and nothing else/,
    ],
    [
      "a dynamic import is only tried when it runs",
      `import("node:fs").catch(() => 0); export const machine = 1;`,
      /makes 0 machine/,
    ],
    [
      "a chart that XState refuses",
      `import { createMachine } from "xstate"; export const machine = createMachine({ id: "m", initial: "a", states: { a: { on: { X: "nowhere" } } } });`,
      /nowhere/,
    ],
    [
      "an import named like a part of every object",
      `import x from "constructor"; export const machine = x;`,
      /"constructor"/,
    ],
  ])("%s", (_, code, message) => {
    expect(faultOf(() => loadMachine(code, "ts", "machine"))).toMatchObject({
      code: "load-error",
      message: expect.stringMatching(message),
    });
  });

  test("a name that every object has is no machine", () => {
    expect(faultOf(() => loadMachine("export const x = 1;", "js", "constructor")).code).toBe("load-error");
    expect(faultOf(() => loadMachine("export const x = 1;", "js", 7)).message).toContain(
      "there is no machine 7",
    );
  });
});

test("a module that is loaded again starts anew, with the files that it imports", () => {
  const code = `import { box } from "./box"; import { createMachine } from "xstate"; const own = { n: 0 }; box.n++; own.n++; export const machine = createMachine({ id: "m" + box.n + own.n });`;
  const text = `export const box: { n: number } = { n: 0 };`;
  const files: SiblingCode = {
    imports: { "./box": "box.ts" },
    files: [{ path: "box.ts", text, lang: "ts", imports: {} }],
  };

  for (let times = 0; times < 3; times++) expect(loadMachine(code, "ts", "machine", files).id).toBe("m11");
});

describe("a module with the files that it imports", () => {
  const siblings = (imports: Record<string, string>, files: Record<string, string>): SiblingCode => ({
    imports,
    files: Object.entries(files).map(([path, text]) => ({ path, text, lang: "ts", imports })),
  });

  test("runs each once, with its types taken out", () => {
    const code = `import { id } from "./id"; import { again } from "./again"; import { createMachine } from "xstate"; export const machine = createMachine({ id: id + again });`;
    const files = siblings(
      { "./id": "id.ts", "./again": "again.ts" },
      {
        "id.ts": `const box: { n: number } = { n: 0 }; box.n++; export const id: string = "m" + box.n;`,
        "again.ts": `export { id as again } from "./id";`,
      },
    );

    expect(loadMachine(code, "ts", "machine", files).id).toBe("m1m1");
  });

  test("finds its machines by place, those of the other files left out", () => {
    const code = `import { other, made } from "./other"; void other; export const own = made.createMachine({ id: "own" });`;
    const files = siblings(
      { "./other": "other.ts" },
      {
        "other.ts": `import { createMachine, setup } from "xstate"; export const other = createMachine({ id: "other" }); export const made = setup({});`,
      },
    );

    expect(loadMachine(code, "ts", 0, files).id).toBe("own");
  });

  test("may import in a circle", () => {
    const code = `import { a } from "./a"; import { createMachine } from "xstate"; export const machine = createMachine({ id: a() });`;
    const files = siblings(
      { "./a": "a.ts", "./b": "b.ts" },
      {
        "a.ts": `import { b } from "./b"; export const a = () => "a" + b();\nexport const last = "z";`,
        "b.ts": `import { last } from "./a"; export const b = () => "b" + last;`,
      },
    );

    expect(loadMachine(code, "ts", "machine", files).id).toBe("abz");
  });

  test.each([
    [
      `import { x } from "./none"; void x;`,
      /^The module imports "\.\/none", and there is no such file beside it$/,
    ],
    [`import { x } from "./net"; void x;`, /^net\.ts imports "node:net"; a machine module imports xstate/],
    [`import { x } from "./bad"; void x;`, /^bad\.ts: on purpose$/],
    [`import { x } from "./broken"; void x;`, /^broken\.ts: /],
    [`import { x } from "./toString"; void x;`, /no such file/],
  ])("%s says which file is at fault", (code, message) => {
    const files = siblings(
      { "./net": "net.ts", "./bad": "bad.ts", "./broken": "broken.ts" },
      {
        "net.ts": `import net from "node:net"; export const x = net;`,
        "bad.ts": `throw new Error("on purpose");`,
        "broken.ts": `export const = 1;`,
      },
    );

    expect(faultOf(() => loadMachine(code, "ts", "machine", files))).toMatchObject({
      code: "load-error",
      message: expect.stringMatching(message),
    });
  });
});
