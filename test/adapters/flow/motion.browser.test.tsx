import { act } from "react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { loadMachines } from "#adapters/flow/gestures/Gesture.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { chartOf } from "#test/core/layout/charts.ts";

beforeAll(async () => {
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
  await loadMachines();
});

const chart = (more = "") =>
  chartOf(`initial: 'a', states: {
    a: { on: { GO: 'b'${more} } },
    b: { on: { GO: 'c', BACK: 'a' } },
    c: { type: 'final' } }`);
/** Wider and higher than before. */
const grown =
  ", ONE: { actions: 'somethingWithAVeryLongNameIndeed' }, TWO: {}, THREE: {}, FOUR: {}, FIVE: {}";
/** Elements that are on their way now. */
const moving = (canvas: CanvasDriver, what: string) =>
  [...canvas.element.querySelectorAll(what)].filter((element) => element.getAnimations().length > 0);

describe("what moves is seen moving", () => {
  test("at first nothing moves", async () => {
    const canvas = await CanvasDriver.open({ chart: chart() });

    expect(moving(canvas, ".react-flow__node, path")).toEqual([]);
  });

  test("a neighbour that has to make way goes there from where it stood, and its line with it", async () => {
    const canvas = await CanvasDriver.open({ chart: chart() });
    const before = canvas.state("c").getBoundingClientRect();
    const line = () => canvas.element.querySelector('[data-id="b|on|GO|0"] path') as SVGPathElement;
    const drawn = line();

    // held at their start: how fast this machine draws is not asked here
    const { animate } = Element.prototype;
    const held = vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element, ...how) {
      const animation = animate.apply(this, how);
      animation.pause();
      return animation;
    });
    await canvas.give({ chart: chart(grown) });
    held.mockRestore();
    const [way] = canvas.state("c").getAnimations();
    const [lineWay] = line().getAnimations();
    const first = canvas.state("c").getBoundingClientRect();
    way?.finish();
    const last = canvas.state("c").getBoundingClientRect();

    expect(line()).toBe(drawn);
    expect(lineWay).toBeDefined();
    expect(lineWay?.effect?.getTiming().duration).toBe(200);
    expect([first.x, first.y]).toEqual([expect.closeTo(before.x, 0), expect.closeTo(before.y, 0)]);
    expect(Math.hypot(last.x - before.x, last.y - before.y)).toBeGreaterThan(10);
    for (const element of moving(canvas, ".react-flow__node, path, [data-label-of]"))
      for (const animation of element.getAnimations()) animation.play();
    await canvas.settle(400);
    expect(moving(canvas, ".react-flow__node, path, [data-label-of]")).toEqual([]);
    expect(canvas.state("c").getBoundingClientRect().y).toBeCloseTo(last.y, 0);
  });

  test("who wants less motion sees it there at once", async () => {
    const asked = vi
      .spyOn(window, "matchMedia")
      .mockImplementation((query) => ({ matches: query.includes("reduced-motion") }) as MediaQueryList);
    const canvas = await CanvasDriver.open({ chart: chart() });

    await canvas.give({ chart: chart(grown) });

    expect(moving(canvas, ".react-flow__node, path")).toEqual([]);
    asked.mockRestore();
  });
});

describe("zooming", () => {
  const phases = chartOf(`initial: 'p', states: {
    p: { initial: 'p1', on: { NEXT: 'q' }, states: { p1: { on: { GO: 'p2' } }, p2: { on: { GO: 'p3' } }, p3: {} } },
    q: { initial: 'q1', on: { NEXT: 'r' }, states: { q1: { on: { GO: 'q2' } }, q2: { on: { GO: 'q3' } }, q3: {} } },
    r: { initial: 'r1', states: { r1: { on: { GO: 'r2' } }, r2: {} } } }`);
  const open = () =>
    CanvasDriver.open({
      chart: phases,
      arrangement: NO_ARRANGEMENT,
      firstView: { x: 40, y: 40, zoom: 1.2 },
    });
  const zoom = async (canvas: CanvasDriver, at: { x: number; y: number }, by: number) => {
    const pane = canvas.element.querySelector(".react-flow__renderer") as HTMLElement;
    await act(async () => {
      pane.querySelector(".react-flow__pane")?.dispatchEvent(
        new WheelEvent("wheel", {
          bubbles: true,
          cancelable: true,
          ctrlKey: true,
          deltaY: -by,
          clientX: at.x,
          clientY: at.y,
        }),
      );
    });
    await canvas.settle(500);
  };
  const middle = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };

  test("a phase opens under the pointer, and what was there stays within 8 pixels; out again it is as it was", async () => {
    const canvas = await open();
    await canvas.press("Map");
    await canvas.give({ look: { level: "map", folded: new Set() } });
    const places = () =>
      canvas.states().map((id) => [id, canvas.state(id).style.transform, canvas.state(id).style.height]);
    const looks: { levels?: ReadonlyMap<string, string> }[] = [];
    await canvas.give({ onLook: (look) => void looks.push(look as never) });
    const before = places();

    for (let i = 0; i < 40 && looks.length === 0; i++) await zoom(canvas, middle(canvas.state("q.q2")), 20);
    const at = middle(canvas.state("q.q2"));
    const look = looks.at(-1);
    await canvas.give({ look: look as never });
    await canvas.settle(400);
    const after = middle(canvas.state("q.q2"));

    expect([...(look?.levels ?? [])]).toEqual([["q", "flow"]]);
    expect(Math.hypot(after.x - at.x, after.y - at.y)).toBeLessThan(8);
    for (let i = 0; i < 40 && looks.length === 1; i++) await zoom(canvas, after, -20);
    await canvas.give({ look: looks.at(-1) as never });
    await canvas.settle(400);
    expect([...(looks.at(-1)?.levels ?? [])]).toEqual([]);
    expect(places()).toEqual(before);
  });
});
