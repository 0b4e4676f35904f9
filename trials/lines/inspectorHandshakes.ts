import { servedInspector } from "#test/support/inspector/servedInspector.ts";
import { tryHandshakes } from "#test/support/inspector/upgradeMatrix.ts";
import type { Trial } from "../trial.ts";

export const inspectorHandshakes: Trial = {
  about: "WebSocket handshakes with the inspector's port: every mix of Host, Origin and path",
  async run({ seed, scale }) {
    const { port, studioPort, close } = await servedInspector();
    try {
      const { tried, allowed, faults } = await tryHandshakes(port, studioPort, {
        share: Math.min(1, scale),
        seed,
      });
      const figure = `${allowed} let in`;
      return [{ what: "handshakes", cases: tried, faults, figure, goal: "4,641 handshakes, 0 wrong" }];
    } finally {
      await close();
    }
  },
};
