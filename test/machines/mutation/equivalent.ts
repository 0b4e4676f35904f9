/**
 * Mutants that are no faults: nobody could tell such a machine from the right one. By game and by the id of the mutant, with the
 * reason. They are not judged and not counted.
 */
export const equivalent: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
