import { afterEach, beforeEach, expect, test } from "vitest";
import { measureReadability } from "#test/support/readability/measureReadability.ts";

let canvas: HTMLElement;
beforeEach(() => {
  canvas = document.createElement("div");
  canvas.style.cssText =
    "position:absolute;left:0;top:0;width:380px;height:280px;overflow:hidden;background:#fff;font:12px/16px sans-serif";
  document.body.append(canvas);
});
afterEach(() => canvas.remove());

const state = (id: string, shape: string, x: number, y: number, w = 80, h = 30) =>
  `<div class="react-flow__node" data-id="/${id}" style="position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px"><div data-shape="${shape}"><span class="_title_x1">${id}</span></div></div>`;
const arrow = (id: string, d: string, more = "") =>
  `<svg style="position:absolute;left:0;top:0" width="380" height="280"><g class="react-flow__edge" data-id="${id}"><g class="_arrow_x1" data-transition="${id.split("~")[0]}" ${more}><path class="_hit_x1" d="${d}" fill="none" stroke="transparent"/><path class="_line_x1" d="${d}" fill="none" stroke="#333"/></g></g></svg>`;
const label = (id: string, x: number, y: number) =>
  `<div data-transition="${id}" class="_label_x1" style="position:absolute;left:${x}px;top:${y}px">go</div>`;

test("the canvas of format 1 is judged by its classes, with the ends that it does not say", () => {
  canvas.innerHTML =
    state("p", "compound", 10, 10, 200, 100) +
    state("p.a", "leaf", 20, 60) +
    state("b", "leaf", 20, 200) +
    state("c", "final", 120, 140) +
    arrow("p.a|on|GO|0", "M60 90L60 200") +
    arrow("p.a|on|GO|0~1", "M60 90L60 150L120 150") +
    arrow("b|on|PAST|0", "M100 210L160 210L160 100") +
    arrow("b|on|FAR|0", "M20 215L35 215", `data-jump="true"`) +
    label("p.a|on|GO|0", 52, 110) +
    label("b|on|PAST|0", 250, 20);
  const found = measureReadability(canvas, {
    states: ["p", "p.a", "b", "c", "d"].map((id) => ({ id, label: id })),
    ends: {
      "p.a|on|GO|0": { from: "p.a", to: "b" },
      "p.a|on|GO|0~1": { from: "p.a", to: "c" },
      "b|on|PAST|0": { from: "b", to: "b" },
      "b|on|FAR|0": { from: "b", to: "p" },
    },
  });

  expect(found).toMatchObject({ named: 4, unnamed: [{ id: "d", why: "absent" }], lines: 3, chips: 1 });
  expect(found.examples["linesThroughState"]).toEqual(["b|on|PAST|0 through c"]);
  expect(found.linesThroughText).toBe(0);
  expect(found.frameCrossings).toBe(1);
  expect(found.lineCrossings).toBe(0);
});
