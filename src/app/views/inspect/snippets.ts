import { inspectPaths } from "#core/project/inspectWire.ts";

/** Packages with which an app tells what happens in it, and ways in which it reaches us. */
export const packages = ["@statelyai/inspect", "@xstate/inspect", "turnwright/connect"] as const;
export const ways = ["window", "frame", "socket"] as const;
export type Package = (typeof packages)[number];
export type Way = (typeof ways)[number];

/** What to type in the app. @param origin of the inspector */
export function snippet(packageName: Package, way: Way, origin: string): string {
  const page = `${origin}${inspectPaths.page}`;
  const socket = `${origin.replace("http", "ws")}${inspectPaths.apps}`;
  switch (packageName) {
    case "@statelyai/inspect":
      return stately(way, page, socket);
    case "@xstate/inspect":
      return xstate4(way, page);
    case "turnwright/connect":
      return connect(way, page, socket);
  }
}

function stately(way: Way, page: string, socket: string): string {
  const make =
    way === "socket"
      ? `const { inspect } = createWebSocketInspector({ url: "${socket}" });`
      : `const { inspect } = createBrowserInspector({
  url: "${page}",${way === "frame" ? `\n  iframe: document.querySelector("iframe"),` : ""}
  serializationDepthLimit: 100, // else values beside the tenth key are cut off
  maxDeferredEvents: 5000,
});`;
  const name = way === "socket" ? "createWebSocketInspector" : "createBrowserInspector";
  return `// npm install @statelyai/inspect   (XState 5)
import { ${name} } from "@statelyai/inspect";
import { createActor } from "xstate";

${make}
const actor = createActor(machine, { inspect });
actor.start();`;
}

function xstate4(way: Way, page: string): string {
  if (way === "socket")
    return `// npm install @xstate/inspect ws   (XState 4, in Node; type localhost:8888 below)
import { inspect } from "@xstate/inspect/lib/server";
import { WebSocketServer } from "ws";
import { interpret } from "xstate";

inspect({ server: new WebSocketServer({ host: "127.0.0.1", port: 8888 }) });
interpret(machine, { devTools: true }).start();`;
  return `// npm install @xstate/inspect   (XState 4)
import { inspect } from "@xstate/inspect";
import { interpret } from "xstate";

inspect({
  url: "${page}",
  iframe: ${way === "frame" ? `() => document.querySelector("iframe[data-xstate]")` : "false"},
});
interpret(machine, { devTools: true }).start();`;
}

function connect(way: Way, page: string, socket: string): string {
  const frame = `const frame = document.querySelector("iframe");
frame.src = "${page}";
`;
  const inNode = way === "socket";
  return `// npm install turnwright${inNode ? " ws" : ""}   (XState 5)
import { connect } from "turnwright/connect";
${
  inNode
    ? `import WebSocket from "ws"; // Node 20 has none of its own; leave both out in browsers and from Node 22 on
`
    : ""
}import { createActor } from "xstate";

${way === "frame" ? frame : ""}const { inspect } = connect({
  to: "${way === "socket" ? socket : page}",${way === "frame" ? "\n  window: frame.contentWindow," : ""}${inNode ? "\n  WebSocket," : ""}
  name: "My game",
  allow: { send: true }, // events may come back; left out, nothing may
});
const actor = createActor(machine, { inspect });
actor.start();`;
}
