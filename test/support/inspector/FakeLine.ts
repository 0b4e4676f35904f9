import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import type { FromPage, FromRelay } from "#core/project/inspectWire.ts";

/** As much of a WebSocket of `ws` as the relay uses, with its other end in the hands of a test. Nothing here takes time. */
export class FakeLine extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  /** Whether the other end takes what it is sent. */
  reads = true;
  /** Messages that are kept of what the relay said. */
  keeps = Infinity;
  readonly received: string[] = [];
  isPaused = false;
  code: number | undefined;

  get asSocket(): WebSocket {
    return this as unknown as WebSocket;
  }
  get isOpen(): boolean {
    return this.readyState === this.OPEN;
  }
  /** What the other end heard, as a page reads it. */
  get heard(): readonly FromRelay[] {
    return this.received.map((text) => JSON.parse(text) as FromRelay);
  }

  // ---- What the relay does ----
  send(text: string): void {
    if (!this.reads) this.bufferedAmount += text.length;
    if (this.received.length < this.keeps) this.received.push(text);
  }
  pong(data: Buffer): void {
    if (!this.reads) this.bufferedAmount += data.length;
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(code = 1005): void {
    this.#end(code);
  }
  terminate(): void {
    this.#end(1006);
  }

  // ---- What the other end does ----
  says(text: string): void {
    if (this.isOpen) this.emit("message", Buffer.from(text), false);
  }
  asks(what: FromPage): void {
    this.says(JSON.stringify(what));
  }
  leaves(): void {
    this.#end(1001);
  }

  #end(code: number): void {
    if (!this.isOpen) return;
    this.readyState = 3;
    this.code = code;
    this.emit("close", code);
  }
}
