import { expect, test } from "vitest";
import { toSvg } from "#core/layout/toSvg.ts";
import { gallerySubject, pictureOf } from "#test/core/layout/place/subjects.ts";

const subject = gallerySubject();
const svgWith = (notes: readonly { id: string; at: string; text: string; colour?: "blue" }[]) =>
  toSvg(
    pictureOf(subject, "en", { level: "flow" }, undefined, { compounds: {}, notes }),
    subject.names("en"),
    { title: "gallery", theme: "light" },
  );

test("a picture has its notes as cards in their colours, with every line and the whole text to be heard", () => {
  const svg = svgWith([
    { id: "n1", at: "turn.draw", text: "one < two\nthree", colour: "blue" },
    { id: "n2", at: "over", text: "換牌太久" },
  ]);

  expect(svg).toContain(`<title>one &lt; two\nthree</title><rect class="note blue"`);
  for (const line of ["one &lt; two", "three", "換牌太久"]) expect(svg).toContain(`>${line}</text>`);
  expect(svg.match(/class="note yellow"/g)).toHaveLength(2);
  expect(svg).toContain(".note.blue{fill:#e3ebff}");
});

test("a picture without notes says nothing of their colours", () => {
  expect(svgWith([])).not.toContain("note");
});
