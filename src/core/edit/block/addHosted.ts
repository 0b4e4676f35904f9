import { args, statePath, string } from "#core/edit/argShape.ts";
import { splitClips } from "#core/edit/clip/clip.ts";
import { pieceOf } from "#core/edit/clip/clipPiece.ts";
import { pasteNeeds } from "#core/edit/clip/pasteNeeds.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { putTransition } from "#core/edit/gestures/putTransition.ts";
import { refuse } from "#core/edit/refuse.ts";
import { nodesOf } from "#core/syntax/node.ts";
import { keyName, propertyOf, valueOf } from "#core/syntax/property.ts";

/**
 * Adds the transitions of a copied state, and the guards and actions that they need, to a state. They stay where they are: the copied
 * state's own targets would mean nothing there. A part of `block.insert`.
 */
export const addHosted = defineCommand(
  "block.host",
  args({ state: statePath, clip: string("code") }),
  (draft, { state, clip: text }) => {
    const place = draft.state(state);
    const [clip] = splitClips(text);
    const piece = clip && pieceOf(clip.body);
    const object = piece && valueOf(piece.property);
    const on = object && valueOf(propertyOf(object, "on"));
    if (!clip || !piece || !on) refuse("clip-not-a-state", draft.nameSpan(place));
    for (const property of nodesOf(on["properties"])) {
      const event = keyName(property);
      const value = valueOf(property);
      if (event === undefined || !value) refuse("clip-not-a-state", draft.nameSpan(place));
      const code = piece.text.slice(value.start, value.end);
      putTransition(
        draft,
        place,
        { slot: "on", event },
        { code: ({ head = "" }) => head + code, bare: false },
      );
    }
    pasteNeeds(draft, [{ clip, piece, home: false }]);
  },
);
