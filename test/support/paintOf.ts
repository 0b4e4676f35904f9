/** What each line of a description is painted with, so that it can be asked for again in another theme. */
export interface Painted {
  readonly lines: readonly { readonly text: string; readonly element: Element }[];
}

/**
 * What a canvas draws, a line each: places and sizes on the canvas, letters, shapes and signs. Widths of letters are not in it, so it
 * is the same wherever fonts differ; what is placed by the widths of letters is named in its order.
 */
export function paintOf(root: Element): Painted {
  const lines: { text: string; element: Element }[] = [];
  for (const part of root.querySelectorAll(
    ".react-flow__node, .react-flow__edge, .react-flow__edgelabel-renderer > div",
  )) {
    lines.push({ text: `${nameOf(part)}${placeOf(part)}`, element: part });
    inside(part, 1, lines);
  }
  return { lines };
}

/** The description in several themes: each line with what it is painted with in each of them. */
export function describePaint({ lines }: Painted, looks: readonly (readonly string[])[]): string {
  const kinds = new Map<string, string>();
  const said = lines.map(({ text }, i) => {
    const look = looks.map((own) => own[i] ?? "").join(" | ");
    if (look.replaceAll(/[ |]/g, "") === "") return text;
    const name = kinds.get(look) ?? `s${kinds.size + 1}`;
    kinds.set(look, name);
    return `${text} {${name}}`;
  });
  return [...said, "", ...[...kinds].map(([look, name]) => `${name}: ${look}`), ""].join("\n");
}

/** What each line is painted with now. */
export const looksOf = ({ lines }: Painted): string[] => lines.map(({ element }) => lookOf(element));

function inside(part: Element, depth: number, lines: { text: string; element: Element }[]): void {
  for (const child of part.children) {
    if (child.matches(".react-flow__handle, [data-aside]") || isHidden(child)) continue;
    const text = ownText(child);
    const marks = marksOf(child);
    const d = child.getAttribute("d");
    const drawn = d === null ? "" : ` ${rounded(d)}`;
    const turned = child.getAttribute("transform");
    const way = turned === null ? "" : ` @ ${rounded(turned)}`;
    const look = lookOf(child);
    if (text !== "" || marks !== "" || drawn !== "" || look !== "")
      lines.push({
        text: `${"  ".repeat(depth)}${child.tagName.toLowerCase()}${marks}${drawn}${way}${text === "" ? "" : ` "${text}"`}`,
        element: child,
      });
    inside(child, depth + 1, lines);
  }
}

function isHidden(element: Element): boolean {
  const { display, visibility } = getComputedStyle(element);
  return display === "none" || visibility === "hidden";
}

const nameOf = (part: Element): string =>
  (part.getAttribute("data-id") ?? part.getAttribute("data-transition") ?? "label") + marksOf(part);

function placeOf(part: Element): string {
  if (!(part instanceof HTMLElement)) return "";
  const { transform, width, height } = part.style;
  return [transform, width, height].some((one) => one !== "")
    ? ` ${rounded([transform, width, height].filter(Boolean).join(" "))}`
    : "";
}

const SAID =
  /^data-(shape|level|region|called|folded|waits|shared|kind|mark|role|slot|side|colour|bare|starts|via)$/;
const marksOf = (element: Element): string =>
  [...element.attributes]
    .filter(({ name }) => SAID.test(name))
    .map(({ name, value }) => ` ${name.slice("data-".length)}=${value}`)
    .join("");

const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent?.trim() ?? "")
    .filter((text) => text !== "")
    .join(" ");

/** Colours, borders and letters that are to be seen; nothing for what only holds others. */
function lookOf(element: Element): string {
  const style = getComputedStyle(element);
  if (element instanceof SVGElement) {
    if (!(element instanceof SVGGeometryElement)) return "";
    const stroke =
      style.stroke === "none" ? "" : ` ${style.stroke} ${style.strokeWidth} ${style.strokeDasharray}`;
    return `fill ${style.fill}${stroke}`;
  }
  const parts: string[] = [];
  const seen = (colour: string) => !/^(rgba\(0, 0, 0, 0\)|transparent)$/.test(colour);
  if (seen(style.backgroundColor)) parts.push(`on ${style.backgroundColor}`);
  const border = `${style.borderTopWidth} ${style.borderTopStyle}`;
  if (style.borderTopStyle !== "none" && style.borderTopWidth !== "0px" && seen(style.borderTopColor))
    parts.push(`edge ${border} ${style.borderTopColor} ${style.borderTopLeftRadius}`);
  if (style.boxShadow !== "none") parts.push(`shadow ${style.boxShadow}`);
  const after = getComputedStyle(element, "::after");
  if (after.content !== "none" && after.content !== "normal")
    parts.push(
      `after ${after.content} ${after.borderTopWidth} ${after.borderTopStyle} ${after.borderTopColor}`,
    );
  if (ownText(element) !== "")
    parts.push(
      `${style.color} ${style.fontWeight} ${style.fontSize} ${style.fontStyle} ${style.textDecorationLine}`,
    );
  if (style.opacity !== "1") parts.push(`opacity ${style.opacity}`);
  return parts.join(", ");
}

const rounded = (text: string): string =>
  text.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
