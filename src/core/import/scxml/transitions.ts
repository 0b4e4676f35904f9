import { fewest } from "#core/import/machineDraft.ts";
import { code, object, printCode, type CodeValue } from "#core/import/moduleCode.ts";
import { bareDescriptor, candidatesByDescriptor, descriptorTokens } from "#core/import/scxml/descriptors.ts";
import { fieldsRead, isScxml, targetsOf, type PlacedElement } from "#core/import/scxml/document.ts";
import type { Executable } from "#core/import/scxml/executable.ts";
import type { Gathering } from "#core/import/scxml/Values.ts";
import { elementsOf, type XmlElement } from "#core/text/xmlTree.ts";

/** The transitions of a state by the property that they are written under. */
export interface TransitionSlots {
  readonly on: ReadonlyMap<string, readonly CodeValue[]>;
  readonly always: readonly CodeValue[];
  readonly onDone: readonly CodeValue[];
}

interface TransitionDraft {
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
  const elements = elementsOf(place.element, "transition").filter(isScxml);
  const openNames = new Set(elements.flatMap(openDescriptors));
  const drafts = elements.map((element) => draftOf(element, place, given, executable));
  const on = new Map<string, readonly CodeValue[]>();
  let onDone: readonly CodeValue[] = [];
  const own = place.element.attributes.get("id");
  const sizes = drafts.map(({ config }) => printCode(config).length);
  const candidatesOf = candidatesByDescriptor(
    drafts.map(({ descriptors }) => descriptors),
    (i) => given.limit.add(sizes[i] ?? 0, place.element),
  );
  for (const [descriptor, numbers] of candidatesOf) {
    const candidates = numbers.flatMap((i) => drafts[i]?.config ?? []);
    if (own !== undefined && descriptor === `done.state.${own}`) onDone = candidates;
    else on.set(eventKey(descriptor, openNames, given), candidates);
  }
  const always = drafts.filter(({ descriptors }) => descriptors.length === 0).map(({ config }) => config);
  return { on, always, onDone };
}

function draftOf(
  element: XmlElement,
  place: PlacedElement,
  given: Gathering,
  outer: Executable,
): TransitionDraft {
  const { attributes } = element;
  given.report.taken("transition", element);
  const tokens = descriptorTokens(attributes.get("event"));
  const executable = outer.forEvents(tokens.map(bareDescriptor));
  const targets = targetsOf(given.document, attributes.get("target") ?? "", element);
  if (given.payload === "fields") noteFields(element, tokens, given);
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

/** Events of one name have the fields that the transition reads. */
function noteFields(element: XmlElement, tokens: readonly string[], given: Gathering): void {
  const fields = [...new Set(fieldsRead(element))];
  const size = fields.reduce((sum, field) => sum + field.length, 0);
  for (const token of tokens) {
    if (/[*.]/.test(token)) continue;
    given.limit.add(size, element);
    given.noteEvent(token, fields);
  }
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
function eventKey(descriptor: string, openNames: ReadonlySet<string>, given: Gathering): string {
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
  // Who writes names with dots sorts events by them; a name without stays as plain as those of a game.
  const isOpen =
    document.generalEvents.has(descriptor) ||
    descriptor.includes(".") ||
    descriptor === "error" ||
    openNames.has(descriptor);
  if (!isOpen) return descriptor;
  notePrefix(`${descriptor}.`);
  return `${descriptor}.*`;
}

/** The descriptors with which a transition says that it means all events that begin so: `foo.*` and `foo.`. */
const openDescriptors = ({ attributes }: XmlElement): string[] =>
  descriptorTokens(attributes.get("event")).flatMap((token) => /^(.+)\.\*?$/.exec(token)?.[1] ?? []);
