import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seatTone, SEAT_TONES } from "#app/play/seats/SeatOrder.ts";
import { home } from "#test/support/startStudio.ts";
import { contrast, type Colour } from "#test/support/readability/colour.ts";

test("each seat has a colour by its place, chance and the table have none", () => {
  const seats = ["P1", "P2", "a", "b", "c", "d", "e"];

  expect(seats.map((seat) => seatTone(seats, seat))).toEqual([1, 2, 3, 4, 5, 6, 1]);
  expect(["chance", "table", ""].map((seat) => seatTone(seats, seat))).toEqual([0, 0, 0]);
});

/** The colours of both themes by name; what the dark one does not say is as in the light one. */
function themes(): Record<"light" | "dark", ReadonlyMap<string, Colour>> {
  const css = readFileSync(join(home, "src/app/kit/tokens.css"), "utf8");
  const [light = "", dark = ""] = css.split(':root[data-theme="dark"]');
  const colours = (text: string) =>
    [...text.matchAll(/--([\w-]+):\s*#([0-9a-f]{6});/g)].map(([, name = "", hex = ""]): [string, Colour] => {
      const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
      return [name, [red, green, blue, 1]];
    });
  return { light: new Map(colours(light)), dark: new Map([...colours(light), ...colours(dark)]) };
}

test("seats are read on their own ground and on every panel, light and dark", () => {
  for (const [theme, colours] of Object.entries(themes()))
    for (let tone = 1; tone <= SEAT_TONES; tone++)
      for (const ground of [`seat-${tone}-bg`, "panel", "raised", "paper"]) {
        const [ink, under] = [colours.get(`seat-${tone}`), colours.get(ground)];
        if (!ink || !under) throw new Error(`There is no colour for seat ${tone} on ${ground}`);
        expect(contrast(ink, under), `${theme}: seat ${tone} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
});
