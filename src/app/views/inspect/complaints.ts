import type { Session } from "#core/inspect/session.ts";
import { refusalCounts } from "#app/views/inspect/refusalCounts.ts";
import { strangeLinks } from "#app/views/inspect/link.ts";
import type { HubView } from "#app/views/inspect/InspectHub.ts";
import { isOpaque } from "#app/views/inspect/source.machine.ts";

/** Something that keeps an app, or a part of what it says, from being seen. */
export interface Complaint {
  readonly code:
    | "asks"
    | "crowded"
    | "broken"
    | "locked"
    | "other-key"
    | "silent"
    | "left"
    | "closed"
    | "refused"
    | "opaque"
    | "nobody"
    | "gone"
    | "strange"
    | "too-large"
    | "too-fast"
    | "version"
    | "not-taken"
    | "idle"
    | "cut"
    | "middle";
  readonly facts: Readonly<Record<string, string | number>>;
  /** What it sums up: the reasons and how often, under `inspect.refusal`. */
  readonly list?: readonly (readonly [string, number])[];
}

/** Reasons that have a complaint of their own. */
const OWN_COMPLAINTS: ReadonlySet<string> = new Set(["too-large", "too-fast", "rate", "other-version"]);

/** How long an event may wait for the snapshot that it led to, in ms, before something is wrong. */
const MAX_HELD_MS = 2_000;
const isWaitingLong = ({ steps, wire }: Session, now: number): boolean => {
  const last = steps.at(-1);
  return wire === "stately" && last !== undefined && !last.after && !last.lost && now - last.at > MAX_HELD_MS;
};

/** What the doctor finds, the worst first. */
export function complaints(
  view: Pick<HubView, "apps" | "links" | "source" | "relay" | "counts"> &
    Partial<Pick<HubView, "hasKey" | "applicants" | "isCrowded">>,
  sessionOf: (key: string) => Session | undefined,
  now: number,
): readonly Complaint[] {
  const found: Complaint[] = [];
  const say = (code: Complaint["code"], facts: Complaint["facts"] = {}) => found.push({ code, facts });
  const { apps, links, source, relay, counts } = view;
  const waiting = view.applicants?.length ?? 0;
  if (waiting > 0) say("asks", { count: waiting });
  if (view.isCrowded) say("crowded");
  if (relay.matches({ line: "broken" })) say("broken");
  if (relay.matches({ line: "locked" })) say(view.hasKey ? "other-key" : "locked");
  if (source.matches("silent")) say("silent");
  if (source.matches("away")) say("left", { origin: source.context.origin ?? "" });
  if (source.matches("closed")) say("closed");
  if (source.matches("refused")) {
    const { origin = "" } = source.context;
    if (isOpaque(origin)) say("opaque");
    else say("refused", { origin });
  }
  const strange = strangeLinks(links).map(({ at, origin }) => at ?? (origin || "WebSocket"));
  if (strange.length > 0) say("strange", { where: [...new Set(strange)].slice(0, 3).join(", ") });
  const tooLarge = (counts.refused["too-large"] ?? 0) + links.filter(({ ended }) => ended === 1009).length;
  if (tooLarge > 0) say("too-large", { count: tooLarge });
  const tooFast =
    (counts.refused["too-fast"] ?? 0) + links.reduce((sum, { refused }) => sum + (refused?.rate ?? 0), 0);
  if (tooFast > 0) say("too-fast", { count: tooFast });
  for (const version of counts.versions) say("version", { version });
  const others = refusalCounts(view).filter(([why]) => !OWN_COMPLAINTS.has(why));
  if (others.length > 0)
    found.push({
      code: "not-taken",
      facts: { count: others.reduce((sum, [, count]) => sum + count, 0) },
      list: others,
    });
  const sessions = apps.flatMap((app) => app.sessions.flatMap((key) => sessionOf(key) ?? []));
  if (sessions.some((session) => isWaitingLong(session, now))) say("idle");
  if (sessions.some((session) => session.now?.cut && session.wire === "stately")) say("cut");
  if (
    sessions.some(
      ({ observedFrom: seen, definition, wire }) => seen === "middle" && !definition && wire === "stately",
    )
  )
    say("middle");
  if (
    links.length === 0 &&
    !(source.matches("silent") || source.matches("asking") || source.matches("closed"))
  )
    say("nobody");
  // What they did stays to be looked at; nothing comes any more.
  else if (
    apps.length > 0 &&
    apps.every(({ status }) => status === "disconnected") &&
    !found.some(({ code }) => code === "left" || code === "closed")
  )
    say("gone");
  return found;
}
