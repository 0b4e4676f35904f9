import { page, userEvent } from "vitest/browser";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadLateViews } from "#adapters/flow/useLateViews.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import type { CanvasWords } from "#core/layout/names.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";
import { CanvasDriver } from "#test/adapters/flow/canvasDriver.tsx";
import { gallery, galleryLabels, galleryNotes } from "#test/charts/gallery.ts";
import { crowd, crowdLabels } from "#test/charts/gallery/crowd.ts";
import { describePaint, looksOf, paintOf } from "#test/support/paintOf.ts";

/**
 * Every notation as the canvas draws it, against what is stored beside the gallery: in words (what is drawn where, with which letters,
 * lines, signs and colours in both themes, at every level) and as pictures of the map as it opens. Letters are not in the pictures,
 * as fonts differ from machine to machine; the words have them. When a change is meant, look at it and store it anew:
 * `npx vitest run --project browser test/adapters/flow/gallery.browser.test.tsx --update`
 */
beforeAll(async () => {
  await page.viewport(1400, 850);
  (globalThis as Record<string, unknown>)["IS_REACT_ACT_ENVIRONMENT"] = true;
  await pointerAside();
  // Notes come with it.
  await loadLateViews();
});
afterAll(() => page.viewport(414, 896));
afterEach(() => delete document.documentElement.dataset["theme"]);

/** The pointer stands beside all canvases, wherever the tests before left it: what is under it has its lines lit. */
async function pointerAside(): Promise<void> {
  const corner = document.body.appendChild(document.createElement("div"));
  corner.style.cssText = "position: fixed; right: 0; bottom: 0; width: 12px; height: 12px; z-index: 9999";
  await userEvent.hover(corner);
  corner.remove();
}

const spoken = { en, ja, "zh-Hant": zhHant } as const;
const locales = ["en", "ja", "zh-Hant"] as const;
type Locale = (typeof locales)[number];
const charts = {
  gallery: { text: gallery, labels: galleryLabels, notes: galleryNotes },
  crowd: { text: crowd, labels: crowdLabels, notes: [] },
} as const;
type Name = keyof typeof charts;

function subjectOf(name: Name, locale: Locale) {
  const { text, labels, notes } = charts[name];
  const { charts: found, consts } = readModule(text);
  const [chart] = found;
  if (!chart) throw new Error(`${name} cannot be read`);
  const words = { ...spoken[locale].canvas.in, asks: spoken[locale].asks } as unknown as CanvasWords;
  return {
    chart,
    consts,
    names: chartNames(chart.setup, labels[locale], words),
    lang: locale,
    arrangement: { ...NO_ARRANGEMENT, notes },
    onArrange: () => undefined,
  };
}

const setTheme = (theme: "light" | "dark") => (document.documentElement.dataset["theme"] = theme);
/** So that colours do not glide from one theme to the other. */
function standStill(canvas: CanvasDriver, more = ""): void {
  const style = document.createElement("style");
  style.textContent = `*, *::before, *::after { transition: none !important; animation: none !important; } ${more}`;
  canvas.element.append(style);
}

describe.each(Object.keys(charts) as Name[])("%s", (name) => {
  describe.each(["map", "flow", "full"] as const)("at %s", (level) => {
    test.each(locales)("is drawn as stored, in %s and in both themes", async (locale) => {
      // All of it: nothing lies out of view.
      const canvas = await CanvasDriver.open(
        { ...subjectOf(name, locale), look: { level, folded: new Set() } },
        level === "map" ? { width: 1350, height: 800 } : { width: 5600, height: 3500 },
      );
      standStill(canvas);

      const paint = paintOf(canvas.element);
      const looks = (["light", "dark"] as const).map((theme) => {
        setTheme(theme);
        return looksOf(paint);
      });

      const said = describePaint(paint, looks);
      expect(said.length).toBeGreaterThan(2000);
      await expect(said).toMatchFileSnapshot(`../../charts/gallery/drawn/${name}-${level}-${locale}.txt`);
    });
  });
});

const sizes = [
  { name: "850x740", width: 850, height: 740 },
  { name: "1350x800", width: 1350, height: 800 },
];
/** Without letters, and without what comes up under a pointer: where that rests depends on the test before. */
const BARE =
  "* { -webkit-text-fill-color: transparent !important; caret-color: transparent; pointer-events: none !important; }";

describe.each(["light", "dark"] as const)("the gallery in the %s", (theme) => {
  test.each(sizes.flatMap((size) => locales.map((locale) => ({ size, locale }))))(
    "looks as stored at $size.name in $locale",
    async ({ size, locale }) => {
      setTheme(theme);
      const canvas = await CanvasDriver.open({ ...subjectOf("gallery", locale), theme }, size);
      standStill(canvas, BARE);

      await expect(canvas.element).toMatchScreenshot(`gallery-${size.name}-${locale}-${theme}`, {
        comparatorName: "pixelmatch",
        // Smaller than any sign: an arrow's head is 40 pixels, the bar of what enters again 18.
        comparatorOptions: { threshold: 0.15, allowedMismatchedPixels: 12 },
      });
    },
  );
});
