import fc from "fast-check";
import { expect, test } from "vitest";
import { inlineJson, inlineScript } from "#core/export/player/inlineScript.ts";
import { toPlayer } from "#core/export/player/toPlayer.ts";
import type { PlayerGame } from "#core/export/player/playerGame.ts";
import { toCommonJs } from "#adapters/sandbox/stripTypes.ts";
import { partsOf } from "#test/support/playerPage.ts";

/** Texts in which markup, quotes, overrides of direction and line ends of JavaScript come often. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "</script>",
        "</SCRIPT\n",
        "<script>",
        "<!--",
        "-->",
        "]]>",
        "<img src=x onerror=alert(1)>",
        '"',
        "'",
        "`${1}`",
        "\\",
        "&lt;",
        "\u2028",
        "\u202e",
        "\ud800",
        "\0",
        "\r\n",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const pageOf = (text: string): { readonly game: PlayerGame; readonly html: string } => {
  const game: PlayerGame = {
    id: "game",
    title: { en: text },
    locales: ["en"],
    kit: {
      kit: 1,
      machine: "game",
      spec: {},
      clauses: { a: [text] },
      labels: { en: { "state:a": text, [text]: "" } },
      text: { en: { [text]: text } },
      words: {},
    },
    maps: { en: `<svg><title>${text}</title></svg>` },
    scenarios: { [text]: { format: 1, title: { en: text }, steps: [{ note: text, save: text }] } },
  };
  const html = toPlayer({
    game,
    machine: "machine",
    modules: [{ path: "game.machine.js", text: `export const machine = ${JSON.stringify(text)};` }],
    program: "",
    toCommonJs,
  });
  return { game, html };
};

test("whatever a game says is text in its page, and comes back as it was", () => {
  const { frame } = partsOf(pageOf("").html);

  fc.assert(
    fc.property(hostile, (text) => {
      const { game, html } = pageOf(text);
      const { scripts, frame: own, title } = partsOf(html);

      expect(own).toBe(frame);
      expect(title).not.toMatch(/[<>"]/);
      expect(scripts).toHaveLength(3);
      expect(JSON.parse(scripts[0] ?? "")).toEqual(JSON.parse(JSON.stringify(game)));
      const exports: { machine?: string } = {};
      // oxlint-disable-next-line no-new-func -- what a browser does with the script
      const run = new Function("turnwrightPlayer", scripts[2] ?? "") as (
        player: (given: {
          modules: Record<string, (require: null, module: object, exports: object) => void>;
        }) => void,
      ) => void;
      run(({ modules }) => modules["game.machine.js"]?.(null, { exports }, exports));
      expect(exports.machine).toBe(text);
    }),
  );
});

test("code in a script means the same, and nothing in it ends the script", () => {
  const piece = fc.constantFrom(
    `out.push("</script>", '<!--', "a</SCRIPT ");`,
    "out.push(`<!-- ${1}</script>`);",
    `out.push(/<\\/script>|<!--/.source.length > 0, /<\\/script/.test("</script"));`,
    `var x = 1, y = 2; out.push(x<!--y);`,
    `/* </script> <!-- */ out.push(3);`,
    `// <script> </script>\nout.push(4);`,
    `out.push({ "</script>": 5 });`,
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      // As a module reads it: in a script `<!--` would begin a comment.
      const code = `"use strict";\n${pieces.join("\n")}\n`;
      const inline = inlineScript(code);
      // oxlint-disable-next-line no-new-func -- both are run
      const ran = (text: string) => new Function("out", `${text}return out;`)([]) as unknown[];

      expect(inline).not.toMatch(/<\/script|<!--/i);
      const expected = pieces.flatMap((one) => ran(`${one.replace("x<!--y", "x < !--y")}\n`));
      expect(ran(inline).map(String)).toEqual(expected.map(String));
    }),
  );
});

test.each([
  String.raw`out.push("\</script>", "\\</script>");`,
  String.raw`out.push(/\<!--/.test("<!--"), /\\<!--/.test("\\<!--"));`,
  "let n = 3; while (n--> 0) out.push(n);",
  "out.push(`\n--> 0`);",
])("what is escaped already, and what looks like a comment, keeps its meaning: %s", (code) => {
  // oxlint-disable-next-line no-new-func -- both are run
  const ran = (text: string) => new Function("out", `${text}\nreturn out;`)([]) as unknown[];

  expect(ran(inlineScript(code))).toEqual(ran(code));
  expect(inlineScript(code)).not.toMatch(/<\/script|<!--/i);
});

test("a regular expression after a comparison stays one", () => {
  const code = "export const isLess = (x) => x</script/.lastIndex;\n";

  expect(inlineScript(code)).toBe("export const isLess = (x) => x< /script/.lastIndex;\n");
});

test("a tagged template that would see the escape is refused by name", () => {
  expect(() => inlineScript("const a = String.raw`</script>`;")).toThrow(
    "its module has a tagged template with </script in it",
  );
});

test("data in a page has no sign that begins markup", () => {
  expect(inlineJson({ "<!--": "</script>" })).toBe(String.raw`{"\u003c!--":"\u003c/script>"}`);
});
