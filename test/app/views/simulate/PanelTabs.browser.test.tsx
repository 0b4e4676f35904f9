import { act } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PanelTabs } from "#app/views/simulate/PanelTabs.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import { mounted } from "#test/support/mounted.tsx";

test("the tabs have a name, one stop of the tab key, and are chosen by arrows, Home and End", async () => {
  const panels = ["play", "timeline", "replay"].map((id) => ({
    id,
    title: `simulate.${id}`,
    Content: () => <p>The panel {id}</p>,
  }));
  const { element, show } = await mounted();
  await show(<PanelTabs label="Panels" panels={panels} view={{} as SessionView} />);
  const tabs = () => [...element.querySelectorAll<HTMLElement>('[role="tab"]')];
  const press = (keys: string) => act(async () => userEvent.keyboard(keys));
  const chosen = () => {
    const [tab] = tabs().filter((one) => one.getAttribute("aria-selected") === "true");
    const panel = document.getElementById(tab?.getAttribute("aria-controls") ?? "");
    expect(panel?.getAttribute("role")).toBe("tabpanel");
    expect(document.activeElement).toBe(tab);
    return [tab?.textContent, panel?.textContent];
  };

  expect(page.getByRole("tablist", { name: "Panels" }).elements()).toHaveLength(1);
  await press("{Tab}{ArrowRight}");
  expect(chosen()).toEqual(["Timeline", "The panel timeline"]);
  expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  await press("{ArrowRight}");
  expect(chosen()).toEqual(["Replay a scenario…", "The panel replay"]);
  await press("{Home}");
  expect(chosen()).toEqual(["Play", "The panel play"]);
  await press("{End}");
  expect(chosen()).toEqual(["Replay a scenario…", "The panel replay"]);
  expect(page.getByRole("tabpanel", { name: "Replay a scenario…" }).elements()).toHaveLength(1);
});
