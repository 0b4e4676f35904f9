import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { type Level, LEVELS } from "#core/layout/level.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { pictureNames } from "#cli/pictureNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { escapeXml } from "#core/text/escapeXml.ts";
import showcase from "../../golden/showcase.svg?raw";

const raw = (found: Record<string, unknown>) => found as Record<string, string>;
const machines = raw(
  import.meta.glob("../../../machines/*.machine.ts", { query: "?raw", import: "default", eager: true }),
);
const labels = raw(
  import.meta.glob("../../../rulesets/*/labels/*.json", { query: "?raw", import: "default", eager: true }),
);

const inDocs = raw(
  import.meta.glob("../../../docs/games/pictures/*.svg", { query: "?raw", import: "default", eager: true }),
);

const games = Object.keys(machines).map((path) => /([^/]+)\.machine\.ts$/.exec(path)?.[1] ?? "");
const languages = ["en", "ja", "zh-Hant"] as const;
const pictures = games.flatMap((game) => languages.map((lang) => [game, lang] as const));

function pictureOf(game: string, lang: (typeof languages)[number], detail: Level): string {
  const reading = readModule(machines[`../../../machines/${game}.machine.ts`] ?? "");
  const chart = reading.charts[0]!;
  const own = JSON.parse(labels[`../../../rulesets/${game}/labels/${lang}.json`] ?? "{}").labels;
  const names = pictureNames(chart, { labels: { [lang]: own } }, lang);
  const consts = reading.consts ?? [];
  return drawChart(chart, names, NO_ARRANGEMENT, { title: game, lang, detail, consts });
}

/** The picture as the browser understands it, standing in the page. */
function shown(svg: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(parsed.querySelector("parsererror")?.textContent).toBeUndefined();
  document.body.replaceChildren(document.importNode(parsed.documentElement, true));
  return document.querySelector("svg")!;
}

const holds = (outer: DOMRect, inner: DOMRect) =>
  outer.x - 1 <= inner.x &&
  outer.y - 1 <= inner.y &&
  inner.right <= outer.right + 1 &&
  inner.bottom <= outer.bottom + 1;

const drawn: [string, () => string][] = [
  ["the showcase", () => showcase],
  ...pictures.flatMap(([game, lang]) =>
    LEVELS.map((detail): [string, () => string] => [
      `${game} in ${lang}, ${detail}`,
      () => pictureOf(game, lang, detail),
    ]),
  ),
  ...Object.entries(inDocs).map(([path, svg]): [string, () => string] => [
    path.replace(/^.*docs/, "docs"),
    () => svg,
  ]),
];

describe.each(drawn)("%s", (_, picture) => {
  const svg = shown(picture());
  const texts = [...svg.querySelectorAll("text")];

  test("every text stands inside the box it belongs to, and inside the picture", () => {
    document.body.replaceChildren(svg);
    expect(texts.length).toBeGreaterThan(5);
    const whole = svg.getBoundingClientRect();
    const out = texts.filter((text) => {
      const box = text.parentElement?.querySelector("rect,circle")?.getBoundingClientRect();
      return (
        !holds(box ?? whole, text.getBoundingClientRect()) || !holds(whole, text.getBoundingClientRect())
      );
    });

    expect(out.map((text) => text.textContent)).toEqual([]);
  });

  test("no text of a box lies on another one", () => {
    document.body.replaceChildren(svg);
    const met = [...svg.querySelectorAll("g")].flatMap((group) => {
      const own = [...group.querySelectorAll("text")].map((text) => ({
        said: text.textContent,
        at: text.getBoundingClientRect(),
      }));
      return own.flatMap(({ said, at }, i) =>
        own
          .slice(i + 1)
          .filter(
            (b) =>
              at.x + 1 < b.at.right &&
              b.at.x + 1 < at.right &&
              at.y + 5 < b.at.bottom &&
              b.at.y + 5 < at.bottom,
          )
          .map((b) => `${said} / ${b.said}`),
      );
    });

    expect(met).toEqual([]);
  });

  test("no text is pressed or stretched by more than a quarter to fit its room", () => {
    document.body.replaceChildren(svg);
    const odd = texts.flatMap((text) => {
      const room = Number(text.getAttribute("textLength"));
      text.removeAttribute("textLength");
      const ratio = text.getComputedTextLength() / room;
      text.setAttribute("textLength", String(room));
      // digits alone, and with a sign, are as wide as their face wants
      return (ratio > 1.25 || ratio < 0.75) && !/^\+?\d+$/.test(text.textContent)
        ? [`${text.textContent} ${ratio.toFixed(2)}`]
        : [];
    });

    expect(odd).toEqual([]);
  });

  test("it loads nothing and runs nothing", () => {
    expect(svg.querySelectorAll("script,image,a,foreignObject")).toHaveLength(0);
    // signs are written once and used: of this file, and of no other
    for (const use of svg.querySelectorAll("use")) expect(use.getAttribute("href")).toMatch(/^#[\w-]+$/);
    expect(svg.querySelectorAll("*|use[*|href]:not([href])")).toHaveLength(0);
    expect(svg.outerHTML).not.toMatch(/url\(|@import|@font-face|\bon\w+=/);
    expect(svg.querySelector("title")?.textContent).not.toBe("");
  });
});

test("whatever names say, the picture is XML that says it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const parsed = new DOMParser().parseFromString(
        `<svg xmlns="http://www.w3.org/2000/svg"><text a="${escapeXml(name)}">${escapeXml(name)}</text></svg>`,
        "image/svg+xml",
      );

      expect(parsed.querySelector("parsererror")).toBeNull();
      const kept = name
        .replaceAll(/\p{Surrogate}/gu, "\ufffd")
        // oxlint-disable-next-line no-control-regex -- what XML does not know
        .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
        .replaceAll(/\r\n?/g, "\n");
      expect(parsed.documentElement.textContent).toBe(kept);
    }),
    { numRuns: 1000 },
  );
});

test("signs keep their holes: who decides is told by them", () => {
  const svg = shown(pictureOf("haikyu-break", "en", "map"));

  const signs = [...svg.querySelectorAll("use")];
  expect(signs.length).toBeGreaterThan(5);
  for (const sign of signs) expect(getComputedStyle(sign).fillRule).toBe("evenodd");
});
