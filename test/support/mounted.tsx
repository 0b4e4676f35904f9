import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { laterWords, startWords } from "#app/i18n.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** A place on the page for components of the studio. */
export interface Mounted {
  readonly element: HTMLElement;
  /** Shows something there, in place of what was shown before. */
  readonly show: (what: ReactNode) => Promise<void>;
}

/**
 * A place that speaks English and lasts until the test is over.
 * @param studio as much of a studio as what is shown asks for; none when left out
 */
export async function mounted(studio?: object): Promise<Mounted> {
  await startWords("en");
  await laterWords("en");
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const within = (what: ReactNode) =>
    studio ? <StudioContext value={studio as unknown as Studio}>{what}</StudioContext> : what;
  return { element, show: (what) => act(async () => root.render(within(what))) };
}
