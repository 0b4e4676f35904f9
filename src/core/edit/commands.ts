import type { Chart } from "#core/chart/chart.ts";
import type { ArgShape, ValueOf } from "#core/edit/argShape.ts";
import { insertBlock } from "#core/edit/block/insertBlock.ts";
import { addContextField } from "#core/edit/gestures/addContextField.ts";
import { addState } from "#core/edit/gestures/addState.ts";
import { stubAction, stubActor, stubDelay, stubGuard } from "#core/edit/gestures/addStub.ts";
import { addTransition } from "#core/edit/gestures/addTransition.ts";
import { changeEvent } from "#core/edit/gestures/changeEvent.ts";
import type { Change, ReadAgain, Refusal } from "#core/edit/command.ts";
import type { FindImporters } from "#core/symbol/importers.ts";
import type { DescribedCommand } from "#core/edit/defineCommand.ts";
import { copyState } from "#core/edit/clip/copyState.ts";
import { addEventFields } from "#core/edit/gestures/addEventFields.ts";
import { declareEvent } from "#core/edit/gestures/declareEvent.ts";
import { deleteState } from "#core/edit/gestures/deleteState.ts";
import { deleteTransition } from "#core/edit/gestures/deleteTransition.ts";
import { describeState, describeTransition } from "#core/edit/gestures/describe.ts";
import { duplicateState } from "#core/edit/gestures/duplicateState.ts";
import {
  addStateAction,
  addTransitionAction,
  removeStateAction,
  removeTransitionAction,
  reorderStateAction,
  reorderTransitionAction,
  setStateAction,
  setTransitionAction,
} from "#core/edit/gestures/editActions.ts";
import { extractStates, wrapState } from "#core/edit/gestures/extractStates.ts";
import { addInvoke, editInvoke, removeInvoke } from "#core/edit/gestures/editInvoke.ts";
import { ownState, ownTransition } from "#core/edit/gestures/makeOwn.ts";
import { copyFirst } from "#core/edit/copyFirst.ts";
import { moveState } from "#core/edit/gestures/moveState.ts";
import { pasteState } from "#core/edit/clip/pasteState.ts";
import { renameState } from "#core/edit/gestures/renameState.ts";
import {
  renameAction,
  renameActor,
  renameClause,
  renameDelay,
  renameEvent,
  renameGuard,
  renameTag,
} from "#core/edit/gestures/renameSymbol.ts";
import { reorderState } from "#core/edit/gestures/reorderState.ts";
import { reorderTransition } from "#core/edit/gestures/reorderTransition.ts";
import { retargetTransition } from "#core/edit/gestures/retargetTransition.ts";
import { setStateClauses, setTransitionClauses } from "#core/edit/gestures/setClauses.ts";
import { setGuard } from "#core/edit/gestures/setGuard.ts";
import { setId } from "#core/edit/gestures/setId.ts";
import { setInitial } from "#core/edit/gestures/setInitial.ts";
import { setStateMeta, setTransitionMeta } from "#core/edit/gestures/setMeta.ts";
import { setReenter } from "#core/edit/gestures/setReenter.ts";
import { setTags } from "#core/edit/gestures/setTags.ts";
import { setType } from "#core/edit/gestures/setType.ts";

const ALL = [
  addState,
  renameState,
  deleteState,
  duplicateState,
  copyState,
  pasteState,
  insertBlock,
  moveState,
  wrapState,
  extractStates,
  reorderState,
  ownState,
  setInitial,
  setType,
  describeState,
  setId,
  setStateClauses,
  setTags,
  setStateMeta,
  addStateAction,
  removeStateAction,
  setStateAction,
  reorderStateAction,
  addInvoke,
  editInvoke,
  removeInvoke,
  addTransition,
  deleteTransition,
  retargetTransition,
  reorderTransition,
  ownTransition,
  changeEvent,
  setGuard,
  describeTransition,
  setReenter,
  setTransitionClauses,
  setTransitionMeta,
  addTransitionAction,
  removeTransitionAction,
  setTransitionAction,
  reorderTransitionAction,
  stubGuard,
  stubAction,
  stubActor,
  stubDelay,
  declareEvent,
  addEventFields,
  addContextField,
  renameEvent,
  renameGuard,
  renameAction,
  renameActor,
  renameDelay,
  renameTag,
  renameClause,
] as const;

type AnyCommand = (typeof ALL)[number];
/** The arguments of each command by its id. */
export type CommandArgs = {
  readonly [Command in AnyCommand as Command["id"]]: ValueOf<Command["args"]>;
};
export type CommandId = keyof CommandArgs;
/** A command with its arguments, as a gesture of the studio gives them. */
export type CommandCall = {
  readonly [Id in CommandId]: { readonly id: Id; readonly args: CommandArgs[Id] };
}[CommandId];

/** Every graph command by its id, in the order of menus. Arguments are checked by the command itself. */
export const commands: ReadonlyMap<string, DescribedCommand<unknown>> = new Map(
  ALL.map((command) => [command.id, command as unknown as DescribedCommand<unknown>]),
);

/** The arguments of a command as a JSON Schema, or undefined when there is no such command. */
export const describeArgs = (id: string): ArgShape | undefined => commands.get(id)?.args;

/**
 * Runs a command by its id with arguments from anywhere, such as JSON of a command line. Refuses, never throws; what a refusal offers can
 * be done.
 * @param read with it what several share is made the one's own first, where that is certain; without it that is refused and offered
 * @param importers finds the files that import the module: what their machines consist of is refused as well
 */
export function runCommand(
  id: string,
  text: string,
  chart: Chart,
  args: unknown,
  read?: ReadAgain,
  importers?: FindImporters,
): Change | { readonly refused: Refusal } {
  const command = commands.get(id);
  if (!command) return { refused: { code: "unknown-command", facts: { id } } };
  const outcome = command.edits(text, chart, args, read, importers);
  if (!("refused" in outcome) || !outcome.refused.offer) return outcome;
  const { offer, ...refused } = outcome.refused;
  const offered = commands.get(offer.id)?.edits(text, chart, offer.args, undefined, importers);
  if (offered && "refused" in offered) return { refused };
  return read && !OWN.has(id) && OWN.has(offer.id)
    ? copyFirst(
        { text, chart, refused: outcome.refused },
        read,
        (item, now, its) =>
          OWN.has(item.id) ? runCommand(item.id, now, its, item.args, undefined, importers) : undefined,
        (now, its) => command.edits(now, its, args, read, importers),
      )
    : outcome;
}

/**
 * What makes something its own, and changes nothing of what the machine is: nothing else that a refusal offers is done unasked. What is in the
 * way of these is not made its own by them.
 */
const OWN: ReadonlySet<string> = new Set([ownState.id, ownTransition.id]);
