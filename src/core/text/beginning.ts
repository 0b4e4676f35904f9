/**
 * A text as far as it is shown at once: laying out one is work for every character of it, and a line of megabytes holds a page up for
 * seconds. What is left out stands for itself as an ellipsis.
 * @param most in UTF-16 units
 */
export function beginning(text: string, most = 300_000): string {
  if (text.length <= most) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return `${text.slice(0, isSplit ? most - 1 : most)}…`;
}
