import { string, type ArgShape } from "#core/edit/argShape.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** Arguments that several tools have. */
export const game = string("text", {
  minLength: 1,
  description: "id of a game (list has them), or a module's file, relative to the folder of games",
});
export const machine = string("text", {
  description: "export's name, or place from 0, where the module has several machines",
});
export const offset: ArgShape<number> = {
  type: "integer",
  minimum: 0,
  description: "where a long answer goes on, as its last page says",
};

/** One of some words. Clients want its type beside the words. */
export const word = <const Word extends string>(
  words: readonly Word[],
  description: string,
): ArgShape<Word> => ({ type: "string", enum: words, description });

/** An object with any fields; whoever is given it says what is wrong with it. */
export const anyObject = (description: string): ArgShape<JsonObject> => ({
  type: "object",
  title: "json",
  description,
});
export const anyList = (description: string): ArgShape<readonly Json[]> => ({
  type: "array",
  items: {},
  title: "json",
  description,
});
