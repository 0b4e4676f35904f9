import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "#app/kit/tokens.css";
import "#app/kit/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openStore } from "#adapters/storage/openStore.ts";
import { lateDrafts } from "#app/studio/lateDrafts.ts";
import { firstLanguage, laterWords, startWords } from "#app/i18n.ts";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { App } from "#app/roof/App.tsx";
import { readPreference } from "#app/studio/preferences.ts";
import { readRoute } from "#app/studio/route.ts";
import { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";

const uiLanguage = firstLanguage(readPreference("language"), navigator.languages);
const stored = readPreference("theme");
const theme =
  stored === "light" || stored === "dark"
    ? stored
    : matchMedia("(prefers-color-scheme: dark)").matches
      ? "dark"
      : "light";
document.documentElement.dataset["theme"] = theme;

const [store] = await Promise.all([
  openStore(),
  startWords(uiLanguage).then(() =>
    // Other views than the graph say more from the beginning.
    readRoute(location.hash).view === "design" ? undefined : laterWords(uiLanguage),
  ),
]);
const studio = new Studio(store, lateDrafts(), { uiLanguage, theme });
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
studio.window.failures.watchPage(window);
createRoot(root, { onCaughtError: studio.window.failures.caught }).render(
  <StrictMode>
    <StudioContext value={studio}>
      <ErrorBoundary name="Turnwright">
        <App />
      </ErrorBoundary>
    </StudioContext>
  </StrictMode>,
);
void studio.start();
