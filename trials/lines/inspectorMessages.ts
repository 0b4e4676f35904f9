import { foreignInspectorMessages } from "#test/support/inspector/foreignMessages.ts";
import { flood } from "#test/support/inspector/flood.ts";
import type { Trial } from "../trial.ts";

const COUNT = 100_000;

/** With `--scale 100` this is the hour of ten million messages. */
export const inspectorMessages: Trial = {
  about:
    "random values and bytes into /page and /app of the inspector's port, in memory and over real sockets to a server of its own",
  async run({ seed, scale, say }) {
    const count = Math.max(1, Math.round(COUNT * scale));
    // In parts, so that no list of faults grows without a bound and progress is seen.
    const part = 100_000;
    const faults: string[] = [];
    let introduced = 0;
    for (let done = 0; done < count; done += part) {
      const outcome = await foreignInspectorMessages(seed + done, Math.min(part, count - done));
      faults.push(...outcome.faults);
      introduced += outcome.introduced;
      if (count > part) say(`  ${Math.min(count, done + part)} of ${count} messages in memory`);
    }
    const flooded = await flood({ seed, count, say });
    return [
      {
        what: "messages into the handlers, in memory",
        cases: count,
        faults,
        figure: `${introduced} read as of a known wire`,
        goal: "0 throws, 0 unhandled",
      },
      {
        what: "messages over sockets to a server",
        cases: flooded.sent,
        faults: flooded.faults,
        figure: flooded.figure,
        goal: "0 exits; a page of the person and an app are served after it",
      },
    ];
  },
};
