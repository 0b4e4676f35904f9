/** Characters of what an ended worker threw that the page hears: a machine may throw megabytes. */
const MAX_DEATH_CHARACTERS = 2_000;

/**
 * The sandbox frame's own script: it makes workers from the text that it is sent and passes messages through, both ways. A worker in which
 * something is thrown that nobody catches is ended by that: code that throws in a handler of an event can do so a million times.
 * A server that has a content security policy names its hash there, byte for byte: else Chromium does not run it.
 */
export const frameScript = `addEventListener("message", (event) => {
  const port = event.ports[0];
  if (!port || typeof event.data !== "string") return;
  const url = URL.createObjectURL(new Blob([event.data], { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onmessage = (m) => port.postMessage({ answer: m.data });
  worker.onerror = (e) => { e.preventDefault(); worker.terminate(); port.postMessage({ death: (e.message || "the worker could not be started").slice(0, ${MAX_DEATH_CHARACTERS}) }); };
  port.onmessage = (m) => { if (m.data === "end") { worker.terminate(); URL.revokeObjectURL(url); port.close(); } else worker.postMessage(m.data); };
  port.postMessage({ ready: true });
});`;
