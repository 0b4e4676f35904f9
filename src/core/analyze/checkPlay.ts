import type { EventType } from "#core/chart/payload.ts";
import { checkFields } from "#core/chart/payload.ts";
import { places } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { itemsWithId } from "#core/ruleset/jsonText.ts";
import type { Expectation, Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { inFile, knowsClauses, type GameSubject } from "#core/analyze/gameSubject.ts";
import { renamedStates, renameFacts } from "#core/analyze/renamedStates.ts";
import { addAll } from "#core/text/addAll.ts";

type Way = readonly (string | number)[];

/** Readings, moves and scenarios that name states, events, fields, inputs or clauses which do not exist. */
export function checkPlay(game: GameSubject): Diagnostic[] {
  return [
    ...checkReadings(game),
    ...checkMoves(game),
    ...Object.entries(game.scenarios).flatMap(([slug, scenario]) =>
      checkScenario(game, `scenarios/${slug}`, scenario),
    ),
  ];
}

function unknownClauses(
  game: GameSubject,
  file: string,
  way: Way,
  clauses: readonly string[] | undefined,
): Diagnostic[] {
  if (!knowsClauses(game)) return [];
  const ids = game.ruleset.clauses.map((clause) => clause.id);
  return (clauses ?? []).flatMap((clause, i) =>
    ids.includes(clause)
      ? []
      : [inFile(game, file, [...way, i], "clause-unknown", "error", { clause, near: near(clause, ids) })],
  );
}

function unknownState(game: GameSubject, file: string, way: Way, state: string): Diagnostic[] {
  const all = places(game.chart);
  if (all.has(state) && state !== "") return [];
  const facts = { state, ...(renameFacts(game, state) ?? meantStates(game, state, all.keys())) };
  return [inFile(game, file, way, "state-unknown", "error", facts)];
}

/** What is spelled like it, and what may have taken its place. */
function meantStates(game: GameSubject, state: string, all: Iterable<string>): Diagnostic["facts"] {
  const spelled = near(state, all);
  const candidates = (renamedStates(game).candidates.get(state) ?? []).filter(
    (name) => !spelled.includes(name),
  );
  return candidates.length === 0
    ? { near: spelled }
    : { near: [...spelled, ...candidates].slice(0, MAX_NEAR_NAMES), candidates };
}
/** Names that a message offers as the one that was meant. */
const MAX_NEAR_NAMES = 3;

function checkReadings(game: GameSubject): Diagnostic[] {
  const node = game.nodes.get("readings");
  const inputs = game.chart.input?.map((field) => field.name);
  const reported = new Set<string>();
  return game.ruleset.readings.flatMap((reading) => {
    if (reported.has(reading.id)) return [];
    reported.add(reading.id);
    const [index = 0, ...more] = itemsWithId(node, "readings", reading.id);
    const way = ["readings", index];
    const options = reading.options.map((option) => option.id);
    const diagnostics = [
      ...more.map((other) =>
        inFile(game, "readings", ["readings", other, "id"], "reading-repeated", "error", {
          reading: reading.id,
        }),
      ),
      ...unknownClauses(game, "readings", [...way, "clauses"], reading.clauses),
    ];
    if (!options.includes(reading.chosen))
      diagnostics.push(
        inFile(game, "readings", [...way, "chosen"], "reading-option-unknown", "error", {
          reading: reading.id,
          option: reading.chosen,
          options,
          near: near(reading.chosen, options),
        }),
      );
    if (reading.input !== undefined && inputs && !inputs.includes(reading.input))
      diagnostics.push(
        inFile(game, "readings", [...way, "input"], "reading-input-unknown", "error", {
          reading: reading.id,
          input: reading.input,
          near: near(reading.input, inputs),
        }),
      );
    return diagnostics;
  });
}

function eventNamed(
  game: GameSubject,
  file: string,
  way: Way,
  type: string,
  on: "key" | "value",
): EventType | Diagnostic | undefined {
  const events = game.chart.events;
  if (!events) return undefined;
  const known = events.find((event) => event.type === type);
  if (known) return known;
  const facts = {
    event: type,
    near: near(
      type,
      events.map((event) => event.type),
    ),
  };
  return inFile(game, file, way, "event-unknown", "error", facts, on);
}

const isEvent = (entry: EventType | Diagnostic): entry is EventType => "fields" in entry;

function checkMoves(game: GameSubject): Diagnostic[] {
  const moves = game.ruleset.moves?.moves;
  if (!moves) return [];
  const diagnostics: Diagnostic[] = [];
  for (const [type, list] of Object.entries(moves)) {
    const event = eventNamed(game, "moves", ["moves", type], type, "key");
    if (event && !isEvent(event)) diagnostics.push(event);
    for (const [i, move] of list.entries()) {
      const way = ["moves", type, i];
      if (move.in !== undefined) diagnostics.push(...unknownState(game, "moves", [...way, "in"], move.in));
      if (event && isEvent(event)) addAll(diagnostics, checkMoveFields(game, way, event, move.fields ?? {}));
    }
  }
  for (const event of game.chart.events ?? [])
    if (
      !Object.hasOwn(moves, event.type) &&
      event.fields.some((field) => field.name !== "by" && !field.optional)
    )
      diagnostics.push(
        inFile(game, "moves", ["moves"], "move-missing", "warning", { event: event.type }, "key"),
      );
  return diagnostics;
}

function checkMoveFields(
  game: GameSubject,
  way: Way,
  event: EventType,
  fields: Readonly<Record<string, unknown>>,
): Diagnostic[] {
  const names = event.fields.map((field) => field.name);
  const diagnostics = Object.keys(fields)
    .filter((name) => !names.includes(name))
    .map((name) =>
      inFile(
        game,
        "moves",
        [...way, "fields", name],
        "field-unknown",
        "error",
        { field: name, event: event.type, near: near(name, names) },
        "key",
      ),
    );
  const missing = event.fields.filter(
    ({ name, optional }) => name !== "by" && !optional && !Object.hasOwn(fields, name),
  );
  if (missing.length > 0)
    diagnostics.push(
      inFile(game, "moves", way, "move-lacks-fields", "error", {
        event: event.type,
        fields: missing.map((field) => field.name),
      }),
    );
  return diagnostics;
}

function checkScenario(game: GameSubject, file: string, scenario: Scenario): Diagnostic[] {
  const diagnostics = unknownClauses(game, file, ["clauses"], scenario.clauses);
  const inputs = game.chart.input?.map((field) => field.name);
  for (const name of Object.keys(scenario.input ?? {}))
    if (inputs && !inputs.includes(name))
      diagnostics.push(
        inFile(
          game,
          file,
          ["input", name],
          "input-unknown",
          "error",
          { input: name, near: near(name, inputs) },
          "key",
        ),
      );
  const saved = new Set<string>();
  for (const [i, step] of scenario.steps.entries()) {
    const way = ["steps", i];
    addAll(diagnostics, checkStep(game, file, way, step));
    if (step.save !== undefined) saved.add(step.save);
    if (step.restore !== undefined && !saved.has(step.restore))
      diagnostics.push(
        inFile(game, file, [...way, "restore"], "save-unknown", "error", {
          name: step.restore,
          near: near(step.restore, saved),
        }),
      );
  }
  return diagnostics;
}

function checkStep(game: GameSubject, file: string, way: Way, step: ScenarioStep): Diagnostic[] {
  const { expect } = step;
  const diagnostics = unknownClauses(game, file, [...way, "clauses"], step.clauses);
  // What must be refused may be wrong on purpose, and what came to an app is as it came.
  const wrongOnPurpose = step.untyped === true || (expect?.refused !== undefined && expect.refused !== false);
  if (step.send) diagnostics.push(...checkEvent(game, file, [...way, "send"], step.send, wrongOnPurpose));
  // What is set by hand is named as what is expected is.
  if (step.edit) addAll(diagnostics, checkExpectation(game, file, [...way, "edit"], step.edit));
  if (expect) addAll(diagnostics, checkExpectation(game, file, [...way, "expect"], expect));
  return diagnostics;
}

function checkEvent(
  game: GameSubject,
  file: string,
  way: Way,
  { type, ...fields }: { readonly type: string; readonly [field: string]: unknown },
  wrongOnPurpose: boolean,
): Diagnostic[] {
  const event = eventNamed(game, file, [...way, "type"], type, "value");
  if (!event || wrongOnPurpose) return [];
  if (!isEvent(event)) return [event];
  const names = event.fields.map((field) => field.name);
  return checkFields(event.fields, fields).map(({ at, code, expected, got }) => {
    const path = [...way, ...fieldWay(at)];
    const facts = { field: at, event: type };
    if (code === "unknown-field")
      return inFile(game, file, path, "field-unknown", "error", { ...facts, near: near(at, names) }, "key");
    if (code === "missing")
      return inFile(game, file, way, "payload-missing", "error", { ...facts, expected });
    return inFile(game, file, path, "payload-wrong", "error", { ...facts, expected, got });
  });
}

/** `blockers[1].points` as a way. */
const fieldWay = (at: string): (string | number)[] =>
  [...at.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([word, index]) =>
    index === undefined ? word : Number(index),
  );

function checkExpectation(game: GameSubject, file: string, way: Way, expect: Expectation): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const part of ["in", "notIn"] as const)
    for (const [i, state] of (expect[part] ?? []).entries())
      diagnostics.push(...unknownState(game, file, [...way, part, i], state));
  for (const part of ["can", "cannot"] as const)
    for (const [i, event] of (expect[part] ?? []).entries())
      diagnostics.push(...checkEvent(game, file, [...way, part, i], event, part === "cannot"));
  const fields = game.chart.context?.map((field) => field.name);
  for (const name of Object.keys(expect.context ?? {}))
    if (fields && !fields.includes(name))
      diagnostics.push(
        inFile(
          game,
          file,
          [...way, "context", name],
          "context-unknown",
          "error",
          { field: name, near: near(name, fields) },
          "key",
        ),
      );
  if (typeof expect.refused === "object") {
    const { guard, clause } = expect.refused;
    if (clause !== undefined && knowsClauses(game)) {
      const ids = game.ruleset.clauses.map((item) => item.id);
      if (!ids.includes(clause))
        diagnostics.push(
          inFile(game, file, [...way, "refused", "clause"], "clause-unknown", "error", {
            clause,
            near: near(clause, ids),
          }),
        );
    }
    const guards = game.chart.setup?.guards.map((impl) => impl.name);
    if (guard !== undefined && guards && !guards.includes(guard))
      diagnostics.push(
        inFile(game, file, [...way, "refused", "guard"], "guard-unknown", "error", {
          name: guard,
          near: near(guard, guards),
        }),
      );
  }
  return diagnostics;
}
