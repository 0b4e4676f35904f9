import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "#app/tokens.css";
import { useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import type { LiveOverlay, Selection } from "#adapters/flow/canvasProps.ts";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import { pathOf } from "#core/chart/places.ts";
import { layoutKey, parseLayout, positionsIn, type Positions } from "#core/layout/layoutFile.ts";
import { completeLayout } from "#core/layout/completeLayout.ts";
import { planLayout } from "#core/layout/plan.ts";
import { elkEngine } from "#adapters/elk/elkEngine.ts";
import { namesFrom } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";
import { canvasWords, controlWords } from "#test/adapters/flow/words.ts";

/**
 * A page to look at the canvas alone: `npx vite` and open /test/adapters/flow/preview/. Parameters: game, lang (id, en, ja,
 * zh-Hant), theme, select (path), live (paths with commas), fold (paths with commas), view (x,y,zoom).
 */
const files = import.meta.glob<string>(
  ["/machines/*", "/rulesets/*/labels/*.json", "/test/adapters/flow/preview/*.machine.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const query = new URLSearchParams(location.search);
const game = query.get("game") ?? "haikyu-break";
const lang = query.get("lang") ?? "id";
const theme = query.get("theme") === "dark" ? "dark" : "light";
document.documentElement.dataset["theme"] = theme;
const list = (name: string) => new Set((query.get(name) ?? "").split(",").filter(Boolean));

const engine = elkEngine();
const started = performance.now();
const [chart] = readModule(
  files[`/machines/${game}.machine.ts`] ?? files[`/test/adapters/flow/preview/${game}.machine.ts`] ?? "",
).charts;
const labelText = files[`/rulesets/${game}/labels/${lang}.json`];
const labels = labelText ? (JSON.parse(labelText) as { labels: Record<string, string> }).labels : undefined;

function Preview() {
  const [positions, setPositions] = useState<Positions>(() =>
    chart
      ? positionsIn(parseLayout(files[`/machines/${game}.layout.json`] ?? "").layout, layoutKey(chart.ref))
      : {},
  );
  const [selection, setSelection] = useState<Selection | undefined>(
    query.get("select") ? { kind: "state", path: pathOf(query.get("select") ?? "") } : undefined,
  );
  const [folded, setFolded] = useState<ReadonlySet<string>>(list("fold"));
  const names = useMemo(() => namesFrom(labels, canvasWords), []);
  const live: LiveOverlay | undefined = useMemo(
    () =>
      query.get("live")
        ? { active: list("live"), taken: list("taken"), enabled: list("enabled"), visited: list("visited") }
        : undefined,
    [],
  );
  useEffect(() => {
    if (!chart) return;
    const plan = planLayout(chart, positions, names);
    if (plan.whole.length + plan.newcomers.length > 0)
      void completeLayout(chart, positions, [names], engine).then((found) => setPositions(found));
  }, [names, positions]);
  if (!chart) return <p>no machine</p>;
  return (
    <ChartCanvas
      chart={chart}
      positions={positions}
      names={names}
      lang={lang === "id" ? "en" : lang}
      words={controlWords}
      theme={theme}
      selection={selection}
      live={live}
      folded={folded}
      stale={query.has("stale")}
      banner={
        query.has("stale") ? "The code has a syntax error: the graph shows the last good text." : undefined
      }
      onSelect={setSelection}
      onFold={setFolded}
      onMoveNodes={(moved) => setPositions((now) => ({ ...now, ...moved }))}
      onConnect={(source, target) => console.log("connect", source, target)}
      onRetarget={(ref, target) => console.log("retarget", ref, target)}
      onReparent={(path, parent) => console.log("reparent", path, parent)}
      onRename={(path, text) => console.log("rename", path, text)}
      onTidyUp={() => void completeLayout(chart, {}, [names], engine).then((found) => setPositions(found))}
      ref={(handle) => {
        (window as unknown as Record<string, unknown>)["__canvas"] = handle;
      }}
    />
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(<Preview />);
requestAnimationFrame(() =>
  requestAnimationFrame(() =>
    console.log(`first picture after ${Math.round(performance.now() - started)} ms`),
  ),
);
