import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "#app/kit/tokens.css";
import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import type { LiveOverlay, Look, Selection } from "#adapters/flow/canvasProps.ts";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import { pathOf } from "#core/chart/places.ts";
import { type Arrangement, NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { arrangementIn, parseArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { layoutKey } from "#core/layout/layoutFile.ts";
import { LEVELS } from "#core/layout/level.ts";
import { namesFrom } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";
import { canvasWords, controlWords } from "#test/adapters/flow/words.ts";

/**
 * A page to look at the canvas alone: `npx vite` and open /test/adapters/flow/preview/. Parameters: game, lang (id, en, ja,
 * zh-Hant), theme, level (map, flow, full), page (path), select (path), live (paths with commas), fold (paths with commas).
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

const started = performance.now();
const reading = readModule(
  files[`/machines/${game}.machine.ts`] ?? files[`/test/adapters/flow/preview/${game}.machine.ts`] ?? "",
);
const [chart] = reading.charts;
const labelText = files[`/rulesets/${game}/labels/${lang}.json`];
const labels = labelText ? (JSON.parse(labelText) as { labels: Record<string, string> }).labels : undefined;

/** Undefined lets the canvas decide by its size. */
function firstLook(): Look | undefined {
  const level = LEVELS.find((one) => one === query.get("level"));
  const page = query.get("page");
  if (!level && !page && !query.has("fold")) return undefined;
  return { level: level ?? "full", folded: list("fold"), ...(page ? { page } : {}) };
}

function Preview() {
  const [arrangement, setArrangement] = useState<Arrangement>(() =>
    chart
      ? arrangementIn(
          parseArrangement(files[`/machines/${game}.layout.json`] ?? "").file,
          layoutKey(chart.ref),
        )
      : NO_ARRANGEMENT,
  );
  const [selection, setSelection] = useState<Selection | undefined>(
    query.get("select") ? { kind: "state", path: pathOf(query.get("select") ?? "") } : undefined,
  );
  const [look, setLook] = useState(firstLook);
  const names = useMemo(() => namesFrom(labels, canvasWords), []);
  const live: LiveOverlay | undefined = useMemo(
    () =>
      query.get("live")
        ? { active: list("live"), taken: list("taken"), enabled: list("enabled"), visited: list("visited") }
        : undefined,
    [],
  );
  if (!chart) return <p>no machine</p>;
  return (
    <ChartCanvas
      chart={chart}
      arrangement={arrangement}
      consts={reading.consts}
      names={names}
      lang={lang === "id" ? "en" : lang}
      words={controlWords}
      theme={theme}
      selection={selection}
      live={live}
      look={look}
      stale={query.has("stale")}
      banner={
        query.has("stale") ? "The code has a syntax error: the graph shows the last good text." : undefined
      }
      onSelect={setSelection}
      onLook={setLook}
      onArrange={(compound, lines) =>
        setArrangement((now) => ({ ...now, compounds: { ...now.compounds, [compound]: lines } }))
      }
      onConnect={(source, target) => console.log("connect", source, target)}
      onRetarget={(ref, target) => console.log("retarget", ref, target)}
      onReparent={(path, parent) => console.log("reparent", path, parent)}
      onRename={(path, text) => console.log("rename", path, text)}
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
