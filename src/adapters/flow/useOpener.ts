import { useCallback } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import type { Opened, Opening } from "#adapters/flow/drawnInSteps.ts";
import { drawOnPage } from "#adapters/flow/drawOnPage.ts";
import type { Level } from "#core/layout/level.ts";
import { type Fitted, openInSteps } from "#core/layout/openView.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

const NONE: ReadonlySet<string> = new Set();

/** Looks again: at the level that is wanted, or at the most detailed one that fits; in steps, or now. */
export function useOpener({
  chart,
  names,
  arrangement,
  consts,
  lang,
  flows,
}: Pick<ChartCanvasProps, "chart" | "names" | "arrangement" | "consts" | "lang" | "flows">) {
  const open = useCallback(
    function* ({ room, only, page, rearrange = false }: Opening): Steps<Opened> {
      const stored = rearrange || page !== undefined ? {} : (flows?.last() ?? {});
      const base = { ...(page ? { page } : {}), ...(consts ? { consts } : {}) };
      const like = (level: Level) => stored[level];
      const wanted = { lang, only, base };
      return openedLook(yield* openInSteps(like, chart, names, arrangement, room, wanted), only);
    },
    [chart, names, arrangement, consts, lang, flows],
  );
  const openNow = useCallback(
    (opening: Opening) => drawOnPage(chart, () => atOnce(open(opening))),
    [chart, open],
  );
  return { open, openNow };
}

/** How one looks at what was opened; `only`: the level that was wanted. */
function openedLook({ view, picture }: Fitted, only: Level | undefined): Opened {
  const { level, folded = NONE, page, words, jumps } = view;
  const look = {
    ...(only ? { pinned: only } : {}),
    level,
    folded,
    ...(page ? { page } : {}),
    ...(words ? { words } : {}),
    ...(jumps ? { jumps } : {}),
  };
  return { look, orders: picture.orders };
}
