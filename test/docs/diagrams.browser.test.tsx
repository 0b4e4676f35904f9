import mermaid from "mermaid";
import { expect, test } from "vitest";
import architecture from "../../docs/architecture.md?raw";

test("Mermaid reads every diagram of the architecture page", async () => {
  const diagrams = [...architecture.matchAll(/```mermaid\n(.*?)```/gs)].map((m) => m[1] ?? "");

  expect(diagrams.length).toBeGreaterThan(0);
  for (const text of diagrams) expect(await mermaid.parse(text)).toBeTruthy();
});
