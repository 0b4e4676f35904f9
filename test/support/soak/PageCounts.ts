import type { CDPSession, Page } from "playwright";

/** What a page holds after a collection of its garbage. */
export interface Counts {
  /** DOM nodes that are alive, in the document or detached from it. */
  readonly nodes: number;
  /** Elements of the document, those inside shadow roots excepted. */
  readonly elements: number;
  readonly listeners: number;
  /** The page's own frame among them. */
  readonly frames: number;
  /** Of JavaScript, in megabytes. */
  readonly heap: number;
}

/** How often garbage is collected before anything is counted: what a finaliser or a weak reference lets go is freed by the next one. */
const COLLECTIONS = 3;
/** Between two collections, in milliseconds: finalisers and what React puts off run then. */
const REST = 150;

/** Counts what a page keeps alive, by the protocol of its debugger: it holds no node itself. */
export class PageCounts {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<PageCounts> {
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.enable");
    await session.send("Performance.enable");
    return new PageCounts(page, session);
  }

  async collect(): Promise<void> {
    for (let i = 0; i < COLLECTIONS; i++) {
      await this.#session.send("HeapProfiler.collectGarbage");
      await this.#page.waitForTimeout(REST);
    }
  }

  async take(): Promise<Counts> {
    await this.collect();
    const elements = await this.#page.evaluate(() => document.querySelectorAll("*").length);
    const { nodes, jsEventListeners } = await this.#session.send("Memory.getDOMCounters");
    const { usedSize } = await this.#session.send("Runtime.getHeapUsage");
    return {
      nodes,
      elements,
      listeners: jsEventListeners,
      frames: this.#page.frames().length,
      heap: usedSize / 1e6,
    };
  }

  /** The heap as DevTools saves it; `HeapGraph` reads it. */
  async snapshot(): Promise<string> {
    const chunks: string[] = [];
    const hear = ({ chunk }: { chunk: string }) => chunks.push(chunk);
    this.#session.on("HeapProfiler.addHeapSnapshotChunk", hear);
    await this.#session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    this.#session.off("HeapProfiler.addHeapSnapshotChunk", hear);
    return chunks.join("");
  }
}
