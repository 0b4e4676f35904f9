import WebSocket from "ws";
import {
  maxMessageBytes,
  type FromPage,
  type InspectorCall,
  type InspectorNews,
  type RelayedApp,
} from "#core/project/inspectWire.ts";
import type { Store } from "#core/project/store.ts";
import { AppLine } from "#adapters/server/inspect/AppLine.ts";
import { placeOf } from "#adapters/server/inspect/origins.ts";
import { PageLine } from "#adapters/server/inspect/PageLine.ts";
import { Pairing } from "#adapters/server/inspect/Pairing.ts";
import { sameText } from "#adapters/server/inspect/sameText.ts";

const mostApps = 16;
const mostPages = 8;

export interface RelayOptions {
  /** Read, never written: only pages that are joined are given anything of it. */
  readonly store: Pick<Store, "list" | "read">;
  /** Lets a page look on. */
  readonly key: string;
  /** Ports of ours: an app is never looked for there. */
  readonly ownPorts: () => readonly number[];
  readonly address: () => string;
  /** Something that the studio shows changed. */
  readonly changed: () => void;
}

/** Between apps that tell and pages that look on; and between a joined page and the studio. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #apps = new Map<number, AppLine>();
  readonly #pages = new Set<PageLine>();
  readonly #pairing: Pairing;
  /** Games that are copies of foreign ones, as the studio said when it last joined a page: their code is as foreign to that page. */
  #copies: ReadonlySet<string> = new Set();
  /** Numbers that no earlier start gave: pages that stay open know their apps by them. */
  #next = Date.now();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#pairing = new Pairing(options.changed);
  }

  /** An app has come. @returns whether there is room for it */
  addApp(socket: WebSocket, origin: string | null): boolean {
    return this.#add(socket, { way: "in", origin });
  }
  /** A page of ours has come. It hears nothing before it says hello with the key, or is joined. */
  addPage(socket: WebSocket): boolean {
    if (this.#pages.size >= mostPages) return false;
    this.#pages.add(
      new PageLine(socket, {
        asked: (page, what) => this.#asked(page, what),
        gone: (page) => {
          this.#pages.delete(page);
          this.#pairing.part(page);
        },
      }),
    );
    return true;
  }

  news(): InspectorNews {
    const { asking, joined, traces } = this.#pairing;
    const apps = [...this.#apps.values()].filter(({ ended }) => ended === undefined).length;
    return { address: this.#options.address(), asking, joined, apps, traces };
  }
  /** The studio says what the person decided. */
  answer(call: InspectorCall): InspectorNews {
    if (call.do === "join" && call.foreign) this.#copies = new Set(call.foreign);
    this.#pairing.answer(call);
    for (const page of this.#pages) this.#mayLook(page);
    return this.news();
  }

  close(): void {
    for (const app of this.#apps.values()) app.drop();
    for (const page of this.#pages) page.drop();
  }

  #add(socket: WebSocket, from: Omit<RelayedApp, "app">): boolean {
    if (this.#apps.size >= mostApps) {
      // Those that have gone make room, the oldest first.
      const [gone] = [...this.#apps].find(([, { ended }]) => ended !== undefined) ?? [];
      if (gone === undefined) return false;
      this.#apps.delete(gone);
    }
    const about: RelayedApp = { app: this.#next++, ...from };
    const { app } = about;
    const all = (what: Parameters<PageLine["tell"]>[0]) => {
      for (const page of this.#pages) if (page.looks) page.tell(what);
    };
    this.#apps.set(
      app,
      new AppLine(about, socket, {
        said: (said) => all({ t: "message", app, ...said }),
        refused: (refused) => all({ t: "refused", app, refused }),
        closed: (code) => {
          all({ t: "closed", app, code });
          this.#options.changed();
        },
      }),
    );
    all({ t: "open", ...about });
    this.#options.changed();
    return true;
  }

  /** A page with the key, or one that was joined, hears apps, beginning with what they said before. */
  #mayLook(page: PageLine): void {
    const looks = page.hasKey || this.#pairing.isJoined(page);
    if (page.looks === looks) return;
    page.looks = looks;
    page.tell({ t: "hello", looks });
    if (!looks) return;
    // A page looks at what it hears of first: at an app that is still there.
    const isOver = ([, { ended }]: readonly [number, AppLine]) => Number(ended !== undefined);
    for (const [app, line] of [...this.#apps].toSorted((a, b) => isOver(a) - isOver(b))) {
      page.tell({ t: "open", ...line.about });
      for (const said of line.kept) page.tell({ t: "message", app, ...said });
      page.tell({ t: "refused", app, refused: line.refused });
      if (line.ended !== undefined) page.tell({ t: "closed", app, code: line.ended });
    }
  }

  #asked(page: PageLine, what: FromPage): void {
    switch (what.t) {
      case "hello": {
        page.hasKey ||= what.key !== undefined && sameText(what.key, this.#options.key);
        if (what.pass !== undefined) this.#pairing.joinAgain(page, what.pass);
        if (page.looks || !(page.hasKey || this.#pairing.isJoined(page)))
          page.tell({ t: "hello", looks: page.looks });
        return this.#mayLook(page);
      }
      case "send":
        if (page.looks && what.text.length <= maxMessageBytes) this.#apps.get(what.app)?.send(what.text);
        return;
      case "leave":
        if (page.looks) this.#apps.get(what.app)?.end();
        return;
      case "reach":
        if (page.looks) this.#reach(page, what.at);
        return;
      case "pair": {
        if (this.#pairing.isJoined(page)) return page.joined(this.#pairing.passOf(page));
        const code = this.#pairing.ask(page);
        return page.tell({ t: "pairing", ...(code ? { state: "asked", code } : { state: "none" }) });
      }
      case "part":
        this.#pairing.part(page, true);
        page.tell({ t: "pairing", state: "none" });
        return this.#mayLook(page);
      case "library":
      case "game":
        if (this.#pairing.isJoined(page)) void this.#give(page, what);
        return;
      case "hand": {
        const trace = this.#pairing.hand(page, what.trace);
        return page.tell({ t: "handed", trace: trace ?? 0, state: trace === undefined ? "full" : "waiting" });
      }
    }
  }

  async #give(page: PageLine, what: FromPage & { readonly t: "library" | "game" }): Promise<void> {
    const { store } = this.#options;
    if (what.t === "library") {
      const games = await store.list().catch(() => []);
      const marked = games.map((game) => (this.#copies.has(game.id) ? { ...game, foreign: true } : game));
      page.tell({ t: "library", games: marked });
      return;
    }
    const files = await store.read(what.game).catch(() => null);
    page.tell({ t: "game", game: what.game, files });
  }

  /** Goes to an app that is a server itself, as XState 4's inspector is in Node. Only on this computer, and never to ourselves. */
  #reach(page: PageLine, at: string): void {
    const place = placeOf(at);
    const no = (why: "place" | "self" | "many" | "no-answer") => page.tell({ t: "not-reached", at, why });
    if (!place) return no("place");
    if (this.#options.ownPorts().includes(place.port)) return no("self");
    const socket = new WebSocket(place.url, {
      handshakeTimeout: 3_000,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
    const failed = () => no("no-answer");
    socket.once("error", failed);
    socket.once("open", () => {
      socket.off("error", failed);
      if (!this.#add(socket, { way: "out", origin: null, at })) {
        socket.terminate();
        no("many");
      }
    });
  }
}
