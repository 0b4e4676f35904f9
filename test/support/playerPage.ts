/** The parts of a page that plays a game, as a browser takes it apart. */
export interface PageParts {
  /** What stands in its scripts. */
  readonly scripts: readonly string[];
  readonly title: string;
  /** The rest of the page. */
  readonly frame: string;
}

/**
 * Takes a page apart as HTML says: a script ends at the first `</script` before a space, a slash or `>`.
 * @throws Error for a script with `<!--` in it, in which the end would not count
 */
export function partsOf(html: string): PageParts {
  const scripts: string[] = [];
  let frame = "";
  let rest = html;
  for (;;) {
    const start = /<script[^>]*>/i.exec(rest);
    if (!start) break;
    const from = start.index + start[0].length;
    const end = /<\/script[\s/>]/i.exec(rest.slice(from));
    if (!end) throw new Error("A script does not end");
    const script = rest.slice(from, from + end.index);
    if (script.includes("<!--")) throw new Error("A script has <!-- in it");
    scripts.push(script);
    frame += rest.slice(0, from);
    rest = rest.slice(from + end.index);
  }
  frame += rest;
  const title = /<title>([^]*?)<\/title>/.exec(frame)?.[1] ?? "";
  return { scripts, title, frame: frame.replace(/<title>[^]*?<\/title>/, "") };
}
