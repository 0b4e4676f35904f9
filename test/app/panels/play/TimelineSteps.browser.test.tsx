import "#app/kit/app.css";
import "#app/kit/tokens.css";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { startWords } from "#app/i18n.ts";
import { RunSession } from "#app/play/RunSession.ts";
import { NO_RUN } from "#app/play/sessionState.ts";
import type { Stepping } from "#app/play/stepping/Stepping.ts";
import { TimelineSteps } from "#app/panels/play/TimelineSteps.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { way } from "#core/run/timeline/timeline.ts";
import { standing } from "#test/core/run/timeline/madeRun.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** As much of a studio as names of events and seats need. */
const studio = {
  get: () => ({ labelLanguage: "id", project: null, files: { files: new Map() } }),
  subscribe: () => () => undefined,
} as unknown as Studio;

const runOf = (length: number): Run => ({
  machineHash: "h",
  steps: Array.from({ length }, (_, id) => ({
    id,
    parent: id === 0 ? null : id - 1,
    do:
      id === 0
        ? { kind: "start" as const, input: {} }
        : { kind: "send" as const, event: { type: `EVENT_${id}` } },
    outcome: standing("a", { n: id }),
  })),
  cursor: 0,
  tip: length - 1,
});

async function shown(length: number) {
  await startWords("en");
  const place = document.createElement("div");
  place.style.cssText = "width:900px;height:170px;display:grid";
  document.body.append(place);
  const root = createRoot(place);
  const gone: number[] = [];
  const stepping = { go: ({ step }: { step: number }) => gone.push(step) } as unknown as Stepping;
  const session = new RunSession(() => Promise.reject(new Error("nothing is asked of a machine")));
  const run = runOf(length);
  const steps = way(run);
  const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 80)));
  const draw = async (cursor: number) => {
    await act(async () =>
      root.render(
        <StudioContext value={studio}>
          <TimelineSteps
            view={{ session, state: NO_RUN, playable: () => Promise.resolve(null) }}
            run={{ ...run, cursor }}
            steps={steps}
            at={cursor}
            refused={[{ after: 5000, event: { type: "NOPE" }, outcome: standing("a") }]}
            stepping={stepping}
          />
        </StudioContext>,
      ),
    );
    await settle();
  };
  await draw(0);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  const list = place.firstElementChild as HTMLElement;
  return { list, draw, gone, settle };
}

const texts = (list: HTMLElement) => [...list.querySelectorAll("li b")].map((one) => one.textContent);
const isInSight = (one: Element | null, list: HTMLElement) => {
  const [a, b] = [one?.getBoundingClientRect(), list.getBoundingClientRect()];
  return a !== undefined && a.left >= b.left - 1 && a.right <= b.right + 1;
};

test("of ten thousand steps few are in the page; the one that is looked at is in sight", async () => {
  const { list, draw, gone, settle } = await shown(10_000);
  expect(list.querySelectorAll("li").length).toBeLessThan(40);
  expect(texts(list)[1]).toBe("EVENT_1");

  for (const at of [9999, 5000, 0]) {
    await draw(at);
    expect(isInSight(list.querySelector('[aria-current="step"]'), list), `${at}`).toBe(true);
    expect(list.querySelectorAll("li").length).toBeLessThan(40);
    if (at === 5000)
      expect(texts(list)).toEqual(expect.arrayContaining(["EVENT_5000", "NOPE", "EVENT_5001"]));
  }

  // Scrolled by hand, the others come; the list is as long as all of them.
  expect(list.scrollWidth).toBeGreaterThan(10_000 * 150);
  list.scrollLeft = list.scrollWidth / 2;
  await settle();
  const middle = [...list.querySelectorAll("button")].find((one) => isInSight(one, list));
  expect(Number(/\d+/.exec(middle?.textContent ?? "")?.[0])).toBeGreaterThan(4000);
  middle?.click();
  expect(gone[0]).toBeGreaterThan(4000);
});

test("a short way is there as a whole", async () => {
  const { list } = await shown(60);
  expect(list.querySelectorAll("li").length).toBe(60);
});
