import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { corpusModules } from "#test/corpus/corpus.ts";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
test("x", () => {
  const out: string[] = [];
  for (const m of corpusModules())
    for (const c of readModule(m.text, { lang: m.lang }).charts) {
      const o = [...places(c).values()].flatMap(({ node, path }) =>
        node.opaque
          .filter((x) => x.what !== "value")
          .map((x) => `   ${path.join(".")} ${x.what}: ${x.text.replace(/\s+/g, " ").slice(0, 150)}`),
      );
      if (o.length) out.push(`${m.set} ${m.name} ${c.ref.ordinal}`, ...o);
    }
  writeFileSync("/tmp/opq.txt", out.join("\n"));
}, 6000000);
