/** Thrown where a part of a module cannot be read without the rest of it. */
export class NeedsWhole extends Error {}
