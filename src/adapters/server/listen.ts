import type { Server } from "node:http";

/** Listens on the wanted port of a loopback address, else, when it is in use or may not be used, on a free one. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await begin(server, port, host).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    await begin(server, 0, host);
  });
}

const begin = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ port, host }, () => {
      server.off("error", fail);
      done();
    });
  });
