import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const styles = {
  narrow: {
    printWidth: 50,
    singleQuote: true,
    semi: false,
    trailingComma: "none",
    tabWidth: 4,
    bracketSpacing: false,
    arrowParens: "avoid",
  },
  wide: { printWidth: 200, trailingComma: "es5", useTabs: true },
};

/** A module as other people lay it out, and with comments between its lines. */
export function reformatted(text: string): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "turnwright-layout-"));
  try {
    const texts = new Map([["comments", commented(text)]]);
    for (const [style, options] of Object.entries(styles)) {
      writeFileSync(join(folder, "a.ts"), text);
      writeFileSync(join(folder, ".oxfmtrc.json"), JSON.stringify(options));
      execFileSync(resolve("node_modules/.bin/oxfmt"), ["a.ts"], { cwd: folder });
      texts.set(style, readFileSync(join(folder, "a.ts"), "utf8"));
    }
    return texts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A comment behind each line that ends in a comma. */
const commented = (text: string): string => text.replaceAll(/,$/gm, ", // a comment, with a ' in it");
