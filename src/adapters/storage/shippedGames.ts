import { fileAt } from "#core/project/fileAt.ts";
import type { NewFile } from "#core/project/store.ts";
import type { SeedGame } from "#adapters/storage/browserStore.ts";

const texts: Readonly<Record<string, string>> = import.meta.glob(
  [
    "/machines/*.machine.ts",
    "/machines/*.layout.json",
    "/rulesets/*/*.json",
    "/rulesets/*/text/*.json",
    "/rulesets/*/labels/*.json",
    "/rulesets/*/scenarios/*.json",
  ],
  { query: "?raw", import: "default", eager: true },
);

/** The games of this checkout as they were when the studio was built. Imported documents (`source/`) are not among them. */
export function shippedGames(): readonly SeedGame[] {
  const games = new Map<string, NewFile[]>();
  for (const [path, text] of Object.entries(texts)) {
    const file = fileAt(path.slice(1));
    if (file) games.set(file.game, [...(games.get(file.game) ?? []), { name: file.name, text }]);
  }
  const whole = [...games].filter(([, files]) => files.some((file) => file.name === "machine"));
  return whole.map(([id, files]) => ({ id, files }));
}
