import { useStore } from "@xyflow/react";
import { levelNames, PathBar } from "#adapters/flow/CanvasControls.tsx";
import type { ChartCanvasProps, Look, Selection } from "#adapters/flow/canvasProps.ts";
import { isAt } from "#adapters/flow/isLineOf.ts";
import type { useViews } from "#adapters/flow/useViews.ts";
import { pathId, pathOf, placeOf } from "#core/chart/places.ts";

/** Pixels from the top of the canvas that the path covers. */
const PATH_HEIGHT_PX = 44;

/**
 * Where the selection, or the phase that is the page, stands; and the ways back. Where the whole chart is in view its head is left
 * uncovered: it shows as much.
 */
export function CanvasPath({
  chart,
  names,
  words,
  views,
  look,
  top,
  select,
}: Pick<ChartCanvasProps, "chart" | "names" | "words"> & {
  views: ReturnType<typeof useViews>;
  look: Look | undefined;
  /** Where the picture begins. */
  top: number;
  select: (what: Selection) => void;
}) {
  const { around = [] } = views;
  const page = look?.page;
  // which level a phase opens at is decided by its size: this is said where it is another one than that of the map around it
  const opened = look && page !== undefined && look.pinned === undefined && look.level !== "map";
  const isInside = around.length > 0;
  const covers = useStore(({ transform: [, y, zoom] }) => {
    const head = top * zoom + y;
    return head > -10 && head < PATH_HEIGHT_PX;
  });
  if (!page && (!isInside || covers)) return null;
  // the page is always named, also while something around it is selected
  const isOnPage = page === undefined || isAt(page, pathId(around));
  return (
    <PathBar
      path={isInside && isOnPage ? around : pathOf(page ?? "")}
      whole={page ? words.whole : undefined}
      onWhole={views.whole}
      keyAt={(path) => placeOf(chart, path)?.node.key ?? path.at(-1) ?? ""}
      names={names}
      label={words.path}
      remark={opened ? words.fitsAt.replace("{level}", levelNames(words)[look.level]) : undefined}
      onSelect={(path) => {
        select({ kind: "state", path });
        const id = pathId(path);
        if (page && id !== page && page.startsWith(`${id}.`)) views.enter(id);
        else views.reveal(id, true);
      }}
    />
  );
}
