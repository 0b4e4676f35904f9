import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { corpusModules } from "#test/corpus/corpus.ts";
import { measure, newFigures } from "#test/corpus/figures.ts";
test("x", () => {
  const out: string[] = [];
  for (const set of ["reference", "found"] as const) {
    const f = newFigures();
    for (const m of corpusModules())
      if (m.set === set && (!process.env.ONLY || m.name.includes(process.env.ONLY)))
        measure(f, m, { tries: Number(process.env.TRIES ?? 1), tell: (w) => out.push(w) });
    const s: any = {
      ...f,
      edits: Object.fromEntries(
        Object.entries(f.edits).map(([k, e]) => [
          k,
          {
            ...e,
            wrong: e.wrong.length,
            changedLines: e.changedLines.toSorted((a, b) => a - b)[e.changedLines.length >> 1],
          },
        ]),
      ),
    };
    out.push(JSON.stringify(s, null, 1));
  }
  writeFileSync("/tmp/figs.txt", out.join("\n"));
}, 6000000);
