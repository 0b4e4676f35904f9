import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { measureReadability, type Readability } from "#test/support/readability/measureReadability.ts";

let canvas: HTMLElement;

beforeEach(() => {
  canvas = document.createElement("div");
  canvas.style.cssText =
    "position:absolute;left:10px;top:10px;width:380px;height:280px;overflow:hidden;background:#fff;color:#111;font:12px/16px sans-serif";
  document.body.append(canvas);
});
afterEach(() => canvas.remove());

const states = [
  { id: "setup", label: "Setup" },
  { id: "turn", label: "Turn" },
  { id: "turn.draw", label: "Draw a card" },
];
const at = (x: number, y: number, w = 100, h = 30) =>
  `position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px;box-sizing:border-box;`;
const box = (id: string, label: string, x: number, y: number, style = "") =>
  `<div data-state="${id}" style="${at(x, y)}background:#eee;${style}"><span data-state-name="${id}">${label}</span></div>`;
const svg = (inner: string) =>
  `<svg style="position:absolute;left:0;top:0" width="380" height="280">${inner}</svg>`;
const line = (id: string, from: string, to: string, d: string, more = "") =>
  `<path data-line="${id}" data-from="${from}" data-to="${to}" ${more} d="${d}" fill="none" stroke="#333"/>`;
const frame = (id: string, label: string, [x, y, w, h]: readonly [number, number, number, number]) =>
  `<div data-frame="${id}" style="${at(x, y, w, h)}border:1px solid"><span data-state-name="${id}">${label}</span></div>`;

/** Setup above, the turn below with its step, a line from one to the other with its word beside it. */
const clean =
  frame("turn", "Turn", [20, 120, 300, 120]) +
  svg(line("a", "setup", "turn.draw", "M70 50L70 160")) +
  box("setup", "Setup", 20, 20) +
  box("turn.draw", "Draw a card", 40, 160) +
  `<div data-label-of="a" style="${at(80, 80, 60, 16)}">begin</div>`;

function measured(inner: string, asked: readonly { id: string; label: string }[] = states): Readability {
  canvas.innerHTML = inner;
  return measureReadability(canvas, { states: asked });
}
/** All figures of faults that are not zero. */
const faults = (found: Readability) =>
  Object.fromEntries(
    (
      [
        "textsUnderFloor",
        "textsCovered",
        "textsClipped",
        "textsPale",
        "textOnText",
        "linesThroughState",
        "linesThroughText",
        "lineCrossings",
        "frameCrossings",
      ] as const
    ).flatMap((name) => (found[name] === 0 ? [] : [[name, found[name]]])),
  );

describe("a clean canvas", () => {
  test("has every name, and no fault", () => {
    const found = measured(clean);

    expect(found).toMatchObject({ states: 3, named: 3, texts: 4, smallest: 12, lines: 1, chips: 0 });
    expect(found).toMatchObject({ first: { all: 2, named: 2 }, outer: { all: 3, named: 3 }, unnamed: [] });
    expect(faults(found)).toEqual({});
  });

  test("is left as it was", () => {
    measured(clean);

    expect(canvas.innerHTML).toBe(measuredAgain());
    expect(document.adoptedStyleSheets).toHaveLength(0);
  });
  const measuredAgain = () => {
    const before = canvas.innerHTML;
    measureReadability(canvas, { states });
    return before;
  };
});

describe("names", () => {
  const why = (inner: string, label = "Draw a card") => {
    const found = measured(inner, [{ id: "s", label }]);
    return found.unnamed[0]?.why ?? "named";
  };

  test("one that wraps is whole, in HTML and in SVG", () => {
    expect(why(box("s", "Draw a card", 20, 20, "width:50px;height:60px"))).toBe("named");
    expect(
      why(
        svg(
          `<text data-state-name="s" font-size="12"><tspan x="20" y="20">Draw a</tspan><tspan x="20" y="36">card</tspan></text>`,
        ),
      ),
    ).toBe("named");
  });

  test("one that nothing says, that is another, cut short, or hidden is not there", () => {
    expect(why(box("t", "Draw a card", 20, 20))).toBe("absent");
    expect(why(box("s", "Draw", 20, 20))).toBe("cut");
    expect(why(box("s", "Draw a c…", 20, 20))).toBe("cut");
    expect(why(box("s", "Draw a card", 20, 20, "visibility:hidden"))).toBe("absent");
    expect(why(box("s", "Draw a card", 20, 20, "opacity:0"))).toBe("absent");
    expect(why(box("s", "Draw a card", 20, 20, "clip-path:inset(50%)"))).toBe("absent");
  });

  test("one that its box or the border of the canvas cuts is not whole", () => {
    expect(why(box("s", "Draw a card", 20, 20, "width:30px;overflow:hidden;white-space:nowrap"))).toBe("cut");
    expect(
      why(
        box(
          "s",
          "Draw a card",
          20,
          20,
          "width:30px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis",
        ),
      ),
    ).toBe("cut");
    expect(why(box("s", "Draw a card", 340, 20, "white-space:nowrap"))).toBe("cut");
    expect(why(box("s", "Draw a card", 20, 500))).toBe("absent");
    // the window cuts it as well
    canvas.style.left = "-40px";
    expect(why(box("s", "Draw a card", 20, 20))).toBe("cut");
  });

  test("one under another element is covered, one under glass is not", () => {
    const cover = (style: string) =>
      box("s", "Draw a card", 20, 20) + `<i style="${at(20, 20)}${style}"></i>`;
    expect(why(cover("background:#fff"))).toBe("covered");
    expect(why(cover("background:#fff;width:30px"))).toBe("covered");
    expect(why(cover("background:#fff;pointer-events:none"))).toBe("covered");
    expect(why(cover("background:transparent"))).toBe("named");
    expect(why(cover("background:#fff;opacity:0"))).toBe("named");
    expect(why(cover("background:#fff;left:200px"))).toBe("named");
    expect(
      why(box("s", "Draw a card", 20, 20) + svg(`<rect x="0" y="0" width="90" height="90" fill="#fff"/>`)),
    ).toBe("covered");
    expect(
      why(box("s", "Draw a card", 20, 20) + svg(`<rect x="0" y="0" width="90" height="90" fill="none"/>`)),
    ).toBe("named");
  });

  test("one that hardly differs from what is behind it is pale", () => {
    expect(why(box("s", "Draw a card", 20, 20, "color:#888"))).toBe("pale");
    expect(why(box("s", "Draw a card", 20, 20, "background:#333"))).toBe("pale");
    expect(why(box("s", "Draw a card", 20, 20, "background:#333;color:#fff"))).toBe("named");
    expect(why(box("s", "Draw a card", 20, 20, "opacity:0.4"))).toBe("pale");
    expect(why(box("s", "Draw a card", 20, 20, "background:color-mix(in oklch, #111, #222)"))).toBe("pale");
    const drawn = (ink: string) =>
      svg(
        `<rect x="10" y="5" width="120" height="30" fill="#234"/><text data-state-name="s" x="20" y="24" font-size="12" fill="${ink}">Draw a card</text>`,
      );
    expect(why(drawn("#456"))).toBe("pale");
    expect(why(drawn("#fff"))).toBe("named");
  });
});

test("a closed state has to say how many states it holds, in words that can be read", () => {
  const untold = (words: string, style = "") =>
    measured(`<div data-fold="s" data-count="7" style="${at(20, 20)}${style}">${words}</div>`, [])
      .foldsUntold;
  expect([untold("7 steps"), untold("7 個の段階"), untold("… 7")]).toEqual([0, 0, 0]);
  expect([untold("steps"), untold("17 steps"), untold(""), untold("7 steps", "font-size:8px")]).toEqual([
    1, 1, 1, 1,
  ]);
  expect(untold("7 steps", "color:#ccc")).toBe(1);
  // neither hidden nor half outside
  expect([untold("steps", "visibility:hidden"), untold("steps", "left:330px")]).toEqual([0, 0]);
});

describe("the size of a text", () => {
  const size = (inner: string) => measured(inner, []).smallest;
  const text = (px: number, words = "Draw") => `<span style="font-size:${px}px">${words}</span>`;

  test("counts all transforms, of CSS and SVG, within each other", () => {
    expect(size(`<div style="transform:scale(0.5)">${text(16)}</div>`)).toBeCloseTo(8);
    expect(size(`<div style="transform:scale(0.5)"><p style="scale:0.5">${text(16)}</p></div>`)).toBeCloseTo(
      4,
    );
    expect(
      size(`<div style="transform:rotate(30deg) scale(0.5);transform-origin:0 0">${text(16)}</div>`),
    ).toBeCloseTo(8);
    expect(size(svg(`<g transform="scale(0.5)"><text y="40" font-size="20">Draw</text></g>`))).toBeCloseTo(
      10,
    );
    expect(
      size(
        `<svg viewBox="0 0 200 100" width="100" height="50"><text y="50" font-size="20">Draw</text></svg>`,
      ),
    ).toBeCloseTo(10);
    expect(
      size(
        `<div style="transform:scale(0.5)"><svg viewBox="0 0 200 100" width="100" height="50"><g style="transform:scale(2)"><text y="25" font-size="20">Draw</text></g></svg></div>`,
      ),
    ).toBeCloseTo(10);
    expect(
      size(
        `<svg viewBox="0 0 200 100" width="100" height="50"><foreignObject width="200" height="100"><div style="transform:scale(0.5)">${text(20)}</div></foreignObject></svg>`,
      ),
    ).toBeCloseTo(5);
  });

  test("has to be 9 px, 10 px where there are East Asian characters", () => {
    const small = (px: number, words: string) => measured(text(px, words), []).textsUnderFloor;
    expect([small(9, "Draw"), small(8.9, "Draw")]).toEqual([0, 1]);
    expect([small(10, "カード"), small(9.9, "カード"), small(9.9, "抽 a card")]).toEqual([0, 1, 1]);
  });

  test("of what is no part of the drawing, or not seen, does not count", () => {
    expect(measured(`<div data-aside>${text(5)}</div>`, []).texts).toBe(0);
    expect(
      measured(
        `<div style="position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap">${text(5)}</div>`,
        [],
      ).texts,
    ).toBe(0);
    expect(measured(`<div style="${at(500, 20)}">${text(5)}</div>`, []).texts).toBe(0);
  });
});

describe("faults of texts", () => {
  test("two that lie over each other, but not lines one below the other", () => {
    const two = (y: number) =>
      `<div style="${at(20, 20)}">Draw a card</div><div style="${at(40, 20 + y)}">Discard</div>`;
    expect(faults(measured(two(5), []))).toEqual({ textOnText: 1 });
    expect(faults(measured(two(14), []))).toEqual({});
  });

  test("one that is wholly under a box is covered, and no text on another", () => {
    expect(
      faults(
        measured(
          `<div style="${at(20, 20)}">Draw</div><div style="${at(20, 20)}background:#fff">Discard</div>`,
          [],
        ),
      ),
    ).toEqual({ textsCovered: 1 });
  });

  test("one that is cut off, and one that is pale", () => {
    expect(faults(measured(`<div style="${at(20, 20, 30)}overflow:hidden">Discarding</div>`, []))).toEqual({
      textsClipped: 1,
    });
    expect(faults(measured(`<div style="${at(20, 20)}color:#aaa">Draw</div>`, []))).toEqual({ textsPale: 1 });
  });
});

describe("faults of lines", () => {
  test("one through a state that is not its end, not one along its border", () => {
    const past = (x: number) =>
      svg(line("a", "p", "q", `M${x} 0L${x} 200`)) + box("s", "Draw a card", 20, 80, "padding-left:40px");
    expect(faults(measured(past(40), []))).toEqual({ linesThroughState: 1 });
    expect(faults(measured(past(20), []))).toEqual({});
    expect(faults(measured(past(10), []))).toEqual({});
  });

  test("one into its own end, or into the box that holds it, goes through no state", () => {
    const into = (to: string) =>
      faults(
        measured(
          svg(line("a", "p", to, "M40 0L40 90")) + `<div data-state="s" style="${at(20, 80)}"></div>`,
          [],
        ),
      );
    expect(into("s")).toEqual({});
    expect(into("s.inner")).toEqual({});
    expect(into("t")).toEqual({ linesThroughState: 1 });
  });

  test("rows of a card are in the way, the card that holds them is not", () => {
    const card = `<div data-state="c" style="${at(20, 20, 100, 90)}"><div data-state="c.a" style="height:30px"></div><div data-state="c.b" style="height:30px"></div><div data-state="c.d" style="height:30px"></div></div>`;
    expect(faults(measured(card + svg(line("a", "c.a", "c.d", "M60 45L60 85")), []))).toEqual({
      linesThroughState: 1,
    });
    expect(faults(measured(card + svg(line("a", "c.a", "c.d", "M120 35L130 35L130 95L120 95")), []))).toEqual(
      {},
    );
  });

  test("one through the words of another, not through its own", () => {
    const words = (of: string, more = "") =>
      faults(
        measured(
          svg(line("a", "p", "q", "M20 40L300 40", more)) +
            `<div data-label-of="${of}" style="${at(100, 32, 60, 16)}">begin</div>`,
          [],
        ),
      );
    expect(words("b")).toEqual({ linesThroughText: 1 });
    expect(words("a")).toEqual({});
    expect(words("b a")).toEqual({});
    expect(words("bundle", 'data-bundle="bundle"')).toEqual({});
  });

  test("curves are followed as they run", () => {
    const curve = svg(line("a", "p", "q", "M20 20C20 200 200 200 200 20"));
    const block = (y: number) => `<div data-block="b" style="${at(100, y, 20, 20)}"></div>`;
    expect(faults(measured(curve + block(145), []))).toEqual({ linesThroughState: 1 });
    expect(faults(measured(curve + block(100), []))).toEqual({});
  });

  test("lines that cross count once for each pair and place", () => {
    const cross = (more = "") =>
      measured(
        svg(
          line("a", "p", "q", "M20 100L300 100") +
            line("b", "r", "s", "M100 20L100 200", more) +
            line("c", "r", "t", "M102 20L102 200", more),
        ),
        [],
      );
    expect(cross()).toMatchObject({ lines: 3, lineCrossings: 2 });
    expect(cross('data-bundle="bundle"')).toMatchObject({ lines: 2, lineCrossings: 1 });
  });

  test("lines over the border of a frame that holds neither end cross it", () => {
    const through = (from: string, to: string) =>
      measured(frame("turn", "", [50, 50, 100, 100]) + svg(line("a", from, to, "M20 100L300 100")), []);
    expect(through("p", "q").frameCrossings).toBe(2);
    expect(through("turn.draw", "q").frameCrossings).toBe(0);
    expect(through("turn", "q").frameCrossings).toBe(0);
    expect(through("turnover", "q").frameCrossings).toBe(2);
  });

  test("what is hidden or outside the canvas is no line", () => {
    expect(measured(svg(line("a", "p", "q", "M20 100L300 100", 'visibility="hidden"')), []).lines).toBe(0);
    expect(measured(svg(line("a", "p", "q", "M500 100L600 100")), []).lines).toBe(0);
  });

  test("transitions told by words are counted apart", () => {
    expect(measured(`<span data-chip>to End</span>`, [])).toMatchObject({ chips: 1, lines: 0 });
  });
});
