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
];

/** A block by its id. */
export const blockOf = (id: string): Block | undefined => BLOCKS.find(({ manifest }) => manifest.id === id);
