/**
 * What a machine of `setup` or `createMachine` is to those who hand one in, whichever XState 5 made it. An app may have another copy
 * of XState than the one that plays: types of two copies do not fit each other, since they are long, generic and have private parts,
 * so all that is required here is that these parts are there.
 */
export interface PlayableMachine {
  readonly id: string;
  readonly config: object;
  readonly implementations: object;
  readonly root: object;
}
