import { test } from "vitest";
import { formulaParts } from "#core/expr/formulaParts.ts";
import { readBackOf } from "#test/support/readBack.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";
import { writeFileSync } from "node:fs";
test("x", { timeout: 200_000 }, () => {
  for (const lang of ["ja","zh-Hant"]) for (const g of GAMES) {
    const cl = readBackOf(g, lang);
    const counts = new Map<string, number>();
    let lab = 0, un = 0;
    const out: string[] = [];
    for (const c of cl) { out.push("## "+c.clause); for (const r of [...c.rows, ...c.helpers]) {
      out.push(formulaParts(r).map(p=>p.kind==="label"?"⟪"+p.text+"⟫":p.kind==="code"?"⟦"+p.text+"⟧":p.text).join(""));
      for (const p of formulaParts(r)) {
      if (p.kind === "label") lab++;
      if (p.kind === "words") for (const m of p.text.matchAll(/“[^”]*”|[A-Za-z_$][\w$]+/g)) {
        if (m[0].startsWith("“") ) { for (const w of m[0].match(/[A-Za-z_$][\w$]+/g)??[]) {un++; counts.set("“"+w, (counts.get("“"+w) ?? 0) + 1);} }
        else { un++; counts.set(m[0], (counts.get(m[0]) ?? 0) + 1); }
      } } } }
    console.log(lang, g, un, lab, (un/(un+lab)).toFixed(3));
    writeFileSync(`/tmp/words-${g}-${lang}.txt`, [...counts].sort((a,b)=>b[1]-a[1]).map(([n,c])=>`${c} ${n}`).join("\n"));
    writeFileSync(`/tmp/rb-${g}-${lang}.txt`, out.join("\n"));
  }
});
