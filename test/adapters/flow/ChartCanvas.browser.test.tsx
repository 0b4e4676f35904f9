import { act } from "react";
import axe from "axe-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { LiveOverlay, Look, Selection } from "#adapters/flow/canvasProps.ts";
import { places, transitionId } from "#core/chart/places.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import type { CompoundLines } from "#core/layout/arrangement/arrangement.ts";
import type { Level } from "#core/layout/level.ts";
import { namesFrom } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "../../../rulesets/haikyu-break/labels/en.json";
import ja from "../../../rulesets/haikyu-break/labels/ja.json";
import zh from "../../../rulesets/haikyu-break/labels/zh-Hant.json";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { canvasWords, controlWords } from "#test/adapters/flow/words.ts";
import { chartOf } from "#test/core/layout/charts.ts";

beforeAll(() => {
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
});

const files = import.meta.glob<string>("/machines/haikyu-break.*", {
  query: "?raw",
  import: "default",
  eager: true,
});
const machineText = files["/machines/haikyu-break.machine.ts"] ?? "";
const layoutText = files["/machines/haikyu-break.layout.json"] ?? "";
const [volleyball] = readModule(machineText).charts;
if (!volleyball) throw new Error("the volleyball machine cannot be read");
const arrangement = arrangementIn(parseArrangement(layoutText).file, layoutKey(volleyball.ref));
const at = (level: Level, ...folded: string[]): Look => ({ level, folded: new Set(folded) });
/** Closed one by one: the phases that stand in a set, and those in a turn. */
const phases: string[] = [
  "setup",
  "set.serveTurn",
  "set.rallyTurn.startPhase",
  "set.interval",
  "set.lostSet",
];
const whole = { width: 6400, height: 4000 };

const small = () =>
  chartOf(`initial: 'a', states: {
    a: { initial: 'x', on: { OUT: 'b', IN: '.y' }, states: {
      x: { on: { GO: 'y', STAY: { actions: 'wait' }, AGAIN: { target: 'x', reenter: true } } },
      y: { always: { guard: 'ready', target: '#m.b' } },
      back: { type: 'history', history: 'deep' } } },
    b: { after: { 500: 'c' }, on: { BACK: 'a.back' } },
    c: { type: 'parallel', onDone: 'end', states: { p: { initial: 'q', states: { q: {} } }, r: {} } },
    end: { type: 'final' } }`);

describe("what is drawn", () => {
  test("every state and every transition of the volleyball game is in the page, with or without a target", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement, look: at("full") }, whole);
    const all = [...places(volleyball).values()];

    const wanted = all.flatMap(({ node, path }) =>
      node.transitions.map((t) => ({
        id: transitionId({
          source: path,
          slot: t.slot,
          ...(t.event === undefined ? {} : { event: t.event }),
          index: t.index,
        }),
        leads: t.targets.some((target) => target.resolved !== null),
      })),
    );

    expect(new Set(canvas.states())).toEqual(new Set(places(volleyball).keys()));
    expect(new Set(canvas.arrows())).toEqual(new Set(wanted.filter((t) => t.leads).map((t) => t.id)));
    const rows = new Set(canvas.rows());
    for (const t of wanted.filter((one) => !one.leads)) expect(rows.has(t.id), t.id).toBe(true);
    for (const line of canvas.element.querySelectorAll(".react-flow__edge path"))
      expect(line.getAttribute("d")).toMatch(/^M[^N]+$/);
  });

  test("arrows of compounds, regions, history and final states are there", async () => {
    const canvas = await CanvasDriver.open({ chart: small() });

    expect(canvas.arrows().sort()).toEqual(
      [
        "a.x|on|AGAIN|0",
        "a.x|on|GO|0",
        "a.y|always||0",
        "a|on|IN|0",
        "a|on|OUT|0",
        "b|after|500|0",
        "b|on|BACK|0",
        "c|onDone||0",
      ].sort(),
    );
    expect(canvas.state("a.back").textContent).toBe("H*back");
    expect(canvas.element.querySelectorAll(".react-flow__node-marker").length).toBe(3);
  });

  test.each([
    ["en", "full", en.labels],
    ["ja", "full", ja.labels],
    ["zh-Hant", "full", zh.labels],
    ["id", "full", undefined],
    ["en", "flow", en.labels],
    ["ja", "map", ja.labels],
    ["zh-Hant", "map", zh.labels],
    ["id", "map", undefined],
    ["en", "full", en.labels, phases],
    ["en", "map", en.labels, phases],
  ] as const)(
    "no text is wider than the room that was worked out for it (%s, %s)",
    async (lang, level, labels, folded = []) => {
      const canvas = await CanvasDriver.open(
        {
          chart: volleyball,
          arrangement,
          look: at(level, ...folded),
          lang,
          names: namesFrom(labels, canvasWords),
        },
        { width: 5600, height: 3500 },
      );
      const overflowing: string[] = [];

      for (const box of canvas.element.querySelectorAll<HTMLElement>(
        ".react-flow__node-state > div, .react-flow__edgelabel-renderer > div",
      )) {
        const limit = box.getBoundingClientRect().right + 0.5;
        for (const piece of box.querySelectorAll("span"))
          if (piece.getBoundingClientRect().right > limit)
            overflowing.push(`${piece.textContent} by ${piece.getBoundingClientRect().right - limit}`);
      }

      expect(overflowing).toEqual([]);
    },
  );

  test("a folded state says how much it holds and the arrows into it end at it", async () => {
    const canvas = await CanvasDriver.open({ chart: small(), look: at("full", "a") });

    expect(canvas.states()).not.toContain("a.x");
    expect(canvas.state("a").textContent).toContain("2 states, folded");
    expect(canvas.arrows()).toContain("b|on|BACK|0");
  });
});

describe("gestures", () => {
  test("a state dropped elsewhere in its compound changes the lines once, on the drop", async () => {
    const onArrange = vi.fn<(compound: string, lines: CompoundLines) => void>();
    const canvas = await CanvasDriver.open({ chart: small(), onArrange });
    const [from, last] = ["b", "end"].map((id) => canvas.state(id).getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
    ];

    await canvas.drag("b", {
      x: last.right + 6 - from.x - from.width / 2,
      y: last.bottom + 6 - from.y - from.height / 2,
    });

    // The first gesture of a page waits for what carries it out.
    await vi.waitFor(() => expect(onArrange).toHaveBeenCalled(), { timeout: 5_000 });
    await canvas.settle();
    expect(onArrange).toHaveBeenCalledTimes(1);
    const [compound, { lines }] = onArrange.mock.calls[0] as [string, CompoundLines];
    expect(compound).toBe("");
    expect(lines.flat().filter((key) => key !== "")).toEqual(["a", "c", "end", "b"]);
  });

  test("while a state is dragged a mark shows where it would go; a step back to its place changes nothing", async () => {
    const onArrange = vi.fn();
    const canvas = await CanvasDriver.open({ chart: small(), onArrange });

    await canvas.drag("b", { x: 5, y: 5 });

    expect(onArrange).not.toHaveBeenCalled();
  });

  test("dropping a state into another compound hands it over instead of moving it", async () => {
    const [onArrange, onReparent] = [vi.fn(), vi.fn()];
    const canvas = await CanvasDriver.open({ chart: small(), onArrange, onReparent });
    const [from, into] = [
      canvas.state("b").getBoundingClientRect(),
      canvas.state("a").getBoundingClientRect(),
    ];

    await canvas.drag("b", {
      x: into.x + into.width / 2 - from.x - from.width / 2,
      y: into.bottom - 12 - from.y - from.height / 2,
    });

    expect(onArrange).not.toHaveBeenCalled();
    expect(onReparent).toHaveBeenCalledTimes(1);
    expect(onReparent.mock.calls[0]?.slice(0, 2)).toEqual([["b"], ["a"]]);
  });

  test("a read-only canvas cannot be dragged", async () => {
    const onArrange = vi.fn();
    const canvas = await CanvasDriver.open({
      chart: small(),
      onArrange,
      readOnly: true,
    });

    await canvas.drag("b", { x: 80, y: 40 });

    expect(onArrange).not.toHaveBeenCalled();
  });

  test("a line drawn from a state's grip to another state connects them", async () => {
    const onConnect = vi.fn();
    const canvas = await CanvasDriver.open({ chart: small(), onConnect });
    const grip = canvas.state("b").querySelector(".react-flow__handle.source") as HTMLElement;
    const [from, to] = [grip.getBoundingClientRect(), canvas.state("end").getBoundingClientRect()];

    await canvas.pointer(
      grip,
      { x: from.x + 3, y: from.y + 3 },
      { x: to.x + to.width / 2 - from.x, y: to.y + to.height / 2 - from.y },
    );

    expect(onConnect).toHaveBeenCalledExactlyOnceWith(["b"], ["end"]);
  });

  test("an arrow taken by its head and dropped on another state leads there", async () => {
    const onRetarget = vi.fn();
    const ref = { source: ["a"], slot: "on", event: "OUT", index: 0 } as const;
    const canvas = await CanvasDriver.open({
      chart: small(),
      onRetarget,
      selection: { kind: "transition", ref },
    });
    const head = canvas.element.querySelector(`[title="${controlWords.retarget}"]`) as HTMLElement;
    const to = canvas.state("end").getBoundingClientRect();

    head.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    const at = { clientX: to.x + to.width / 2, clientY: to.y + to.height / 2 };
    window.dispatchEvent(new PointerEvent("pointermove", at));
    window.dispatchEvent(new PointerEvent("pointerup", at));
    await canvas.settle();

    expect(onRetarget).toHaveBeenCalledExactlyOnceWith(ref, ["end"]);
  });

  const steps = () =>
    chartOf(`initial: 'p', states: {
      p: { initial: 'a', states: { a: { on: { GO: 'b' } }, b: { on: { GO: 'c' } }, c: {} } },
      q: {} }`);

  test("a step of a card is dragged, or moved by Alt and an arrow, to another place in it", async () => {
    const onArrange = vi.fn<(compound: string, lines: CompoundLines) => void>();
    const selection: Selection = { kind: "state", path: ["p", "c"] };
    const canvas = await CanvasDriver.open({ chart: steps(), look: at("map"), selection, onArrange });
    const [a, c] = ["p.a", "p.c"].map((id) => canvas.state(id).getBoundingClientRect()) as [DOMRect, DOMRect];

    await canvas.drag("p.c", { x: 0, y: a.y - c.y - 14 });
    await canvas.key("ArrowUp", { altKey: true });
    await canvas.key("ArrowLeft", { altKey: true });

    expect(onArrange.mock.calls).toEqual([
      ["p", { lines: [["c"], ["a"], ["b"]] }],
      ["p", { lines: [["a"], ["c"], ["b"]] }],
    ]);
  });

  test("N adds a next state as the lines run, the handles do it to the right and below", async () => {
    const onAddNext = vi.fn();
    const selection: Selection = { kind: "state", path: ["b"] };
    const canvas = await CanvasDriver.open({ chart: small(), selection, onAddNext });
    const flow = expect.stringMatching(/right|down/);

    await canvas.key("n");
    for (const way of ["right", "down"]) {
      canvas.element.querySelector<HTMLElement>(`[data-way="${way}"]`)?.click();
      await canvas.settle();
    }

    expect(onAddNext.mock.calls).toEqual([
      [["b"], flow, flow],
      [["b"], "right", flow],
      [["b"], "down", flow],
    ]);
    await canvas.give({ selection: { kind: "state", path: ["end"] } });
    expect(canvas.element.querySelectorAll("[data-way]")).toHaveLength(0);
  });

  test("a proposal is outlined where states would stand; Apply takes it, Escape forgets it", async () => {
    const onApply = vi.fn();
    const canvas = await CanvasDriver.open({ chart: small(), onApply });
    const proposal = { "": { lines: [["end"], ["c"], ["b"], ["a"]] } };
    const ghosts = () =>
      [...canvas.element.querySelectorAll<HTMLElement>("[data-ghost]")].map((one) => one.dataset["ghost"]);
    const propose = async () => {
      canvas.handle?.propose(proposal);
      await canvas.settle();
    };

    await propose();
    expect(ghosts()).toContain("end");
    expect(document.activeElement?.textContent).toContain(controlWords.apply);
    await canvas.key("Escape");
    expect(ghosts()).toEqual([]);
    expect(onApply).not.toHaveBeenCalled();

    await propose();
    await canvas.key("Enter");
    expect(onApply).toHaveBeenCalledExactlyOnceWith(proposal);
    expect(ghosts()).toEqual([]);
  });

  test("a transition that may not lead somewhere says why, and is not drawn", async () => {
    const onConnect = vi.fn();
    const whyNot = vi.fn(() => "not there");
    const canvas = await CanvasDriver.open({ chart: small(), onConnect, whyNot });
    const grip = canvas.state("b").querySelector(".react-flow__handle.source") as HTMLElement;
    const [from, to] = [grip.getBoundingClientRect(), canvas.state("end").getBoundingClientRect()];

    await canvas.pointer(
      grip,
      { x: from.x + 3, y: from.y + 3 },
      { x: to.x + to.width / 2 - from.x, y: to.y + to.height / 2 - from.y },
    );

    expect(whyNot).toHaveBeenCalledWith(["b"], ["end"], undefined);
    expect(onConnect).not.toHaveBeenCalled();
  });

  test("where there is no state yet it says what to do", async () => {
    const onAddState = vi.fn();
    const canvas = await CanvasDriver.open({ chart: chartOf(""), onAddState });

    await canvas.press(controlWords.firstState);
    await canvas.key("n");

    expect(onAddState.mock.calls).toEqual([
      [[], undefined],
      [[], undefined],
    ]);
  });

  test("the arrow keys walk siblings, children and parents; Escape leaves", async () => {
    const seen: (Selection | undefined)[] = [];
    const canvas = await CanvasDriver.open({
      chart: small(),
      onSelect: (next) => void seen.push(next),
    });

    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown", "Escape"]) {
      await canvas.key(key);
      await canvas.give({ selection: seen.at(-1) });
    }

    expect(seen.map((s) => (s?.kind === "state" ? s.path.join(".") : s))).toEqual([
      "a",
      "a.x",
      "a.y",
      "a",
      "b",
      undefined,
    ]);
  });

  test("Shift and the arrow keys walk the transitions of the selected state", async () => {
    const onSelect = vi.fn();
    const canvas = await CanvasDriver.open({
      chart: small(),
      onSelect,
      selection: { kind: "state", path: ["a", "x"] },
    });

    await canvas.key("ArrowDown", { shiftKey: true });

    expect(onSelect).toHaveBeenLastCalledWith({
      kind: "transition",
      ref: { source: ["a", "x"], slot: "on", event: "GO", index: 0 },
    });
  });

  test("F2 opens the name, Enter gives it, and Enter that ends a composition does not", async () => {
    const onRename = vi.fn();
    const canvas = await CanvasDriver.open({
      chart: small(),
      onRename,
      selection: { kind: "state", path: ["b"] },
    });
    await canvas.key("F2");
    const field = canvas.state("b").querySelector("input") as HTMLInputElement;
    field.value = "攔網";

    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, isComposing: true }));
    expect(onRename).not.toHaveBeenCalled();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await canvas.settle();

    expect(onRename).toHaveBeenCalledExactlyOnceWith(["b"], "攔網");
  });

  test("a click selects: a state, a row, a label, and the compound behind empty ground", async () => {
    const onSelect = vi.fn();
    const canvas = await CanvasDriver.open({ chart: small(), onSelect });

    canvas.state("b").click();
    const box = canvas.state("b").getBoundingClientRect();
    canvas
      .state("b")
      .dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x + 5, clientY: box.y + 5 }));
    expect(onSelect).toHaveBeenLastCalledWith({ kind: "state", path: ["b"] });

    (canvas.state("a.x").querySelector("[data-transition]") as HTMLElement).click();
    expect(onSelect).toHaveBeenLastCalledWith({
      kind: "transition",
      ref: { source: ["a", "x"], slot: "on", event: "STAY", index: 0 },
    });

    (
      canvas.element.querySelector(
        '.react-flow__edgelabel-renderer [data-transition="a|on|OUT|0"]',
      ) as HTMLElement
    ).click();
    expect(onSelect).toHaveBeenLastCalledWith({
      kind: "transition",
      ref: { source: ["a"], slot: "on", event: "OUT", index: 0 },
    });
  });
});

describe("how much is said", () => {
  const shape = (canvas: CanvasDriver, id: string) => {
    const { shape: is, level } = (canvas.state(id).firstElementChild as HTMLElement).dataset;
    return [is, level];
  };

  test("a game opens as a map of phases and steps, a small machine at full", async () => {
    const game = await CanvasDriver.open({ chart: volleyball, arrangement });
    expect(shape(game, "setup.redraw")).toEqual(["card", "map"]);
    expect(shape(game, "setup.redraw.otherPlayer")).toEqual(["row", "map"]);
    expect(game.pressed()).toEqual([controlWords.levelMap]);

    const machine = await CanvasDriver.open({ chart: small() });
    expect(shape(machine, "a")).toEqual(["compound", "full"]);
    expect(machine.pressed()).toEqual([controlWords.levelFull]);
  });

  test("the switch shows more or less, and tells what is looked at now", async () => {
    const onLook = vi.fn<(look: Look) => void>();
    const canvas = await CanvasDriver.open({ chart: small(), onLook });

    await canvas.press(controlWords.levelMap);
    expect(shape(canvas, "a")).toEqual(["card", "map"]);
    expect(canvas.state("a.x").textContent).not.toContain("wait");
    expect(onLook).toHaveBeenLastCalledWith(expect.objectContaining({ level: "map", pinned: "map" }));

    await canvas.press(controlWords.levelFull);
    expect(shape(canvas, "a")).toEqual(["compound", "full"]);
    expect(canvas.state("a.x").textContent).toContain("wait");
    expect(onLook).toHaveBeenLastCalledWith(expect.objectContaining({ level: "full", pinned: "full" }));
  });

  test("a phase is entered by a double click on its card or by Enter; the breadcrumb leads back", async () => {
    const canvas = await CanvasDriver.open({
      chart: volleyball,
      arrangement,
      onRename: () => undefined,
      selection: { kind: "state", path: ["set", "interval"] },
    });

    await canvas.doubleClick("set.interval");
    expect(canvas.states().filter((id) => id === "setup" || id === "set")).toEqual([]);
    expect(canvas.states()).toContain("set.interval.takeSetCard");
    expect(shape(canvas, "set.interval.takeSetCard")).toEqual(["leaf", "full"]);

    await canvas.press(controlWords.whole);
    expect(canvas.states()).toContain("setup");
    expect(shape(canvas, "set.interval")).toEqual(["card", "map"]);

    await canvas.key("Enter");
    expect(canvas.states()).not.toContain("setup");
  });

  test("on the map a double click on the ground or the head of a frame enters it, and changes nothing", async () => {
    const onAddState = vi.fn();
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement, onAddState, onRename: vi.fn() });
    const turn = "set.rallyTurn";
    const { left, bottom } = canvas.state(turn).getBoundingClientRect();
    const pane = canvas.element.querySelector(".react-flow__pane");

    const at = { bubbles: true, clientX: left + 3, clientY: bottom - 3 };
    await act(async () => void pane?.dispatchEvent(new MouseEvent("dblclick", at)));
    await canvas.settle(300);
    expect(canvas.states()).toContain(`${turn}.block.deploy`);
    expect(canvas.states()).not.toContain("setup");

    await canvas.press(controlWords.whole);
    await canvas.doubleClick(turn);
    expect(canvas.states()).not.toContain("setup");
    expect(onAddState).not.toHaveBeenCalled();
  });

  test("a step that the pointer rests on tells for whom it waits and all that can happen in it, within the canvas", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement });
    const cards = () => [...canvas.element.querySelectorAll<HTMLElement>("[data-ways]")];
    const canvasBox = canvas.element.querySelector("[data-canvas]")?.getBoundingClientRect();
    const free = "set.rallyTurn.receivePath.attack.free";
    const places = canvas.states().filter((id) => id === free || id === "set.interval.takeSetCard");
    expect(places).toHaveLength(2);
    for (const id of places) {
      await canvas.hover(id);
      await vi.waitFor(() => expect(cards()).toHaveLength(1), { timeout: 3_000 });
      const { right = 0, bottom = 0 } = cards()[0]?.getBoundingClientRect() ?? {};
      expect(right).toBeLessThanOrEqual((canvasBox?.right ?? 0) + 0.5);
      const tools = canvas.element.querySelector('[role="toolbar"]')?.getBoundingClientRect();
      expect(bottom).toBeLessThanOrEqual((tools?.top ?? canvasBox?.bottom ?? 0) + 0.5);
      const text = cards()[0]?.textContent ?? "";
      if (id === free) expect(text).toMatch(/waits for .*↺.*→/s);
      await canvas.hover(undefined);
      await vi.waitFor(() => expect(cards()).toHaveLength(0), { timeout: 3_000 });
    }
  });

  test("the overview, which is not loaded with the first picture, shows when it is asked for, and goes again", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement });
    const places = () => canvas.element.querySelectorAll("[data-place]").length;
    expect(places()).toBe(0);

    await canvas.press(controlWords.overview);
    await vi.waitFor(() => expect(places()).toBeGreaterThan(0), { timeout: 5_000 });

    await canvas.press(controlWords.overview);
    expect(places()).toBe(0);
  });

  test("handles that add a state cover no name and no sign of other steps", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement, onAddNext: () => undefined });
    const covered: string[] = [];
    for (const id of canvas.states().filter((one) => /rallyTurn.*\.(free|deploy|end)$|^setup\./.test(one))) {
      await canvas.hover(id);
      const handles = [...canvas.element.querySelectorAll("[data-way]")].map((one) =>
        one.getBoundingClientRect(),
      );
      for (const other of canvas.states().filter((one) => one !== id && !id.startsWith(`${one}.`)))
        for (const word of canvas.state(other).querySelectorAll("[data-state-name]")) {
          const { left, right, top, bottom } = word.getBoundingClientRect();
          if (
            handles.some(
              (one) =>
                one.left < right - 2 && left < one.right - 2 && one.top < bottom - 4 && top < one.bottom - 4,
            )
          )
            covered.push(`${id} on ${other}`);
        }
    }
    expect(covered).toEqual([]);
  });

  test("an end that the pointer rests on tells from where it is reached, and by what", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement });
    await canvas.hover("gameOver");

    const list = () =>
      [...canvas.element.querySelectorAll("[data-ways] [data-way]")].map((one) => one.textContent);
    await vi.waitFor(() => expect(list().length).toBeGreaterThan(0), { timeout: 3_000 });
    const leading = [...places(volleyball).values()].flatMap(({ node }) =>
      node.transitions.filter(({ targets }) =>
        targets.some(({ resolved }) => resolved?.join() === "gameOver"),
      ),
    );
    expect(list()).toHaveLength(leading.length);
    expect(list().every((text) => /^\S.*: .*→ /.test(text ?? ""))).toBe(true);
    // what is done on entering it is told before
    expect(canvas.element.querySelector("[data-ways] li")?.textContent).toBe("▸ nameWinner");
  });

  test("the legend lies over the picture and leaves it as it is", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement });
    const drawn = () => [
      canvas.states(),
      canvas.arrows(),
      canvas.element.querySelectorAll("[data-words]").length,
      canvas.element.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform,
    ];
    const before = drawn();

    await canvas.press("Legend");
    expect(canvas.element.querySelector("[data-legend]")).not.toBeNull();
    expect(drawn()).toEqual(before);
    await canvas.press("Legend");
    expect(drawn()).toEqual(before);
    localStorage.removeItem("turnwright.legend");
  });

  test.each([
    { width: 470, height: 560 },
    { width: 1042, height: 612 },
    { width: 1400, height: 850 },
  ])("the overview stands above the tools and is small in a canvas of $width x $height", async (size) => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement }, size);

    act(() => canvas.handle?.overview());
    await vi.waitFor(() => expect(overviewOf(canvas)).not.toBeNull());

    const map = overviewOf(canvas)?.getBoundingClientRect();
    const tools = canvas.element.querySelector('[role="toolbar"]')?.getBoundingClientRect();
    expect(map?.bottom).toBeLessThan(tools?.top ?? 0);
    expect(map?.width).toBeGreaterThan(40);
    expect(map?.width).toBeLessThanOrEqual(size.width * 0.2 + 2);
    expect(map?.height).toBeLessThanOrEqual(size.height * 0.2 + 2);
  });

  test("in a low canvas all of the picture stands above the tools", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement }, { width: 500, height: 165 });

    const tools = canvas.element.querySelector('[role="toolbar"]')?.getBoundingClientRect();
    const covered = canvas
      .states()
      .filter((id) => canvas.state(id).getBoundingClientRect().bottom > (tools?.top ?? 0));
    expect(covered).toEqual([]);
  });

  test("a double click on a step renames it", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement, onRename: () => undefined });

    await canvas.doubleClick("set.interval.takeSetCard");

    expect(canvas.state("set.interval.takeSetCard").querySelector("input")).not.toBeNull();
    expect(canvas.states()).toContain("setup");
  });

  test("a line that is told by name is drawn while its state is selected or under the pointer", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement });
    const far = () =>
      [...canvas.element.querySelectorAll<SVGElement>('g[data-role="far"]')].map((g) => g.dataset["to"]);
    const id = "set.serveTurn.serve.deploy";
    expect(far()).toEqual([]);

    await canvas.hover(id);
    expect(far()).toContain("set.lostDeclared");
    await canvas.hover(undefined);
    expect(far()).toEqual([]);

    await canvas.give({ selection: { kind: "state", path: id.split(".") } });
    expect(far()).toContain("set.lostDeclared");
  });

  test("a line that is selected lists what it stands for, and the legend the signs that are there", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement });
    const texts = (selector: string) =>
      [...canvas.element.querySelectorAll(selector)].map((one) => one.textContent);
    expect(texts("[data-ways] li")).toEqual([]);

    await canvas.give({
      selection: {
        kind: "transition",
        ref: { source: ["set", "rallyTurn", "startPhase", "end"], slot: "always", index: 0 },
      },
    });
    expect(texts("[data-ways] li")).toHaveLength(1);
    expect(texts("[data-ways] li")[0]).toContain("→ block");

    const legend = [...canvas.element.querySelectorAll("button")].find((one) => one.textContent === "Legend");
    await act(async () => legend?.click());
    expect(texts('[aria-label="Legend"] li')).toContain("the turn player decides");
    expect(texts('[aria-label="Legend"] li')).not.toContain("back to where it was");
    localStorage.removeItem("turnwright.legend");
  });

  test("a closed state that holds where the game stands says so", async () => {
    const live = { active: new Set(["a", "a.x"]), taken: new Set([]), enabled: new Set([]) };
    const canvas = await CanvasDriver.open({ chart: small(), look: at("map", "a", "c"), live });
    const flag = (id: string) => (canvas.state(id).firstElementChild as HTMLElement).dataset["live"];

    // active itself, as all that is around an active state
    expect(flag("a")).toBe("holds");
    expect(flag("c")).toBeUndefined();
    await canvas.give({ look: at("map", "c") });
    expect(flag("a")).toBe("active");
    expect(flag("a.x")).toBe("active");
  });
});

describe("for everyone", () => {
  test.each(["light", "dark"] as const)("axe finds nothing wrong, %s", async (theme) => {
    document.documentElement.dataset["theme"] = theme;
    const canvas = await CanvasDriver.open(
      {
        chart: volleyball,
        arrangement,
        theme,
        names: namesFrom(en.labels, canvasWords),
        onArrange: () => {},
        selection: { kind: "state", path: ["set"] },
      },
      { width: 2400, height: 2000 },
    );

    const { violations } = await axe.run(canvas.element, { rules: { region: { enabled: false } } });
    delete document.documentElement.dataset["theme"];

    expect(
      violations.map(
        (v) =>
          `${v.id}: ${v.nodes
            .slice(0, 3)
            .map((n) => n.html.slice(0, 160))
            .join(" | ")}`,
      ),
    ).toEqual([]);
  });

  test("a state is called by its label, and an arrow says where it leads", async () => {
    const canvas = await CanvasDriver.open(
      { chart: volleyball, arrangement, look: at("full"), names: namesFrom(ja.labels, canvasWords) },
      whole,
    );

    expect(canvas.state("setup").getAttribute("aria-label")).toContain("ゲームの準備");
    const arrow = canvas.element.querySelector(
      '.react-flow__edge[data-id="setup.pickDecider|on|PICK_DECIDER|0"]',
    );
    expect(arrow?.getAttribute("aria-label")).toContain(ja.labels["state:setup.decideServe"]);
  });
});

describe("a play over it", () => {
  const live = (active: string[], taken: string[] = []): LiveOverlay => ({
    active: new Set(active),
    taken: new Set(taken),
    enabled: new Set(["GO"]),
  });

  test("a step changes only the states it leaves and enters and their transitions", async () => {
    const canvas = await CanvasDriver.open({ chart: small(), live: live(["a", "a.x"]) });
    const touched = new Set<string>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const host = (target as Element).closest(
          ".react-flow__node, .react-flow__edge, .react-flow__edgelabel-renderer > div",
        );
        if (host) touched.add(host.getAttribute("data-id") ?? host.getAttribute("data-transition") ?? "?");
      }
    });
    watch.observe(canvas.element, { subtree: true, attributes: true, childList: true });

    await canvas.give({ live: live(["a", "a.y"], ["a.x|on|GO|0"]) });
    watch.disconnect();

    expect([...touched].sort()).toEqual(["/a.x", "/a.y", "a.x|on|AGAIN|0", "a.x|on|GO|0"]);
    expect(canvas.state("a.y").firstElementChild?.getAttribute("data-live")).toBe("active");
  });

  test("what something points out is marked, a jump with its whole way", async () => {
    const canvas = await CanvasDriver.open({ chart: volleyball, arrangement, look: at("full") }, whole);
    const id = "set.rallyTurn.receivePath.toss.deploy|on|DEPLOY_NOBODY|0";
    const line = () =>
      canvas.element.querySelector(`.react-flow__edge[data-id="${id}"] path`)?.getAttribute("d") ?? "";
    const stub = line();

    await canvas.give({ emphasis: { states: new Set(["set.lostDeclared"]), transitions: new Set([id]) } });
    await canvas.settle(400);

    expect(canvas.state("set.lostDeclared").querySelector("[data-emphasis]")).not.toBeNull();
    expect(line().length).toBeGreaterThan(stub.length);
  });

  test("what is possible and what is refused look different", async () => {
    const canvas = await CanvasDriver.open({ chart: small(), live: live(["a", "a.x"]) });
    const look = (id: string) =>
      canvas.element.querySelector(`g[data-transition="${id}"]`)?.getAttribute("data-live");

    expect(look("a.x|on|GO|0")).toBe("can");
    expect(look("a.x|on|AGAIN|0")).toBe("cannot");
    expect(look("b|on|BACK|0")).toBeNull();
  });
});

const overviewOf = ({ element }: CanvasDriver): Element | null =>
  element.querySelector(`svg[aria-label="${controlWords.overview}"]`);
