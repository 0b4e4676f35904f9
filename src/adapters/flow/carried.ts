import { statePathId } from "#adapters/flow/flowGraph.ts";
import type { Point } from "#core/layout/geometry.ts";

/** Whether a state is another one or stands in it. */
const isIn = (id: string | undefined, around: string): boolean =>
  id !== undefined && (id === around || id.startsWith(`${around}.`));

/**
 * What is on the page of a state that is dragged, and of what is in it. It is moved as it stands, so that a step of a drag draws
 * nothing anew, however large the chart is. Lines inside come along; lines that lead out of it are not seen meanwhile.
 */
export class Carried {
  readonly #touched = new Set<HTMLElement | SVGElement>();

  move(canvas: HTMLElement, id: string, by: Point): void {
    const place = `${by.x}px ${by.y}px`;
    for (const node of canvas.querySelectorAll<HTMLElement>(".react-flow__node")) {
      const name = node.dataset["id"] ?? "";
      if (isIn(statePathId(name) ?? name.replace(/^initial:/, ""), id)) this.#place(node, place);
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
      if (along.has(line)) this.#place(part, place);
      else if (away.has(line)) this.#hide(part);
    }
  }
  /** All is again where the picture has it. */
  end(): void {
    for (const { style } of this.#touched) {
      style.removeProperty("translate");
      style.removeProperty("display");
    }
    this.#touched.clear();
  }

  #place(element: HTMLElement | SVGElement, place: string): void {
    this.#touched.add(element);
    element.style.setProperty("translate", place);
  }
  #hide(element: HTMLElement | SVGElement): void {
    this.#touched.add(element);
    element.style.setProperty("display", "none");
  }
}
