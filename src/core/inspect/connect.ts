/**
 * `turnwright/connect`: shows a running app's XState actors to the inspector of Turnwright, over a window or a WebSocket. A file of its own
 * without imports: an app bundles all of it. The protocol is in docs/formats.md ("What a connected app sends").
 *
 * Messages go to one origin only, that of `to`, and are taken from there only. The other side may do nothing but ask for the stream again, unless
 * `allow` says more.
 */
export interface ConnectOptions {
  /** The inspector: its page (`http://127.0.0.1:4821/inspect`) or its socket (`ws://127.0.0.1:4821/app`). */
  readonly to: string;
  /** The window that the page is in, such as `iframe.contentWindow`, `opener` or `parent`. Left out: a window is opened. */
  readonly window?: ConnectWindow | null;
  /** Where there is no global `WebSocket`: that of the package `ws`. */
  readonly WebSocket?: new (url: string) => ConnectSocket;
  readonly name?: string;
  /** Send the context whole with each step, and not what changed. */
  readonly whole?: boolean;
  /** Messages that are kept for an inspector that comes later; then actors begin where they stand. Default 5,000. */
  readonly keep?: number;
  readonly allow?: ConnectAllow;
}

export interface ConnectAllow {
  /** Give an actor's persisted snapshot. */
  readonly read?: boolean;
  /** Send events, those of XState's own excepted. */
  readonly send?: boolean;
  /** An actor cannot be set back: the app starts one from the snapshot. */
  readonly restore?: (snapshot: unknown, actor: ConnectActor) => void;
}

/** What `createActor(machine, { inspect })` takes, and when the connection is over. */
export interface Connection {
  /** For `createActor(machine, { inspect: connection.inspect })`. */
  readonly inspect: (event: unknown) => void;
  /** Shows an actor that runs already, and those it starts from now on (XState 5). */
  readonly attach: (actor: ConnectActor) => void;
  readonly close: () => void;
}

/** An actor of XState 5 or 6, as far as it is used here. */
export interface ConnectActor {
  readonly sessionId: string;
  readonly id: string;
  send(event: never): void;
  getSnapshot(): unknown;
  getPersistedSnapshot(): unknown;
  readonly system?: unknown;
}
export interface ConnectWindow {
  postMessage(message: unknown, origin: string): void;
}
export interface ConnectSocket {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
}

// Foreign values of two versions: each is checked where it is read.
// oxlint-disable-next-line no-explicit-any
type Any = any;

export function connect({ to, allow = {}, keep = 5000, ...options }: ConnectOptions): Connection {
  const run = `${Math.random()}`;
  const verbs = ["read", "send", "restore"];
  const actors = new Map<string, Any>();
  /** By actor: its context as it was reported last. */
  const sent = new Map<string, Record<string, string>>();
  let messages: Any[] = [];
  let n = 0;
  let post: ((message: Any) => void) | undefined;

  const headed = (type: string, message: Any) => ({
    type: `turnwright.${type}`,
    version: 1,
    run,
    n,
    ...message,
  });
  const tell = (type: string, message: Any) => {
    n++;
    messages.push(headed(type, message));
    post?.(messages.at(-1));
    if (messages.length <= keep + actors.size * 2) return;
    // Too much to keep: whoever comes from now on sees the actors from where they stand.
    messages = [];
    for (const ref of actors.values()) present(ref, true);
  };
  /** Says who is here, and everything from the start. */
  const greet = () => {
    const allows = verbs.filter((verb) => (allow as Any)[verb]);
    post?.(headed("app", { name: options.name, allows }));
    messages.forEach((message) => post?.(message));
  };

  const snapshotOf = (session: string, snapshot: Any) => {
    const view = standing(snapshot);
    if (!snapshot.context) return view;
    const before = options.whole ? undefined : sent.get(session);
    const { texts, set } = changed(snapshot.context, before);
    sent.set(session, texts);
    const unset = Object.keys({ ...before }).filter((field) => !(field in texts));
    return { ...view, ...(before ? { set, unset } : { context: set }) };
  };
  const present = (ref: Any, again?: boolean) => {
    const session = ref.sessionId;
    const config = (ref.logic ?? ref.src)?.config;
    actors.set(session, ref);
    sent.delete(session);
    tell("actor", {
      session,
      parent: ref._parent?.sessionId,
      name: ref.id === session ? config?.id : ref.id,
      definition: config && plain(config),
      again,
      snapshot: again && snapshotOf(session, ref.getSnapshot()),
    });
  };
  const step = (session: string, event: Any, snapshot: Any, steps?: Any[], done?: Any[]) => {
    tell("step", {
      session,
      event: plain(event),
      microsteps: steps,
      actions: done,
      snapshot: snapshotOf(session, snapshot),
    });
    if (snapshot.status === "active") return;
    actors.delete(session);
    sent.delete(session);
  };
  const inspect = safely(onlooker(tell, present, step));

  /** What the inspector asks. Anything else is not heard. */
  const hear = (message: Any) => {
    if (message?.type === "turnwright.hello") return greet();
    const verb = verbs.find((item) => message?.type === `turnwright.${item}`);
    if (!verb) return;
    post?.(headed("answer", answerTo(verb, message, actors.get(message.session), allow)));
  };

  const bye = () => tell("bye", {});
  const line: Line = { via: (next) => (post = next), greet, hear, bye };
  const stop = to.startsWith("ws")
    ? overSocket(to, options.WebSocket, line)
    : overWindow(to, options.window, line);
  return {
    inspect,
    attach(actor) {
      (actor.system as Any)?.inspect?.(inspect);
      const visit = (ref: Any) => {
        present(ref, true);
        Object.values({ ...ref.getSnapshot()?.children }).forEach(visit);
      };
      visit(actor);
    },
    close() {
      bye();
      post = undefined;
      stop();
    },
  };
}

/** What cannot be reported, or is requested in a strange way, must not stop the app. */
const safely =
  (work: (given: Any) => void) =>
  (given: Any): void => {
    try {
      work(given);
    } catch (error) {
      (globalThis as Any).console.warn("turnwright/connect", error);
    }
  };

/** Hears what XState says of its actors, and gathers what belongs to one step. */
function onlooker(
  tell: (type: string, message: Any) => void,
  present: (ref: Any) => void,
  step: (session: string, event: Any, snapshot: Any, steps?: Any[], done?: Any[]) => void,
): (inspection: Any) => void {
  const microsteps = new Map<string, Any[]>();
  const actions = new Map<string, Any[]>();
  return ({ type, actorRef: ref, event, sourceRef, snapshot, ...inspection }) => {
    if (!ref) return;
    const session = ref.sessionId;
    const note = (notes: Map<string, Any[]>, transition: Any) =>
      notes.set(session, [...(notes.get(session) ?? []), transition]);
    const tellEvent = () => tell("event", { session, source: sourceRef?.sessionId, event: plain(event) });
    if (type === "@xstate.actor") present(ref);
    else if (type === "@xstate.event") tellEvent();
    else if (type === "@xstate.action") note(actions, actionOf(inspection.action));
    else if (type === "@xstate.microstep") {
      const taken = inspection._transitions.map(takenOf);
      const drove = taken[0]?.event === "" ? "" : event.type;
      note(microsteps, { event: drove, taken, value: plain(snapshot.value) });
    } else if (type === "@xstate.snapshot") {
      const none = snapshot.value && [];
      step(session, event, snapshot, microsteps.get(session) ?? none, actions.get(session));
      microsteps.delete(session);
      actions.delete(session);
    } else if (inspection.microsteps) {
      // XState 6 tells a step with all that it took in one.
      tellEvent();
      const steps = inspection.microsteps.map((microstep: Any) => ({
        event: microstep.eventType,
        taken: [takenOf(microstep)],
      }));
      step(session, event, snapshot, steps, inspection.actions?.map(actionOf));
    }
  };
}

/** Where messages go, and what is done with those that come. */
interface Line {
  readonly via: (post?: (message: Any) => void) => void;
  readonly greet: () => void;
  readonly hear: (message: Any) => void;
  /** Says that the app, or its page, is left. */
  readonly bye: () => void;
}

/** @returns what ends it */
function overSocket(to: string, Socket: ConnectOptions["WebSocket"], { via, greet, hear }: Line): () => void {
  const scope = globalThis as Any;
  let isOver = false;
  let socket: ConnectSocket;
  const open = () => {
    socket = new (Socket ?? scope.WebSocket)(to);
    socket.onopen = () => {
      via((message) => socket.send(JSON.stringify(message)));
      greet();
    };
    socket.onmessage = safely(({ data }) => hear(JSON.parse(data)));
    socket.onerror = () => {};
    socket.onclose = (end: Any) => {
      via();
      // A message was too large (1009): it would be again.
      if (!isOver && end?.code !== 1009) scope.setTimeout(open, 2000).unref?.();
    };
  };
  open();
  return () => {
    isOver = true;
    socket.close();
  };
}

/** Says nothing before that one window at that one origin has said hello. @returns what ends it */
function overWindow(to: string, given: ConnectOptions["window"], { via, hear, bye }: Line): () => void {
  const scope = globalThis as Any;
  const { origin } = new scope.URL(to);
  const target = given ?? scope.open(to, "turnwright");
  const listen = safely(({ source, origin: from, data }) => {
    if (!target || source !== target || from !== origin) return;
    via((message) => target.postMessage(message, origin));
    hear(data);
  });
  scope.addEventListener("message", listen);
  scope.addEventListener("pagehide", bye);
  return () => {
    scope.removeEventListener("message", listen);
    scope.removeEventListener("pagehide", bye);
  };
}

/** Does what the inspector asks, as far as the app allows it. */
function answerTo(verb: string, { session, ask, event, snapshot }: Any, ref: Any, allow: Any): Any {
  const answer: Any = { ask, session };
  try {
    if (!allow[verb]) answer.refused = "not-allowed";
    else if (!ref) answer.refused = "unknown-actor";
    else if (verb === "read") answer.snapshot = plain(ref.getPersistedSnapshot());
    else if (verb === "restore") allow.restore(snapshot, ref);
    else if (typeof event?.type !== "string" || /^(@?xstate\.|\*?$)/.test(event.type))
      answer.refused = "reserved";
    else ref.send(event);
  } catch (error) {
    // What throws again when it is converted to text is not reported: `safely` catches it.
    answer.refused = String(error);
  }
  return answer;
}

/** A snapshot without its context. */
function standing({ status, value, historyValue, tags, children, output, error }: Any): Any {
  const history: Any = {};
  const ids: Any = {};
  for (const id in children) ids[id] = 1;
  for (const id in historyValue) history[id] = historyValue[id].map?.((node: Any) => node.id);
  return {
    ...plain({ status, value, output, error }),
    tags: tags?.has ? [...tags] : Object.keys({ ...tags }),
    children: ids,
    historyValue: history,
  };
}

/** The fields of a context as texts, and those that differ from before. Values may be changed in place: only their text can tell. */
function changed(context: Any, before: Record<string, string> = {}) {
  const texts: Record<string, string> = {};
  const set: Any = {};
  for (const field in context) {
    if (context[field] === undefined) continue;
    const text = (texts[field] = JSON.stringify(plain(context[field])));
    if (text !== before[field]) set[field] = JSON.parse(text);
  }
  return { texts, set };
}

const actionOf = ({ type, params }: Any) => ({ type, params: plain(params) });

const takenOf = (transition: Any) => {
  const { source, target, eventType, guard } = transition;
  const candidates = eventType ? source.transitions?.get?.(eventType) : source.always;
  return {
    source: source.path,
    event: eventType,
    index: candidates?.indexOf?.(transition),
    targets: target?.map?.((node: Any) => node.path),
    guard: guard?.type ?? guard?.name ?? guard,
  };
};

/** A value as JSON: functions by name, circles by a mark. */
function plain(value: Any): Any {
  const around: Any[] = [];
  return JSON.parse(
    JSON.stringify(value, function (this: Any, _, part) {
      if (typeof part === "function") return { type: part.name };
      if (typeof part === "bigint") return Number(part);
      if (Object(part) !== part) return part;
      // An error has nothing that JSON would take.
      if (part instanceof Error) part = { message: `${part}`, stack: part.stack };
      while (around.length && around.at(-1) !== this) around.pop();
      if (around.includes(part)) return "[Circular]";
      around.push(part);
      return part;
    }) ?? "null",
  );
}
