import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Connections of clients that have proved nothing to one server: without a request yet, with half a request, idle between two requests,
 * turned away, or being sent a file. A page and its reloads need fewer.
 */
export const MAX_CONNECTIONS = 128;

export interface Listening {
  readonly port: number;
  /** A connection of a client that has a place by other rules, or proved who it is. @param during until this answer is over; else for good */
  exempt(connection: Duplex, during?: ServerResponse): void;
  /** Whether a request of this connection is being answered. */
  isAnswering(connection: Duplex): boolean;
  /** Ends the server at once, whatever its connections are about. */
  close(): Promise<void>;
}

/**
 * Answers one request of a connection at a time, as browsers ask: who sends the next one before, is hung up on. Node would begin with all
 * of them at once, keep each answer until its turn comes, and never close those whose connection ended before.
 */
export const oneAtATime =
  (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    // An answer has the connection from the beginning, unless another one has it.
    if (response.socket) answer(request, response);
    else {
      // A client may have sent thousands of requests at once. For each that is still open when its connection closes, Node makes an error with
      // its stack. To destroy the request before its socket costs half of that.
      request.destroy();
      request.socket.destroy();
    }
  };

/**
 * Listens on the wanted port of a loopback address, else, when it is in use or may not be used, on a free one. Of too many connections those give
 * way first that request nothing, then those that do not read what they requested, always the one that has done so for longest: nobody
 * keeps others out by holding sockets open.
 */
export async function listen(server: Server, wantedPort: number, host: string): Promise<Listening> {
  const all = new Set<Duplex>();
  /** Those that are bounded, the longest unchanged first. */
  const bounded = new Set<Socket>();
  const answering = new Set<Socket>();
  server.on("connection", (socket) => {
    const [first] = bounded;
    if (first && bounded.size >= MAX_CONNECTIONS) {
      const connections = [...bounded];
      const givesWay =
        connections.find((connection) => !answering.has(connection)) ??
        connections.find(({ writableLength }) => writableLength > 0) ??
        first;
      bounded.delete(givesWay);
      givesWay.destroy();
    }
    all.add(socket);
    bounded.add(socket);
    socket.once("close", () => {
      all.delete(socket);
      bounded.delete(socket);
    });
  });
  server.on("request", ({ socket }: IncomingMessage, response) => {
    if (!response.socket) return;
    answering.add(socket);
    if (bounded.delete(socket)) bounded.add(socket);
    response.once("close", () => {
      answering.delete(socket);
      // It waits for another request from now on.
      if (bounded.delete(socket)) bounded.add(socket);
    });
  });
  await begin(server, wantedPort, host).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    await begin(server, 0, host);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    exempt(connection, during) {
      const socket = connection as Socket;
      bounded.delete(socket);
      during?.once("close", () => {
        if (!socket.destroyed) bounded.add(socket);
      });
    },
    isAnswering: (connection) => answering.has(connection as Socket),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        // Those that were upgraded, or refused to be, are not the server's any more.
        for (const socket of all) socket.destroy();
      }),
  };
}

const begin = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ port, host }, () => {
      server.off("error", fail);
      done();
    });
  });
