import { act } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { HandEdit } from "#core/run/play/play.ts";
import { startRun } from "#core/run/timeline/timeline.ts";
import { HandEditor } from "#app/panels/play/edit/HandEditor.tsx";
import { standing } from "#test/core/run/timeline/madeRun.ts";
import { mounted } from "#test/support/mounted.tsx";

/** The editor of a run whose context has a number, and what is applied. */
async function open() {
  const state = { graph: null, files: null, loaded: null, labelLanguage: "id", uiLanguage: "en" };
  const studio = { get: () => state, subscribe: () => () => undefined };
  const outcome = standing("start");
  const run = startRun("h", {}, { ...outcome, view: { ...outcome.view, context: { round: 1 } } });
  const applied: HandEdit[] = [];
  const session = {
    tryEdit: () => Promise.resolve(null),
    edit: (edit: HandEdit) => Promise.resolve(void applied.push(edit)),
  };
  const made = { session, state: { chart: null, busy: false } };
  const { show } = await mounted(studio);
  await show(
    <HandEditor
      view={made as unknown as Parameters<typeof HandEditor>[0]["view"]}
      run={run}
      onClose={() => undefined}
    />,
  );
  return applied;
}

test("what is no JSON is not applied, nor the value before it", async () => {
  const applied = await open();
  await act(async () => userEvent.click(page.getByRole("button", { name: "round" })));
  const field = page.getByRole("textbox");
  await act(async () => userEvent.fill(field, "2"));
  await act(async () => userEvent.fill(field, "2,"));

  const apply = page.getByRole("button", { name: "Make this step" });
  await act(async () => userEvent.click(apply));
  expect(applied).toEqual([]);

  await act(async () => userEvent.fill(field, "25"));
  await act(async () => userEvent.click(apply));
  expect(applied).toEqual([{ context: { round: 25 } }]);
});
