import { act } from "react";
import { expect, test } from "vitest";
import { useInspectorNews } from "#app/views/inspect/useInspectorNews.ts";
import type { InspectorNews } from "#core/project/inspectWire.ts";
import { mounted } from "#test/support/mounted.tsx";

test("however many news come, one look is on its way at a time, and what came last is shown", async () => {
  const answers: (() => Promise<void>)[] = [];
  let [apps, onNews] = [0, () => undefined as void];
  const inspector = {
    ask: () =>
      new Promise<InspectorNews>((done) => {
        const news = { address: "", asking: [], joined: 0, apps, traces: [] };
        answers.push(async () => act(async () => done(news)));
      }),
    watch: (listener: () => void) => {
      onNews = listener;
      return () => undefined;
    },
  };
  const Shown = () => useInspectorNews().news?.apps ?? "nothing yet";
  const { element, show } = await mounted({ store: { inspector } });

  await show(<Shown />);
  for (apps = 1; apps <= 1_000; apps++) onNews();
  apps = 7;
  const atOnce = answers.length;
  await answers[0]?.();
  await answers[1]?.();

  expect(atOnce).toBe(1);
  expect(answers.length).toBe(2);
  expect(element.textContent).toBe("7");
  onNews();
  expect(answers.length).toBe(3);
});
