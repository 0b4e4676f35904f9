import { test } from "vitest";
import { importXStateJson } from "#core/import/xstateJson.ts";
test("x", () => { 
  const r = importXStateJson(`{"id":"m","context":{"a":1,"b":[]},"initial":"a","states":{"a":{"on":{"GO":"b","X":{"cond":"yes","target":"#m.b","actions":["k",{"type":"z","params":{"p":1}}]}},"after":{"slow":"b"}},"b":{"type":"final","foo":1}}}`, "game");
  console.log(r.text, JSON.stringify(r.entries,null,0));
});
