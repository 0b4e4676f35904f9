import { ImportFault } from "#core/import/importReport.ts";
import { fewest } from "#core/import/machineDraft.ts";
import { code, object, type CodeValue } from "#core/import/moduleCode.ts";
import {
  bareDescriptor,
  covers,
  fieldsRead,
  isScxml,
  type PlacedElement,
} from "#core/import/scxml/document.ts";
import type { Executable } from "#core/import/scxml/executable.ts";
import type { Gathering } from "#core/import/scxml/Values.ts";
import { elementsOf, type XmlElement } from "#core/text/xmlTree.ts";

/** The transitions of a state by the property that they are written under. */
export interface TransitionSlots {
  readonly on: ReadonlyMap<string, readonly CodeValue[]>;
  readonly always: readonly CodeValue[];
  readonly onDone: readonly CodeValue[];
}

interface Written {
  /** Events that it is for, without `.*`; empty for one that is taken at once. */
  readonly descriptors: readonly string[];
  readonly config: CodeValue;
}

/**
 * SCXML takes the first transition in the order of the document whose descriptor matches; XState the one with the longest descriptor. So each
 * descriptor lists all transitions that match its events, in that order.
 */
export function transitionsOf(
  place: PlacedElement,
  given: Gathering,
  executable: Executable,
): TransitionSlots {
  const written = elementsOf(place.element, "transition")
    .filter(isScxml)
    .map((element) => writtenOf(element, place, given, executable));
  const on = new Map<string, readonly CodeValue[]>();
  let onDone: readonly CodeValue[] = [];
  const descriptors = new Set(written.flatMap((one) => one.descriptors));
  for (const descriptor of descriptors) {
    const candidates = written
      .filter((one) => one.descriptors.some((general) => covers(general, descriptor)))
      .map(({ config }) => config);
    const own = place.element.attributes.get("id");
    if (own !== undefined && descriptor === `done.state.${own}`) onDone = candidates;
    else on.set(eventKey(descriptor, place, given), candidates);
  }
  const always = written.filter((one) => one.descriptors.length === 0).map(({ config }) => config);
  return { on, always, onDone };
}

function writtenOf(element: XmlElement, place: PlacedElement, given: Gathering, outer: Executable): Written {
  const { attributes } = element;
  given.report.taken("transition", element);
  const event = attributes.get("event");
  const tokens = (event ?? "").split(/\s+/).filter((token) => token !== "");
  const executable = outer.forEvents(tokens.map(bareDescriptor));
  const ids = (attributes.get("target") ?? "").split(/\s+/).filter((id) => id !== "");
  const targets = ids.map((id) => {
    const target = given.document.byId.get(id);
    if (!target) throw new ImportFault("target-unknown", element, { id });
    return target;
  });
  if (given.payload === "fields")
    for (const token of tokens) if (!/[*.]/.test(token)) given.noteEvent(token, fieldsRead(element));
  const cond = attributes.get("cond");
  const guard =
    cond === undefined
      ? undefined
      : (executable.guard(cond, element, "transition")?.value ?? code("() => false"));
  const config = object({
    guard,
    target: fewest(targets.map((target) => targetText(target, place, given))),
    actions: fewest(executable.block(element)),
    reenter: isReentered(element, place, targets) ? true : undefined,
  });
  return { descriptors: tokens.map(bareDescriptor), config };
}

/**
 * Whether a transition leaves and enters its own state. One to states within is internal only where it says so and its state is compound, one
 * to others leaves it anyway.
 */
function isReentered(element: XmlElement, place: PlacedElement, targets: readonly PlacedElement[]): boolean {
  const isWithin = (target: PlacedElement) =>
    place.path.length <= target.path.length && place.path.every((key, i) => target.path[i] === key);
  if (targets.length === 0 || !targets.every(isWithin)) return false;
  const isCompound = place.element.name !== "parallel" && place.children.length > 0;
  const areInner = targets.every((target) => target !== place);
  return !(element.attributes.get("type") === "internal" && isCompound && areInner);
}

/** A sibling by its key, all else by the id of the machine. */
function targetText(target: PlacedElement, source: PlacedElement, given: Gathering): string {
  if (target.parent === source.parent) return target.key;
  return given.targetOf(target.element.attributes.get("id") ?? "") ?? "";
}

/** The key under which XState finds the events of a descriptor. */
function eventKey(descriptor: string, place: PlacedElement, given: Gathering): string {
  const { document, noteEvent, notePrefix, targetOf } = given;
  if (descriptor === "") return "*";
  const [, kind, id = ""] = /^done\.(state|invoke)(?:\.(.+))?$/.exec(descriptor) ?? [];
  if (kind !== undefined) {
    const of =
      kind === "invoke"
        ? `xstate.done.actor.${id}`
        : `xstate.done.state.${(targetOf(id) ?? `#${id}`).slice(1)}`;
    const type = id === "" ? `xstate.done.${kind === "invoke" ? "actor" : "state"}` : of;
    if (id !== "") {
      noteEvent(type, []);
      return type;
    }
    notePrefix(`${type}.`);
    return `${type}.*`;
  }
  noteEvent(descriptor, []);
  const hasLonger = [...document.eventNames].some((name) => name.startsWith(`${descriptor}.`));
  // Who writes names with dots sorts events by them; a name without stays as plain as those of a game.
  const isOpen =
    hasLonger || descriptor.includes(".") || descriptor === "error" || isWritten(place, descriptor);
  if (!isOpen) return descriptor;
  notePrefix(`${descriptor}.`);
  return `${descriptor}.*`;
}

/** Whether the document says that it means all events that begin so. */
const isWritten = ({ element }: PlacedElement, descriptor: string): boolean =>
  elementsOf(element, "transition").some(({ attributes }) =>
    (attributes.get("event") ?? "")
      .split(/\s+/)
      .some((token) => token === `${descriptor}.*` || token === `${descriptor}.`),
  );
