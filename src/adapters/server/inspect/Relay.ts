import WebSocket from "ws";
import type { TellFailure } from "#core/diagnostic/failure.ts";
import {
  maxMessageBytes,
  type AppStage,
  type FromPage,
  type FromRelay,
  type InspectorCall,
  type InspectorNews,
  type RelayedApp,
} from "#core/project/inspectWire.ts";
import type { Store } from "#core/project/store.ts";
import { AppLine } from "#adapters/server/inspect/AppLine.ts";
import {
  keylessGivesWay,
  MAX_TRUSTED_PAGES,
  MAX_OUTGOING_APPS,
  roomForShown,
  roomForSilent,
  roomForWaiting,
  type Room,
} from "#adapters/server/inspect/crowd.ts";
import { placeOf } from "#adapters/server/inspect/origins.ts";
import { PageLine } from "#adapters/server/inspect/PageLine.ts";
import { Pairing } from "#adapters/server/inspect/Pairing.ts";
import { atMostEvery } from "#adapters/server/inspect/rate.ts";
import { sameText } from "#adapters/server/inspect/sameText.ts";

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
  /** Called for connections that were closed because of a limit or a fault of ours. */
  readonly failed: TellFailure;
}

/** Time between two messages to the studio that something changed, in ms: apps that come and go in haste must not keep its pages busy. */
const NEWS_INTERVAL_MS = 250;

/** Whether an app at that stage waits for a person's decision. */
const isApplicant = (stage: AppStage): boolean => stage === "waiting" || stage === "held";

/** Between apps that tell and pages that look on; and between a joined page and the studio. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #apps = new Map<number, AppLine>();
  readonly #pages = new Set<PageLine>();
  readonly #pairing: Pairing;
  readonly #changed: () => void;
  /** Games that are copies of foreign ones, as the studio said when it last joined a page: their code is as foreign to that page. */
  #copies: ReadonlySet<string> = new Set();
  /** Numbers that no earlier start gave: pages that stay open know their apps by them. */
  #next = Date.now();
  /** Sockets on their way to apps that listen. */
  readonly #reaches = new Set<WebSocket>();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#changed = atMostEvery(NEWS_INTERVAL_MS, options.changed);
    this.#pairing = new Pairing(this.#changed);
  }

  /** An app has come, and says nothing yet. There is always room: the line that is silent for longest gives way. */
  addApp(socket: WebSocket, origin: string | null): void {
    this.#makeRoom(roomForSilent(this.#lines));
    this.#add(socket, { stage: "silent", way: "in", origin });
  }
  /**
   * A page of ours has come. It hears nothing before it says hello with the key, or is joined. There is always room for it to say
   * so. @returns whether it is a person's, as it is then
   */
  addPage(socket: WebSocket): () => boolean {
    const keyless = [...this.#pages].filter((page) => !this.isTrusted(page));
    const givesWay = keylessGivesWay(keyless);
    if (givesWay) {
      this.#pages.delete(givesWay);
      givesWay.giveWay();
    }
    const page = new PageLine(socket, {
      onMessage: (pageLine, message) => this.#onMessage(pageLine, message),
      onClose: (pageLine) => {
        this.#pages.delete(pageLine);
        this.#pairing.part(pageLine);
      },
      failed: this.#options.failed,
    });
    this.#pages.add(page);
    return () => this.isTrusted(page);
  }
  /** Whether a page is a person's: it has the key, or was joined in the studio. */
  isTrusted = (page: PageLine): boolean => page.hasKey || this.#pairing.isJoined(page);

  news(): InspectorNews {
    const { codes, joined, traces } = this.#pairing;
    const isThere = ({ isOver, stage }: AppLine) => !isOver && (isApplicant(stage) || stage === "shown");
    const apps = this.#lines.filter(isThere).length;
    return { address: this.#options.address(), asking: codes, joined, apps, traces };
  }
  /** The studio says what the person decided. */
  answer(call: InspectorCall): InspectorNews {
    if (call.do === "join" && call.foreign) this.#copies = new Set(call.foreign);
    this.#pairing.answer(call);
    for (const page of this.#pages) this.#mayLook(page);
    return this.news();
  }

  close(): void {
    for (const app of this.#lines) app.drop();
    for (const page of this.#pages) page.drop();
    for (const socket of this.#reaches) socket.terminate();
  }

  get #lines(): readonly AppLine[] {
    return [...this.#apps.values()];
  }
  #tell(message: FromRelay): void {
    for (const page of this.#pages) if (page.looks) page.send(message);
  }
  /** @returns whether there is room, once whoever had to has given way */
  #makeRoom(room: Room<AppLine>): boolean {
    if (typeof room === "object") this.#drop(room.givesWay);
    return room !== "none";
  }
  #drop(line: AppLine): void {
    this.#apps.delete(line.app);
    this.#tell({ t: "dropped", app: line.app });
    line.giveWay();
  }

  #add(socket: WebSocket, from: Omit<RelayedApp, "app">): void {
    const app = this.#next++;
    const line = new AppLine({ app, ...from }, socket, {
      onIntroduction: () => this.#letAsk(line),
      onMessage: ({ text, at }) => this.#tell({ t: "message", app, text, at }),
      refused: (refused) => this.#tell({ t: "refused", app, refused }),
      closed: (code) => {
        // Of one that is neither shown nor waits little is kept that one could look at.
        if (line.stage !== "shown" && line.stage !== "waiting") this.#apps.delete(app);
        this.#tell({ t: "closed", app, code });
        this.#changed();
      },
      failed: this.#options.failed,
    });
    this.#apps.set(app, line);
    this.#tell({ t: "open", ...line.about() });
    this.#changed();
  }
  /** An app that introduced itself waits from now on: in a place of its own where there is one, else in that of a silent line, which it has. */
  #letAsk(line: AppLine): void {
    const room = roomForWaiting(this.#lines, line);
    if (room === "none") {
      if (line.stage !== "held") this.#changeStage(line, "held");
      return;
    }
    if (typeof room === "object" && room.givesWay.isOver) this.#drop(room.givesWay);
    else if (typeof room === "object") this.#changeStage(room.givesWay, "held");
    this.#changeStage(line, "waiting");
  }
  #changeStage(line: AppLine, stage: "held" | "waiting" | "shown"): void {
    line.become(stage);
    for (const page of this.#pages) if (page.looks) this.#introduce(page, line);
    this.#changed();
  }

  /** Tells a page of an app, and of one that is shown what it said so far. */
  #introduce(page: PageLine, line: AppLine): void {
    const { app } = line;
    page.send({ t: "open", ...line.about(page.isBehind) });
    for (const { text, at } of line.history) page.send({ t: "message", app, text, at });
    page.send({ t: "refused", app, refused: line.refused });
    if (line.ended !== undefined) page.send({ t: "closed", app, code: line.ended });
  }

  /** A page with the key, or one that was joined, hears apps, beginning with what they said before. */
  #mayLook(page: PageLine): void {
    const looks = this.isTrusted(page);
    if (page.looks === looks) return;
    const lookers = [...this.#pages].filter((pageLine) => pageLine.looks);
    if (looks && lookers.length >= MAX_TRUSTED_PAGES) {
      const givesWay = page.hasKey ? lookers.find(({ hasKey }) => !hasKey) : undefined;
      if (!givesWay) return page.giveWay();
      this.#pages.delete(givesWay);
      givesWay.giveWay();
    }
    page.looks = looks;
    page.send({ t: "hello", looks });
    if (!looks) return;
    // A page looks at what it hears of first: at an app that is still there.
    for (const line of this.#lines.toSorted((a, b) => Number(a.isOver) - Number(b.isOver)))
      this.#introduce(page, line);
  }
  /** A person's word about an app, by a page of theirs. */
  #approve(page: PageLine, app: number): void {
    const line = this.#apps.get(app);
    if (!page.looks || !line || (line.stage !== "refused" && !isApplicant(line.stage))) return;
    if (this.#makeRoom(roomForShown(this.#lines))) this.#changeStage(line, "shown");
    else page.send({ t: "crowded", app });
  }
  #refuse(page: PageLine, app: number): void {
    const line = this.#apps.get(app);
    if (!page.looks || !line || !isApplicant(line.stage)) return;
    line.silence();
    if (line.isOver) this.#apps.delete(app);
    this.#tell({ t: "open", ...line.about() });
    this.#changed();
  }

  #onMessage(page: PageLine, message: FromPage): void {
    switch (message.t) {
      case "hello": {
        page.hasKey ||= message.key !== undefined && sameText(message.key, this.#options.key);
        if (message.pass !== undefined) this.#pairing.joinAgain(page, message.pass);
        if (page.looks || !this.isTrusted(page)) page.send({ t: "hello", looks: page.looks });
        return this.#mayLook(page);
      }
      case "send":
        if (page.looks && message.text.length <= maxMessageBytes) {
          const line = this.#apps.get(message.app);
          if (line?.stage === "shown") line.send(message.text);
        }
        return;
      case "approve":
        return this.#approve(page, message.app);
      case "refuse":
        return this.#refuse(page, message.app);
      case "leave":
        if (page.looks) this.#apps.get(message.app)?.end();
        return;
      case "reach":
        if (page.looks) this.#reach(page, message.at);
        return;
      case "pair": {
        if (this.#pairing.isJoined(page)) return page.joined(this.#pairing.passOf(page));
        const code = this.#pairing.request(page);
        page.isPairing = code !== undefined;
        return page.send({
          t: "pairing",
          ...(code === undefined ? { state: "none" } : { state: "asked", code }),
        });
      }
      case "part":
        this.#pairing.part(page, true);
        page.send({ t: "pairing", state: "none" });
        return this.#mayLook(page);
      case "library":
      case "game":
        if (this.#pairing.isJoined(page)) void this.#give(page, message);
        return;
      case "hand": {
        const trace = this.#pairing.hand(page, message.trace);
        return page.send({ t: "handed", trace: trace ?? 0, state: trace === undefined ? "full" : "waiting" });
      }
    }
  }

  async #give(page: PageLine, message: FromPage & { readonly t: "library" | "game" }): Promise<void> {
    const { store } = this.#options;
    if (message.t === "library") {
      const games = await store.list().catch(() => []);
      const marked = games.map((game) => (this.#copies.has(game.id) ? { ...game, foreign: true } : game));
      page.send({ t: "library", games: marked });
      return;
    }
    const files = await store.read(message.game).catch(() => null);
    page.send({ t: "game", game: message.game, files });
  }

  /** Goes to an app that is a server itself, as XState 4's inspector is in Node. Only on this computer, and never to ourselves. */
  #reach(page: PageLine, at: string): void {
    const place = placeOf(at);
    const no = (why: "place" | "self" | "many" | "no-answer") => page.send({ t: "not-reached", at, why });
    if (!place) return no("place");
    if (this.#options.ownPorts().includes(place.port)) return no("self");
    const socket = new WebSocket(place.url, {
      handshakeTimeout: 3_000,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      followRedirects: false,
      autoPong: false,
    });
    // Listeners that take a connection and say nothing hold no more than these.
    const [longest] = this.#reaches;
    if (this.#reaches.size >= MAX_OUTGOING_APPS) longest?.terminate();
    this.#reaches.add(socket);
    const failed = () => no("no-answer");
    socket.once("close", () => this.#reaches.delete(socket));
    socket.once("error", failed);
    socket.once("open", () => {
      socket.off("error", failed);
      this.#reaches.delete(socket);
      if (this.#makeRoom(roomForShown(this.#lines)))
        return this.#add(socket, { stage: "shown", way: "out", origin: null, at });
      socket.on("error", () => undefined);
      socket.terminate();
      no("many");
    });
  }
}
