import { randomBytes, randomInt } from "node:crypto";
import { maxTraceChars, type HandedTrace, type InspectorCall } from "#core/project/inspectWire.ts";
import { sameText } from "#adapters/server/inspect/sameText.ts";

/** Pairing codes that a person is shown at once. The person's own request is the newest, so the oldest is dropped, those without the key first. */
const MAX_PAIRING_CODES = 8;
/** Traces that wait for the studio: a person hands over one at a time. */
const MAX_TRACES = 20;
/** Passes that stay valid: those of the pages that joined last, one for each tab (`MAX_TRUSTED_PAGES`). */
const MAX_PASSES = 32;

/** What a page hears of its pairing. */
export interface PairedPage {
  readonly hasKey: boolean;
  /** @param pass with which it is joined again when it is reloaded */
  joined(pass: string | undefined): void;
  refused(): void;
  settled(trace: number, state: "taken" | "declined"): void;
}

/**
 * Which pages the person has joined to the studio. A page asks and is given a code, which it shows; the studio lists the codes; the
 * person joins the one that stands on the page. A page that nobody joined gets nothing and can hand over nothing.
 */
export class Pairing {
  readonly #codes = new Map<PairedPage, string>();
  readonly #joined = new Map<PairedPage, string>();
  /** Of pages that were joined, and may have been reloaded. They end with this start of the studio. */
  readonly #passes = new Set<string>();
  readonly #traces = new Map<number, HandedTrace & { readonly from: PairedPage }>();
  readonly #changed: () => void;
  #next = 1;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get codes(): readonly string[] {
    return [...this.#codes.values()];
  }
  get joined(): number {
    return this.#joined.size;
  }
  get traces(): readonly (HandedTrace & { readonly trace: number })[] {
    return [...this.#traces].map(([trace, { from: _, ...handed }]) => ({ trace, ...handed }));
  }

  isJoined = (page: PairedPage): boolean => this.#joined.has(page);

  /** The code that the page shows. When too many ask, one is refused: undefined where that is the page itself, because all others have the key. */
  request(page: PairedPage): string | undefined {
    const known = this.#codes.get(page);
    if (known !== undefined) return known;
    if (this.#codes.size >= MAX_PAIRING_CODES) {
      const pages = [...this.#codes.keys()];
      const givesWay = pages.find(({ hasKey }) => !hasKey) ?? (page.hasKey ? pages[0] : undefined);
      if (!givesWay) return undefined;
      this.#codes.delete(givesWay);
      givesWay.refused();
    }
    let code: string;
    do code = String(randomInt(1_000_000)).padStart(6, "0");
    while (this.codes.includes(code));
    this.#codes.set(page, code);
    this.#changed();
    return code;
  }

  passOf = (page: PairedPage): string | undefined => this.#joined.get(page);

  /** A page that was joined comes back, reloaded in its tab, which kept its pass. Another pass does nothing. */
  joinAgain(page: PairedPage, pass: string): void {
    const known = [...this.#passes].find((stored) => sameText(stored, pass));
    if (known === undefined || this.isJoined(page)) return;
    this.#joined.set(page, known);
    page.joined(known);
    this.#changed();
  }

  /** A page goes, or (`forGood`) is to be on its own again. What it handed over stays. */
  part(page: PairedPage, forGood = false): void {
    const pass = this.passOf(page);
    if (forGood && pass !== undefined) this.#passes.delete(pass);
    const was = this.#codes.delete(page);
    if (this.#joined.delete(page) || was) this.#changed();
  }

  /** @returns the name of the trace; undefined when too many wait already, or it is too long */
  hand(page: PairedPage, { game, machine, scenario }: HandedTrace): number | undefined {
    if (!this.isJoined(page) || this.#traces.size >= MAX_TRACES || scenario.length > maxTraceChars)
      return undefined;
    const trace = this.#next++;
    this.#traces.set(trace, { game, ...(machine === undefined ? {} : { machine }), scenario, from: page });
    this.#changed();
    return trace;
  }

  /** What the studio says, on the word of the person. */
  answer(call: InspectorCall): void {
    switch (call.do) {
      case "look":
        return;
      case "join":
      case "refuse":
        return this.#settle(call.code, call.do === "join");
      case "part":
        this.#passes.clear();
        for (const page of this.#joined.keys()) {
          this.part(page, true);
          page.refused();
        }
        return;
      case "take":
      case "decline": {
        const trace = this.#traces.get(call.trace);
        if (!this.#traces.delete(call.trace)) return;
        trace?.from.settled(call.trace, call.do === "take" ? "taken" : "declined");
        return this.#changed();
      }
    }
  }

  #settle(code: string, join: boolean): void {
    const [page] = [...this.#codes].find(([, theirs]) => theirs === code) ?? [];
    if (!page) return;
    this.#codes.delete(page);
    if (join) {
      const pass = randomBytes(24).toString("base64url");
      this.#passes.add(pass);
      const [oldest] = this.#passes;
      if (this.#passes.size > MAX_PASSES && oldest !== undefined) this.#passes.delete(oldest);
      this.#joined.set(page, pass);
      page.joined(pass);
    } else page.refused();
    this.#changed();
  }
}
