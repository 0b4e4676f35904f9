import { statePathId } from "#adapters/flow/flowGraph.ts";
import type { Point } from "#core/layout/geometry.ts";

/** Whether a state is another one or stands in it. */
const isIn = (id: string | undefined, around: string): boolean =>
  id !== undefined && (id === around || id.startsWith(`${around}.`));

/**
 * What is on the page of a state that is dragged, and of what is in it. It is moved as it stands, so that a step of a drag draws
 * nothing again, however large the chart is: the elements are sought once, and again when others come into view, and have layers of
 * their own meanwhile. Lines inside come along; lines that lead out of it are not seen meanwhile.
 */
export class Carried {
  /** What moves with it, and what is hidden. */
  readonly #along = new Set<HTMLElement | SVGElement>();
  readonly #hidden = new Set<HTMLElement | SVGElement>();
  #sought:
    | { readonly canvas: HTMLElement; readonly id: string; readonly parts: readonly number[] }
    | undefined;

  move(canvas: HTMLElement, id: string, by: Point): void {
    this.#seek(canvas, id);
    const place = `${by.x}px ${by.y}px`;
    for (const { style } of this.#along) style.setProperty("translate", place);
  }
  /** All is again where the picture has it. */
  end(): void {
    for (const { style } of this.#along) {
      style.removeProperty("translate");
      style.removeProperty("will-change");
    }
    for (const { style } of this.#hidden) style.removeProperty("display");
    this.#along.clear();
    this.#hidden.clear();
    this.#sought = undefined;
  }

  #seek(canvas: HTMLElement, id: string): void {
    // these lists are the browser's own, and kept by it
    const parts = ["react-flow__node", "react-flow__edge"].map(
      (name) => canvas.getElementsByClassName(name).length,
    );
    const known = this.#sought;
    if (known?.canvas === canvas && known.id === id && known.parts.every((n, i) => n === parts[i])) return;
    this.#sought = { canvas, id, parts };
    for (const node of canvas.querySelectorAll<HTMLElement>(".react-flow__node")) {
      const name = node.dataset["id"] ?? "";
      if (!isIn(statePathId(name) ?? name.replace(/^initial:/, ""), id)) continue;
      this.#along.add(node);
      node.style.setProperty("will-change", "translate");
    }
    const [along, away] = [new Set<string | undefined>(), new Set<string | undefined>()];
    for (const { dataset } of canvas.querySelectorAll<SVGElement>("[data-line]")) {
      const [leaves, comes] = [isIn(dataset["from"], id), isIn(dataset["to"], id)];
      if (leaves && comes) along.add(dataset["line"]);
      else if (leaves || comes) away.add(dataset["line"]);
    }
    if (along.size + away.size === 0) return;
    for (const part of canvas.querySelectorAll<HTMLElement | SVGElement>("[data-line], [data-label-of]")) {
      const line = part.dataset["line"] ?? part.dataset["labelOf"];
      if (along.has(line)) this.#along.add(part);
      else if (away.has(line)) {
        this.#hidden.add(part);
        part.style.setProperty("display", "none");
      }
    }
  }
}
