import { useState } from "react";
import type { Positions } from "#core/layout/layoutFile.ts";

/** The positions given before while they say the same: the picture is drawn anew only when a state really moved. */
export function useSamePositions(given: Positions): Positions {
  const [kept, setKept] = useState(given);
  if (kept === given || same(kept, given)) return kept;
  setKept(given);
  return given;
}

function same(a: Positions, b: Positions): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    const [p, q] = [a[key], b[key]];
    return p !== undefined && q !== undefined && p.x === q.x && p.y === q.y && p.w === q.w && p.h === q.h;
  });
}
