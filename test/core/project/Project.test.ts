import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { graphCommands, loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { files, machineText } from "#test/core/project/machine.ts";

beforeAll(async () => void (await loadGraphCommands()));

const open = () => new Project("m", files);
const all = (project: Project) => Object.fromEntries(project.state().files);
const original = Object.fromEntries(files.map(({ name, text }) => [name, text]));
const typing = (at: number, joins = "") => ({ label: "typing", origin: "code" as const, at, joins });

describe("one history", () => {
  /** Doings of a person on both sides, as numbers that find their place in whatever text is there. */
  const doing = fc.oneof(
    fc.record({
      kind: fc.constant("type" as const),
      file: fc.nat(3),
      at: fc.nat(),
      cut: fc.nat(5),
      insert: fc.constantFrom("", "x", "手", "🏐", "{", "\n"),
    }),
    fc.record({
      kind: fc.constant("rename" as const),
      state: fc.constantFrom("draw", "main", "end"),
      to: fc.constantFrom("a", "b", "phase"),
    }),
    fc.record({
      kind: fc.constant("arrange" as const),
      first: fc.constantFrom("draw", "main", "end"),
      flow: fc.constantFrom("right" as const, "down" as const),
    }),
    fc.record({ kind: fc.constant("write" as const), text: fc.constantFrom("{}\n", "", "{ 1 }") }),
    fc.record({ kind: fc.constant("delete" as const), state: fc.constantFrom("draw", "main", "end") }),
  );

  type Doing = typeof doing extends fc.Arbitrary<infer One> ? One : never;
  function act(project: Project, one: Doing, at: number): void {
    if (one.kind === "type") {
      const name = files[one.file]?.name ?? "machine";
      const text = project.text(name) ?? "";
      const from = text === "" ? 0 : one.at % text.length;
      project.edit(
        name,
        [{ from, to: Math.min(text.length, from + one.cut), insert: one.insert }],
        typing(at, `typing:${name}`),
      );
    } else if (one.kind === "rename")
      project.command("state.rename", { state: [one.state], to: one.to }, { at });
    else if (one.kind === "delete") project.command("state.delete", { state: [one.state] }, { at });
    else if (one.kind === "arrange")
      project.arrange({ "": { flow: one.flow, lines: [[one.first]] } }, { label: "arrange", at });
    else project.write("scenarios/two", one.text, { label: "scenario", origin: "rules", at });
  }

  test("undoing all restores every byte of every file; redoing all brings back what was there", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(doing, fc.integer({ min: 0, max: 2_000 })), { maxLength: 25 }),
        (doings) => {
          const project = open();
          let at = 0;
          for (const [one, pause] of doings) act(project, one, (at += pause));
          const after = all(project);

          while (project.undo() !== undefined);
          expect(all(project)).toEqual(original);
          expect(project.state().dirty).toEqual([]);

          while (project.redo() !== undefined);
          expect(all(project)).toEqual(after);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("each undo leads to the files of one step before", () => {
    fc.assert(
      fc.property(fc.array(doing, { maxLength: 12 }), (doings) => {
        const project = open();
        const before: Record<string, string>[] = [];
        doings.forEach((one, i) => {
          const was = all(project);
          const { revision } = project.state();
          act(project, one, i * 10_000);
          if (project.state().revision !== revision) before.push(was);
        });

        while (before.length > 0) {
          expect(project.undo()).toBeDefined();
          expect(all(project)).toEqual(before.pop());
        }
        expect(project.undo()).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  test("fast typing in one file is one entry; a pause, another file or an undo begins a new one", () => {
    const project = open();
    const put = (name: string, insert: string, at: number) =>
      project.edit(name, [{ from: 0, to: 0, insert }], typing(at, `typing:${name}`));

    put("machine", "a", 0);
    put("machine", "b", 500);
    put("machine", "c", 2_000);
    put("labels/ja", " ", 2_100);

    project.undo();
    project.undo();
    expect(project.text("machine")).toBe(`ba${machineText}`);
    put("machine", "d", 2_200);
    project.undo();
    expect(project.text("machine")).toBe(`ba${machineText}`);
    project.undo();
    expect(all(project)).toEqual(original);
  });

  test("a change after an undo forgets what could be redone", () => {
    const project = open();
    project.edit("machine", [{ from: 0, to: 0, insert: "a" }], typing(0));
    project.undo();

    project.edit("machine", [{ from: 0, to: 0, insert: "b" }], typing(1));

    expect(project.state().redo).toBeUndefined();
    expect(project.redo()).toBeUndefined();
  });
});

describe("commands", () => {
  test("a rename takes layout, labels and scenarios along in one entry", () => {
    const project = open();

    expect(project.command("state.rename", { state: ["main"], to: "action" }, { at: 0 })).toMatchObject({
      ok: true,
    });

    expect(project.text("machine")).toContain('NEXT: "action"');
    expect(project.text("labels/ja")).toContain('"state:action": "メイン", "state:action.act": "行動"');
    expect(project.text("scenarios/one")).toContain('"in": ["action", "action.act"], "notIn": "draw"');
    expect(project.text("scenarios/one")).toContain('"by": "main"');
    expect(JSON.parse(project.text("layout") ?? "").machines.machine.states).toEqual({
      draw: { x: 0, y: 0, w: 90, h: 40 },
      action: { x: 0, y: 100, w: 200, h: 90 },
    });
    expect(project.arrangement().compounds[""]?.lines).toEqual([["draw"], ["action"]]);
    project.undo();
    expect(all(project)).toEqual(original);
  });

  test("a command and the lines it gave are one entry when they are one gesture", () => {
    const project = open();
    project.command("state.rename", { state: ["draw"], to: "take" }, { at: 1, joins: "drop:1" });
    project.arrange({ "": { lines: [["main", "take"]] } }, { label: "arrange", at: 2, joins: "drop:1" });
    project.arrange({ "": { lines: [["take", "main"]] } }, { label: "arrange", at: 3, joins: "drop:2" });

    project.undo();
    expect(project.arrangement().compounds[""]?.lines).toEqual([["main", "take"]]);
    expect(project.undo()).toBe("command.state.rename");
    expect(all(project)).toEqual(original);
  });

  test("commands wait while half-typed code is previewed", () => {
    const project = open();
    project.graph();
    const at = machineText.indexOf("states");
    project.edit("machine", [{ from: at, to: at, insert: "= " }], typing(0));

    expect(project.graph()).toMatchObject({ stale: true, preview: true, revision: 1 });
    expect(project.command("state.delete", { state: ["end"] }, { at: 1 })).toEqual({
      ok: false,
      refused: { code: "graph-stale" },
    });
  });

  test("while the text cannot be parsed the last graph stays, marked, and commands wait", () => {
    const project = open();
    const { chart } = project.graph();
    const at = machineText.indexOf('"draw"', machineText.indexOf("initial"));
    project.edit("machine", [{ from: at, to: at, insert: "= " }], typing(0));

    expect(project.graph()).toMatchObject({ stale: true, revision: 0 });
    expect(project.graph().chart).toBe(chart);
    expect(project.command("state.delete", { state: ["end"] }, { at: 1 })).toEqual({
      ok: false,
      refused: { code: "graph-stale" },
    });

    project.undo();
    expect(project.graph().stale).toBe(false);
    expect(project.command("state.delete", { state: ["end"] }, { at: 2 })).toMatchObject({ ok: true });
  });

  test("a gesture on an older revision is refused and changes nothing", () => {
    const project = open();
    project.edit("machine", [{ from: 0, to: 0, insert: "\n" }], typing(0));

    const answer = project.command("state.delete", { state: ["end"] }, { at: 1, revision: 0 });

    expect(answer).toEqual({ ok: false, refused: { code: "text-moved-on" } });
    expect(project.text("machine")).toBe(`\n${machineText}`);
  });

  test("a layout file that cannot be read is not written over", () => {
    const project = new Project("m", [
      ...files.filter((f) => f.name !== "layout"),
      { name: "layout", text: "{ mine", hash: "h" },
    ]);

    expect(project.arrange({ "": { lines: [["draw"]] } }, { label: "arrange", at: 0 })).toBe(false);
    expect(project.setNotes([{ id: "n1", at: "", text: "?" }], { label: "note", at: 0 })).toBe(false);

    expect(project.text("layout")).toBe("{ mine");
    expect(project.state().dirty).toEqual([]);
  });

  test("a layout file of a newer format is shown and not written", () => {
    const text = `{ "format": 3, "machines": { "machine": { "compounds": { "": { "lines": [["end"]] } } } } }`;
    const project = new Project("m", [
      ...files.filter((f) => f.name !== "layout"),
      { name: "layout", text, hash: "h" },
    ]);

    expect(project.arrangement().compounds).toEqual({ "": { lines: [["end"]] } });
    expect(project.arrange({ "": { lines: [["draw"]] } }, { label: "arrange", at: 0 })).toBe(false);
    project.command("state.rename", { state: ["end"], to: "last" }, { at: 1 });
    expect(project.text("layout")).toBe(text);
  });
});

describe("arranging", () => {
  const note = (at: number) => ({ label: "arrange", at });

  test("opening a file of format 1 and commands leave it in its format; the first gesture rewrites it, undo gives its bytes back", () => {
    const project = open();
    expect(project.arrangement().compounds).toEqual({ "": { flow: "down", lines: [["draw"], ["main"]] } });
    expect(project.state().dirty).toEqual([]);

    expect(project.arrange({ main: { flow: "right", lines: [["act"]] } }, note(0))).toBe(true);

    const written = JSON.parse(project.text("layout") ?? "");
    expect(written.format).toBe(2);
    expect(written.machines.machine).toEqual({
      compounds: {
        "": { flow: "down", lines: [["draw"], ["main"]] },
        main: { flow: "right", lines: [["act"]] },
      },
    });
    expect(project.undo()).toBe("arrange");
    expect(all(project)).toEqual(original);
  });

  test("the arrangement is the same object until the layout file changes", () => {
    const project = open();
    const before = project.arrangement();
    project.command("state.delete", { state: ["end"] }, { at: 0 });
    expect(project.arrangement()).toBe(before);

    project.arrange({ "": { lines: [["main", "draw"]] } }, note(1));
    expect(project.arrangement()).not.toBe(before);
  });

  test("the arrangement for the graph that is shown does not read a text that waits to be read", () => {
    const project = open();
    const read = vi.spyOn(graphCommands(), "readModule");
    const { machine = "" } = project.graph();
    const before = project.arrangement(machine);
    read.mockClear();

    for (let n = 0; n < 20; n++) {
      const edits = [{ from: 0, to: 0, insert: "/" }];
      project.edit("machine", edits, { label: "typing", origin: "code", at: n, joins: "typing" });
      expect(project.arrangement(machine)).toBe(before);
    }

    expect(read).toHaveBeenCalledTimes(0);
    read.mockRestore();
  });

  test("without lines a compound stands as the code has it again", () => {
    const project = open();
    project.arrange({ "": { lines: [["main", "draw"]] }, main: { lines: [["act"]] } }, note(0));
    project.arrange({ "": undefined }, note(5_000));

    expect(project.arrangement().compounds).toEqual({ main: { lines: [["act"]] } });
  });

  test("a game without a layout file gets one with the first note; the note follows what it is about", () => {
    const project = new Project(
      "m",
      files.filter((f) => f.name !== "layout"),
    );
    expect(project.setNotes([{ id: "n1", at: "main.act", text: "ask", colour: "blue" }], note(0))).toBe(true);

    project.command("state.rename", { state: ["main"], to: "action" }, { at: 1 });

    expect(project.arrangement().notes).toEqual([
      { id: "n1", at: "action.act", text: "ask", colour: "blue" },
    ]);
    project.undo();
    project.undo();
    expect(project.text("layout")).toBeUndefined();
  });
});

test("a file that could not be kept where the game is does not become part of it, so nothing stands in the way of a save", () => {
  const project = new Project("m", files, {}, (name) => name === "machine" || name === "layout");

  project.write("scenarios/pays", "{}\n", typing(0));
  project.command("state.rename", { state: ["main"], to: "action" }, { at: 1 });

  expect(project.text("scenarios/pays")).toBeUndefined();
  expect(project.unsaved().map(({ name }) => name)).not.toContain("scenarios/pays");
  expect(project.unsaved().map(({ name }) => name)).toContain("machine");
  project.undo();
  expect(project.state().dirty).toEqual([]);
});

describe("another program's changes", () => {
  const theirs = {
    name: "machine",
    text: machineText.replace("draw: {", "draw: { tags: 'x',"),
    hash: "h-theirs",
  };

  test("a file without unsaved work takes them, is clean, and can be taken back", () => {
    const project = open();

    project.changedOutside([theirs], 0);

    expect(project.text("machine")).toBe(theirs.text);
    expect(project.state().dirty).toEqual([]);
    project.undo();
    expect(project.text("machine")).toBe(machineText);
    expect(project.unsaved()).toEqual([{ name: "machine", text: machineText, base: "h-theirs" }]);
  });

  test("unsaved work is never written over, whatever comes, in whatever order", () => {
    const news = fc.record({
      file: fc.nat(3),
      text: fc.option(fc.constantFrom("theirs 1", "theirs 2")),
    });
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
        fc.array(news, { maxLength: 10 }),
        (worked, events) => {
          const project = open();
          const mine = new Map(worked.map((i) => [files[i]?.name ?? "", `mine ${i}`]));
          for (const [name, text] of mine) project.write(name, text, typing(0));

          events.forEach(({ file, text }, i) => {
            const name = files[file]?.name ?? "";
            project.changedOutside([{ name, text, hash: text === null ? null : `h ${text}` }], i);
          });

          for (const [name, text] of mine) expect(project.text(name)).toBe(text);
        },
      ),
    );
  });

  test("a conflict keeps both: mine goes on over theirs, theirs can be undone to mine", () => {
    for (const keep of ["mine", "theirs"] as const) {
      const project = open();
      project.edit("machine", [{ from: 0, to: 0, insert: "// mine\n" }], typing(0));
      const mine = project.text("machine");
      project.changedOutside([theirs], 1);
      expect(project.state().conflicts.get("machine")).toEqual({ text: theirs.text, hash: theirs.hash });

      project.settle("machine", keep, 2);

      expect(project.state().conflicts.size).toBe(0);
      expect(project.text("machine")).toBe(keep === "mine" ? mine : theirs.text);
      expect(project.unsaved()).toEqual(
        keep === "mine" ? [{ name: "machine", text: mine, base: theirs.hash }] : [],
      );
      if (keep === "theirs") {
        project.undo();
        expect(project.text("machine")).toBe(mine);
      }
    }
  });

  test("a game that goes away stays here as unsaved work, with nothing to be at odds with", () => {
    const project = open();
    project.edit("machine", [{ from: 0, to: 0, insert: "// mine\n" }], typing(0));
    project.changedOutside([{ name: "machine", text: "// theirs", hash: "h-theirs" }], 1);

    project.lost();

    expect(project.state().conflicts.size).toBe(0);
    expect(project.state().dirty.toSorted()).toEqual(files.map(({ name }) => name).toSorted());
    expect(project.unsaved().every(({ base }) => base === null)).toBe(true);
    expect(project.text("machine")).toMatch(/^\/\/ mine/);
  });

  test("files that come back are followed where there is no work of one's own, else both are kept", () => {
    const project = open();
    project.lost();
    project.edit("labels/ja", [{ from: 0, to: 0, insert: "\n" }], typing(0));

    project.changedOutside(
      [
        { name: "machine", text: "// theirs", hash: "h-theirs" },
        { name: "labels/ja", text: "{}", hash: "h-labels-theirs" },
      ],
      1,
    );

    expect(project.text("machine")).toBe("// theirs");
    expect([...project.state().conflicts.keys()]).toEqual(["labels/ja"]);
  });

  test("theirs that is what stands here already is no conflict", () => {
    const project = open();
    project.edit("machine", [{ from: 0, to: 0, insert: "// same\n" }], typing(0));

    project.changedOutside([{ name: "machine", text: `// same\n${machineText}`, hash: "h2" }], 1);

    expect(project.state().conflicts.size).toBe(0);
    expect(project.state().dirty).toEqual([]);
  });

  test("changes of different things are joined, and it is told which files they were joined in", () => {
    const project = open();
    const base = original["labels/ja"] ?? "";
    project.write("labels/ja", base.replace("ドロー", "引く"), typing(0));

    const text = base.replace('"次"', '"次へ"');
    const joined = project.changedOutside([{ name: "labels/ja", text, hash: "h-labels2" }, theirs], 1);

    expect(joined).toEqual(["labels/ja"]);
    expect(project.text("labels/ja")).toBe(text.replace("ドロー", "引く"));
    // what comes to a file without work of one's own is no joining
    expect(project.changedOutside([{ ...theirs, hash: "h2", text: machineText }], 2)).toEqual([]);
  });

  test("a conflict that the other program takes back is none", () => {
    const project = open();
    project.edit("machine", [{ from: 0, to: 0, insert: "// mine\n" }], typing(0));
    project.changedOutside([theirs], 1);

    project.changedOutside([{ name: "machine", text: machineText, hash: "h-machine" }], 2);

    expect(project.state().conflicts.size).toBe(0);
    expect(project.unsaved()).toEqual([
      { name: "machine", text: `// mine\n${machineText}`, base: "h-machine" },
    ]);
  });

  test("a removed file goes when it is clean and stays when it has unsaved work", () => {
    const project = open();
    project.edit("labels/ja", [{ from: 0, to: 0, insert: " " }], typing(0));

    project.changedOutside(
      [
        { name: "labels/ja", text: null, hash: null },
        { name: "scenarios/one", text: null, hash: null },
      ],
      1,
    );

    expect(project.text("scenarios/one")).toBeUndefined();
    expect(project.text("labels/ja")).toBe(` ${original["labels/ja"]}`);
    expect(project.state().conflicts.get("labels/ja")).toEqual({ text: null, hash: null });
  });
});

test("after a save nothing is dirty; what was typed meanwhile is", () => {
  const project = open();
  project.edit("machine", [{ from: 0, to: 0, insert: "a" }], typing(0));
  const sent = project.unsaved();
  project.edit("machine", [{ from: 0, to: 0, insert: "b" }], typing(1));

  project.saved(sent.map(({ name, text }) => ({ name, text, hash: "h2" })));

  expect(project.unsaved()).toEqual([{ name: "machine", text: `ba${machineText}`, base: "h2" }]);
  project.undo();
  expect(project.state().dirty).toEqual([]);
});
