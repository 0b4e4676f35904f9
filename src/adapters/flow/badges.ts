import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

export interface Badge {
  readonly errors: number;
  readonly warnings: number;
}

/** Problems per drawn state. Those of states inside a folded one count for it. */
export function badgesOf(diagnostics: readonly Diagnostic[], scene: Scene): ReadonlyMap<string, Badge> {
  const found = new Map<string, Badge>();
  for (const { path, severity } of diagnostics) {
    if (!path || severity === "info") continue;
    let at = [...path];
    while (at.length > 0 && !scene.items.has(at.join("."))) at = at.slice(0, -1);
    const id = at.join(".");
    const had = found.get(id) ?? { errors: 0, warnings: 0 };
    found.set(
      id,
      severity === "error" ? { ...had, errors: had.errors + 1 } : { ...had, warnings: had.warnings + 1 },
    );
  }
  return found;
}
