/**
 * States that a person chose to be active, with one more. Those that cannot be active beside it, and those inside it, are no longer
 * chosen.
 * @param isParallel whether the state of a path id has regions; "" is the machine
 */
export function pickState(
  picks: readonly string[],
  path: string,
  isParallel: (path: string) => boolean,
): string[] {
  const fits = (other: string) => {
    const [keys, otherKeys] = [path.split("."), other.split(".")];
    const fork = keys.findIndex((key, i) => key !== otherKeys[i]);
    // Above it: that says the same in other words. Inside it: it begins again.
    if (fork === -1) return false;
    if (fork >= otherKeys.length) return false;
    return isParallel(keys.slice(0, fork).join("."));
  };
  return [...picks.filter(fits), path];
}
