/** `turnwright/react`: a game in React, from a machine and its kit. React itself is the app's (18 or later). */
export { useGame, type GameOptions, type GamePlay } from "#react/useGame.ts";
export { useMove, type FormField, type MoveFormState } from "#react/useMove.ts";
export { Clauses, MoveForm, Moves, Refusals } from "#react/MoveForm.tsx";
export { FieldInput } from "#react/FieldInput.tsx";
export { browserStore, type GameStore, type SavedGame } from "#react/gameStore.ts";
export { GameSession, type GameStep, type SessionState, type Unrestored } from "#react/GameSession.ts";
export type { Entered, Move, RefusalLine } from "#react/moves.ts";
export type { ContextOf, EventOf, Game, GameView, SaveAnswer, SentEvent } from "#react/game.ts";
export { kitOf } from "#core/entries/kit.ts";
