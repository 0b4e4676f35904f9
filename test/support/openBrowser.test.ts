import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { refusingProxy } from "#test/support/openBrowser.ts";

test("a browser that hangs up on the refusing proxy breaks nothing, and what it asked is noted", async () => {
  const asked: string[] = [];
  const proxy = await refusingProxy((what) => asked.push(what));
  const { port } = proxy.address() as AddressInfo;
  const broken: unknown[] = [];
  const note = (error: unknown) => broken.push(error);
  process.on("uncaughtException", note);

  for (let i = 0; i < 20; i++) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write("CONNECT fonts.example:443 HTTP/1.1\r\nHost: fonts.example\r\n\r\n");
    await once(proxy, "connect");
    socket.resetAndDestroy();
  }
  await wait(100);

  process.off("uncaughtException", note);
  proxy.closeAllConnections();
  proxy.close();
  expect(asked).toHaveLength(20);
  expect(broken).toEqual([]);
});
