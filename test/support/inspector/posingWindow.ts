import { Approvals, type Answer } from "#core/inspect/approvals.ts";
import { Inspection, wireOf } from "#core/inspect/inspection.ts";
import type { Link } from "#app/views/inspect/link.ts";
import { WindowSource } from "#app/views/inspect/WindowSource.ts";
import { draws } from "#test/support/dice.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";
import { APP_MESSAGES } from "#test/support/inspector/foreignMessages.ts";

const ORIGINS = ["http://localhost:5173", "http://localhost:9999", "https://far.example", "null"] as const;

/** A window as far as the inspector's page asks one. Its listeners are called at once, so that what they throw is seen. */
export class FakeWindow {
  readonly location = { origin: "http://127.0.0.1:4821" };
  readonly document = { visibilityState: "hidden" };
  opener: unknown = null;
  readonly parent: unknown = this;
  closed = false;
  readonly #listeners: ((event: unknown) => void)[] = [];

  get asWindow(): Window {
    return this as unknown as Window;
  }
  addEventListener(type: string, listener: (event: unknown) => void): void {
    if (type === "message") this.#listeners.push(listener);
  }
  removeEventListener(): void {}
  postMessage(): void {}
  hears(message: { readonly source: unknown; readonly origin: string; readonly data: unknown }): void {
    for (const listener of this.#listeners) listener(message);
  }
}

export interface PosingOutcome {
  readonly tried: number;
  /** What was thrown, or taken without a person's word. */
  readonly faults: readonly string[];
  readonly taken: number;
  readonly answers: number;
}

/**
 * A window that opened the inspector's page posts whatever a structured clone can bring, at changing origins, and so do windows that did not
 * open it. The person answers now and then. Nothing may be taken but what the opener says at an origin that was said yes to.
 */
export function posingWindow(seed: number, count: number): PosingOutcome {
  const random = draws(seed);
  const messages = foreignMessages(seed, APP_MESSAGES);
  const faults: string[] = [];
  let [taken, answers, tried] = [0, 0, 0];
  while (tried < count) {
    // Each page begins anew: one that refused stays so.
    const [page, app, other] = [new FakeWindow(), new FakeWindow(), new FakeWindow()];
    page.opener = app;
    const approvals = new Approvals({ read: () => undefined, write: () => undefined }, "start");
    const inspection = new Inspection();
    const links = new Map<string, Link>();
    const approved = new Set<string>();
    let origin = "";
    const source = new WindowSource({
      inspection,
      links,
      answerFor: (one) => approvals.answerFor(one, 0),
      changed: () => undefined,
      failed: ({ message }) => faults.push(`seed ${seed}: ${message}`),
      take(line, message, from, at = 0) {
        taken++;
        if (!approved.has(from)) faults.push(`seed ${seed}: taken from ${from}, which nobody allowed`);
        if (from !== origin && source.applicant)
          faults.push(`seed ${seed}: taken while another was asked about`);
        const wire = wireOf(message);
        if (wire && !inspection.app(line)) inspection.open(line, { wire, origin: from, at });
        inspection.receive(line, message, { origin: from, at });
      },
    });
    try {
      source.start(app.asWindow, page.asWindow);
      const length = Math.min(random.int(1, 400), count - tried);
      for (let i = 0; i < length; i++) {
        tried++;
        origin = random.chance(0.8) ? ORIGINS[0] : random.pick(ORIGINS);
        const from = random.chance(0.85) ? app : random.pick([other, page, null, {}]);
        const before = taken;
        const data = messages.cloned();
        page.hears({ source: from, origin, data });
        if (from !== app && taken !== before)
          faults.push(`seed ${seed}: taken from a window that is none of ours`);
        const { applicant } = source;
        if (applicant && random.chance(0.05)) {
          answers++;
          const answer = random.pick<Answer>(["yes", "yes", "no", "never"]);
          approvals.remember(applicant, answer, 0);
          if (answer === "yes") approved.add(applicant.origin);
          source.allow(answer === "yes");
        }
        if (random.chance(0.01)) source.greetAgain();
      }
    } catch (error) {
      faults.push(`seed ${seed}: ${error instanceof Error ? error.stack : typeof error}`);
    }
    app.closed = true;
    source.stop();
  }
  return { tried, faults: faults.slice(0, 100), taken, answers };
}
