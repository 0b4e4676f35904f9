import type { Block, BlockManifest } from "#core/edit/block/block.ts";
import reactionWindowEn from "#blocks/rulesets/reaction-window/labels/en.json";
import reactionWindowJa from "#blocks/rulesets/reaction-window/labels/ja.json";
import reactionWindowZhHant from "#blocks/rulesets/reaction-window/labels/zh-Hant.json";
import reactionWindowMoves from "#blocks/rulesets/reaction-window/moves.json";
import reactionWindowManifest from "#blocks/manifests/reaction-window.json";
import reactionWindowMachine from "#blocks/machines/reaction-window.machine.ts?raw";
import onceATurnEn from "#blocks/rulesets/once-a-turn/labels/en.json";
import onceATurnJa from "#blocks/rulesets/once-a-turn/labels/ja.json";
import onceATurnZhHant from "#blocks/rulesets/once-a-turn/labels/zh-Hant.json";
import onceATurnMoves from "#blocks/rulesets/once-a-turn/moves.json";
import onceATurnManifest from "#blocks/manifests/once-a-turn.json";
import onceATurnMachine from "#blocks/machines/once-a-turn.machine.ts?raw";
import handLimitEn from "#blocks/rulesets/hand-limit/labels/en.json";
import handLimitJa from "#blocks/rulesets/hand-limit/labels/ja.json";
import handLimitZhHant from "#blocks/rulesets/hand-limit/labels/zh-Hant.json";
import handLimitMoves from "#blocks/rulesets/hand-limit/moves.json";
import handLimitManifest from "#blocks/manifests/hand-limit.json";
import handLimitMachine from "#blocks/machines/hand-limit.machine.ts?raw";
import phaseWithStepsEn from "#blocks/rulesets/phase-with-steps/labels/en.json";
import phaseWithStepsJa from "#blocks/rulesets/phase-with-steps/labels/ja.json";
import phaseWithStepsZhHant from "#blocks/rulesets/phase-with-steps/labels/zh-Hant.json";
import phaseWithStepsMoves from "#blocks/rulesets/phase-with-steps/moves.json";
import phaseWithStepsManifest from "#blocks/manifests/phase-with-steps.json";
import phaseWithStepsMachine from "#blocks/machines/phase-with-steps.machine.ts?raw";
import chainEn from "#blocks/rulesets/chain/labels/en.json";
import chainJa from "#blocks/rulesets/chain/labels/ja.json";
import chainZhHant from "#blocks/rulesets/chain/labels/zh-Hant.json";
import chainMoves from "#blocks/rulesets/chain/moves.json";
import chainManifest from "#blocks/manifests/chain.json";
import chainMachine from "#blocks/machines/chain.machine.ts?raw";
import priorityRingEn from "#blocks/rulesets/priority-ring/labels/en.json";
import priorityRingJa from "#blocks/rulesets/priority-ring/labels/ja.json";
import priorityRingZhHant from "#blocks/rulesets/priority-ring/labels/zh-Hant.json";
import priorityRingMoves from "#blocks/rulesets/priority-ring/moves.json";
import priorityRingManifest from "#blocks/manifests/priority-ring.json";
import priorityRingMachine from "#blocks/machines/priority-ring.machine.ts?raw";
import eachPlayerEn from "#blocks/rulesets/each-player/labels/en.json";
import eachPlayerJa from "#blocks/rulesets/each-player/labels/ja.json";
import eachPlayerZhHant from "#blocks/rulesets/each-player/labels/zh-Hant.json";
import eachPlayerMoves from "#blocks/rulesets/each-player/moves.json";
import eachPlayerManifest from "#blocks/manifests/each-player.json";
import eachPlayerMachine from "#blocks/machines/each-player.machine.ts?raw";
import extraPhaseEn from "#blocks/rulesets/extra-phase/labels/en.json";
import extraPhaseJa from "#blocks/rulesets/extra-phase/labels/ja.json";
import extraPhaseZhHant from "#blocks/rulesets/extra-phase/labels/zh-Hant.json";
import extraPhaseMoves from "#blocks/rulesets/extra-phase/moves.json";
import extraPhaseManifest from "#blocks/manifests/extra-phase.json";
import extraPhaseMachine from "#blocks/machines/extra-phase.machine.ts?raw";
import draftEn from "#blocks/rulesets/draft/labels/en.json";
import draftJa from "#blocks/rulesets/draft/labels/ja.json";
import draftZhHant from "#blocks/rulesets/draft/labels/zh-Hant.json";
import draftMoves from "#blocks/rulesets/draft/moves.json";
import draftManifest from "#blocks/manifests/draft.json";
import draftMachine from "#blocks/machines/draft.machine.ts?raw";

const block = (
  manifest: object,
  machine: string,
  { moves }: { readonly moves: Block["moves"] },
  ...[en, ja, zhHant]: readonly { readonly labels: Readonly<Record<string, string>> }[]
): Block => ({
  manifest: manifest as BlockManifest,
  machine,
  moves,
  labels: { en: en?.labels ?? {}, ja: ja?.labels ?? {}, "zh-Hant": zhHant?.labels ?? {} },
});

/** The blocks that come with the product, in the order of menus. Their games are in `blocks/`, laid out like a folder of games. */
export const BLOCKS: readonly Block[] = [
  block(
    reactionWindowManifest,
    reactionWindowMachine,
    reactionWindowMoves,
    reactionWindowEn,
    reactionWindowJa,
    reactionWindowZhHant,
  ),
  block(onceATurnManifest, onceATurnMachine, onceATurnMoves, onceATurnEn, onceATurnJa, onceATurnZhHant),
  block(handLimitManifest, handLimitMachine, handLimitMoves, handLimitEn, handLimitJa, handLimitZhHant),
  block(
    phaseWithStepsManifest,
    phaseWithStepsMachine,
    phaseWithStepsMoves,
    phaseWithStepsEn,
    phaseWithStepsJa,
    phaseWithStepsZhHant,
  ),
  block(chainManifest, chainMachine, chainMoves, chainEn, chainJa, chainZhHant),
  block(
    priorityRingManifest,
    priorityRingMachine,
    priorityRingMoves,
    priorityRingEn,
    priorityRingJa,
    priorityRingZhHant,
  ),
  block(eachPlayerManifest, eachPlayerMachine, eachPlayerMoves, eachPlayerEn, eachPlayerJa, eachPlayerZhHant),
  block(extraPhaseManifest, extraPhaseMachine, extraPhaseMoves, extraPhaseEn, extraPhaseJa, extraPhaseZhHant),
  block(draftManifest, draftMachine, draftMoves, draftEn, draftJa, draftZhHant),
];

/** A block by its id. */
export const blockOf = (id: string): Block | undefined => BLOCKS.find(({ manifest }) => manifest.id === id);
