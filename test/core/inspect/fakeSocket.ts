import { connect, type Connection, type ConnectOptions, type ConnectSocket } from "#core/inspect/connect.ts";

/** A socket whose other end is the test: what it sends, and what the inspector says to it. */
export class FakeSocket implements ConnectSocket {
  static readonly opened: FakeSocket[] = [];
  readyState = 1;
  isClosed = false;
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
  readonly url: string;
  told: (text: string) => void = () => {};

  constructor(url: string) {
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.told(text);
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    (this.onopen as () => void)();
  }

  say(message: unknown): void {
    (this.onmessage as (event: { data: string }) => void)({
      data: typeof message === "string" ? message : JSON.stringify(message),
    });
  }
}

/** Connects over a socket that is open at once. @param send what takes the texts that it sends */
export function connectTo(
  send: (text: string) => void,
  options: Partial<ConnectOptions> = {},
): { readonly connection: Connection; readonly socket: FakeSocket } {
  const connection = connect({ to: "ws://127.0.0.1:1/app", WebSocket: FakeSocket, ...options });
  const socket = FakeSocket.opened.at(-1) as FakeSocket;
  socket.told = send;
  socket.open();
  return { connection, socket };
}
