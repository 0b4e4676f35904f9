import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "#app/kit/tokens.css";
import "#app/kit/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Approvals, type AnswerStore } from "#core/inspect/approvals.ts";
import { startMeta } from "#core/project/inspectWire.ts";
import { splitKey } from "#core/project/wire.ts";
import { InspectHub } from "#app/views/inspect/InspectHub.ts";
import type { StoredPass } from "#app/views/inspect/RelaySource.ts";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { InspectPage } from "#app/views/inspect/InspectPage.tsx";
import { Library } from "#app/views/inspect/Library.ts";
import { Recomputer } from "#app/views/inspect/Recomputer.ts";
import { Stops } from "#app/views/inspect/Stops.ts";
import { InspectContext } from "#app/views/inspect/useHub.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { firstLanguage, inspectWords, laterWords, startWords } from "#app/i18n.ts";

/** The key of the address leaves it at once, and stays for reloading with this tab alone. */
function takeKey(): string | undefined {
  const found = splitKey(location.hash);
  try {
    if (!found) return sessionStorage.getItem("turnwright.looks") ?? undefined;
    sessionStorage.setItem("turnwright.looks", found.key);
  } catch {
    /* storage is switched off: it lasts for this page */
  }
  history.replaceState(null, "", location.pathname);
  return found?.key;
}

const languageParameter = new URLSearchParams(location.search).get("language");
const stored = readPreference("theme");
const dark = stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.dataset["theme"] = dark ? "dark" : "light";

/** The pass of a page that was joined: it stays for reloading with this tab alone. */
const pass: StoredPass = {
  read: () => {
    try {
      return sessionStorage.getItem("turnwright.joined") ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (text) => {
    try {
      if (text === undefined) sessionStorage.removeItem("turnwright.joined");
      else sessionStorage.setItem("turnwright.joined", text);
    } catch {
      /* storage is switched off: it is joined again */
    }
  },
};

/** What the person said to apps: in this browser, for this start of the studio. */
const answersKey = "turnwright.apps";
const answers: AnswerStore = {
  read: () => {
    try {
      return localStorage.getItem(answersKey) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (text) => {
    try {
      localStorage.setItem(answersKey, text);
    } catch {
      /* storage is switched off: it lasts for this page */
    }
  },
};
const start = document.querySelector<HTMLMetaElement>(`meta[name="${startMeta}"]`)?.content ?? "";
const hub = new InspectHub(takeKey(), pass, new Approvals(answers, start));
addEventListener("storage", ({ key }) => {
  if (key === answersKey) hub.admission.readAgain();
});
const library = new Library(hub.relay);
const recomputer = new Recomputer();
library.subscribe(() => recomputer.keep(library.get().machines));
const inspecting = { hub, library, recomputer, stops: new Stops() };
// The studio stands at another address and keeps its preferences there: it says its language when it opens this page.
const language = firstLanguage(languageParameter ?? readPreference("language"), navigator.languages);
if (languageParameter !== null) writePreference("language", language);
await startWords(language);
await Promise.all([laterWords(language), inspectWords(language)]);
const root = document.getElementById("root");
if (!root) throw new Error("inspect.html has no #root");
hub.failures.watchPage(window);
createRoot(root, { onCaughtError: hub.failures.caught }).render(
  <StrictMode>
    <InspectContext value={inspecting}>
      <ErrorBoundary name="Turnwright">
        <InspectPage />
      </ErrorBoundary>
    </InspectContext>
  </StrictMode>,
);
hub.start();
void library.start();
