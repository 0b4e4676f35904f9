/**
 * Puts a text on the clipboard. Answers whether it is there: a page that is not served securely has no clipboard, and a browser may
 * refuse it to any page.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
