import { inspectPaths, type FromPage, type FromRelay } from "#core/project/inspectWire.ts";

export interface RelayListener {
  readonly opened: () => void;
  readonly said: (what: FromRelay) => void;
  readonly closed: () => void;
}
export interface RelayLine {
  ask(what: FromPage): void;
  close(): void;
}

/** The line to the relay that serves this page. It tells once that it is closed; whoever wants another one makes one. */
export function relayLine({ opened, said, closed }: RelayListener, at = location.href): RelayLine {
  const url = new URL(inspectPaths.pages, at);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  socket.addEventListener("open", opened);
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    // It is our own server: what it sends has the form of `FromRelay`.
    if (typeof data === "string") said(JSON.parse(data) as FromRelay);
  });
  socket.addEventListener("close", closed);
  return {
    ask(what) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
    },
    close() {
      socket.removeEventListener("close", closed);
      socket.close();
    },
  };
}
