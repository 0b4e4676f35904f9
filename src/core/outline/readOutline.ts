import { freeName, readWho, takeName } from "#core/outline/outlineNames.ts";
import { OutlineError, type OutlineFault } from "#core/outline/outlineFault.ts";
import { type OutlineLine, outlineLines } from "#core/outline/outlineLines.ts";
import type { Outline, OutlineState, Who } from "#core/outline/outline.ts";
import { keyOfName } from "#core/outline/outlineKeys.ts";
import { EventNames, readWay } from "#core/outline/readWay.ts";

/** A state before its ways are read: they may lead to states that come later. */
interface Draft extends Omit<OutlineState, "ways" | "children"> {
  readonly line: OutlineLine;
  readonly children: readonly Draft[];
}

/** An outline, or the first fault of its text. The notation is in docs/formats.md. */
export function readOutline(
  text: string,
):
  | { readonly outline: Outline; readonly fault?: undefined }
  | { readonly outline?: undefined; readonly fault: OutlineFault } {
  try {
    const lines = outlineLines(text);
    const drafts = readStates(lines, []);
    const events = new EventNames();
    const wayLines = (all: readonly OutlineLine[]) => all.filter(({ isWay }) => isWay);
    const finish = ({ line, children, ...draft }: Draft): OutlineState => {
      const ways = wayLines(line.inner).map((one) => readWay(one, drafts, draft.path, events));
      checkWays(ways, wayLines(line.inner), draft.kind === "final", children.length > 0);
      return { ...draft, ways, children: children.map(finish) };
    };
    const ways = wayLines(lines).map((one) => readWay(one, drafts, [], events));
    checkWays(ways, wayLines(lines), false, true);
    return { outline: { states: drafts.map(finish), ways } };
  } catch (error) {
    if (error instanceof OutlineError) return { fault: error.fault };
    throw error;
  }
}

function readStates(lines: readonly OutlineLine[], path: readonly string[]): Draft[] {
  const drafts: Draft[] = [];
  const keys = new Set<string>();
  const states = lines.filter(({ isWay }) => !isWay);
  // Keys that somebody wrote come first: the others give way to them.
  for (const line of states) {
    const given = line.pieces.find(({ kind }) => kind === "key");
    if (!given) continue;
    if (!isKey(given.value)) throw new OutlineError("key-invalid", line.no, given.at, { key: given.value });
    if (keys.has(given.value)) {
      const other = states.find(({ pieces }) =>
        pieces.some((one) => one.kind === "key" && one.value === given.value),
      );
      throw new OutlineError("key-taken", line.no, given.at, { key: given.value, line: other?.no ?? 0 });
    }
    keys.add(given.value);
  }
  for (const [i, line] of states.entries()) {
    const { name, rest } = takeName(line);
    const same = drafts.find((one) => one.name === name);
    if (same) throw new OutlineError("name-taken", line.no, line.at, { name, line: same.line.no });
    const marks = readMarks(line, rest);
    const base = keyOfName(name) ?? `${path.length === 0 ? "phase" : "step"}${i + 1}`;
    const key = marks.key ?? freeName(base, (one) => keys.has(one));
    keys.add(key);
    const own = [...path, key];
    const children = readStates(line.inner, own);
    if (marks.kind === "final" && children.length > 0)
      throw new OutlineError("final-has-steps", children[0]?.line.no ?? line.no, children[0]?.line.at ?? 0);
    if (marks.repeats && children.length > 0)
      throw new OutlineError("has-steps", line.no, rest.find(({ kind }) => kind === "star")?.at ?? 0, {
        name,
      });
    const other = marks.starts ? drafts.find(({ starts }) => starts) : undefined;
    if (other) throw new OutlineError("starts-twice", line.no, line.at, { line: other.line.no });
    drafts.push({ ...marks, name, key, path: own, line, children });
  }
  return drafts;
}

/** Keys that XState takes as they are: digits alone would change their order, dots mean something in targets. */
const isKey = (key: string) => key !== "" && !/^\d+$|[.\\#\s]/.test(key) && key !== "__proto__";

const MARKS = ["parallel", "final", "starts here", "waits"] as const;

/** What stands behind the name of a state. */
function readMarks(line: OutlineLine, rest: OutlineLine["pieces"]) {
  let key: string | undefined;
  let who: Who | undefined;
  let text: string | undefined;
  let repeats = false;
  const marks = new Set<string>();
  for (const piece of rest) {
    if (piece.kind === "star") repeats = true;
    else if (piece.kind === "key") key = piece.value;
    else if (piece.kind === "who") who = readWho(line, piece);
    else if (piece.kind === "text") text = piece.value === "" ? undefined : piece.value;
    else if (piece.kind === "slash") throw new OutlineError("slash-in-name", line.no, piece.at);
    else if (piece.kind !== "mark")
      throw new OutlineError("unexpected", line.no, piece.at, { text: piece.value });
    else if (MARKS.some((mark) => mark === piece.value)) marks.add(piece.value);
    else
      throw new OutlineError("mark-unknown", line.no, piece.at, {
        mark: piece.value,
        marks: MARKS.join(", "),
      });
  }
  const kind = marks.has("final") ? "final" : marks.has("parallel") ? "parallel" : "plain";
  if (kind === "final" && repeats) throw new OutlineError("final-goes-on", line.no, line.at);
  return {
    who,
    text,
    repeats,
    kind: kind as OutlineState["kind"],
    starts: marks.has("starts here"),
    waits: marks.has("waits"),
    key,
  };
}

/** Refuses ways that XState could never take. */
function checkWays(
  ways: OutlineState["ways"],
  lines: readonly OutlineLine[],
  isFinal: boolean,
  hasSteps: boolean,
): void {
  const seen = new Map<string, number>();
  for (const [i, { trigger }] of ways.entries()) {
    const { no, at } = lines[i] as OutlineLine;
    if (isFinal) throw new OutlineError("final-goes-on", no, at);
    if (trigger === "done" && !hasSteps) throw new OutlineError("done-without-steps", no, at);
    const key =
      typeof trigger === "string" ? trigger : "on" in trigger ? trigger.on : `after ${trigger.afterMs}`;
    const before = seen.get(key);
    if (before !== undefined) throw new OutlineError("event-twice", no, at, { event: key, line: before });
    seen.set(key, no);
  }
}
