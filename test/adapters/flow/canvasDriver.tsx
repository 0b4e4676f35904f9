import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "#app/kit/tokens.css";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { onTestFinished } from "vitest";
import type { CanvasHandle, ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import { canvasWords, controlWords } from "#test/adapters/flow/words.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { namesFrom } from "#core/layout/names.ts";

export const ids = namesFrom(undefined, canvasWords);

type Given = Pick<ChartCanvasProps, "chart"> & Partial<ChartCanvasProps>;

/** A canvas on the page, spoken to as a person would: by pointing at states and by keys. */
export class CanvasDriver {
  readonly element: HTMLElement;
  handle: CanvasHandle | null = null;
  readonly #root: Root;
  #props: ChartCanvasProps;

  private constructor(given: Given, size: { width: number; height: number }) {
    this.element = document.createElement("div");
    this.element.style.cssText = `position:fixed;inset:0 auto auto 0;width:${size.width}px;height:${size.height}px`;
    document.body.append(this.element);
    this.#root = createRoot(this.element);
    this.#props = { arrangement: NO_ARRANGEMENT, names: ids, words: controlWords, ...given };
    onTestFinished(async () => {
      await act(async () => this.#root.unmount());
      this.element.remove();
    });
  }

  static async open(given: Given, size = { width: 1200, height: 800 }): Promise<CanvasDriver> {
    const driver = new CanvasDriver(given, size);
    await driver.give({});
    await document.fonts.ready;
    await driver.settle();
    return driver;
  }

  /** Changes some props and waits until they are drawn. */
  async give(changed: Partial<ChartCanvasProps>): Promise<void> {
    this.#props = { ...this.#props, ...changed };
    await act(async () =>
      this.#root.render(<ChartCanvas {...this.#props} ref={(handle) => void (this.handle = handle)} />),
    );
    await this.settle();
  }

  async settle(ms = 60): Promise<void> {
    await act(async () => new Promise((done) => setTimeout(done, ms)));
  }

  state(path: string): HTMLElement {
    const found = this.element.querySelector<HTMLElement>(`.react-flow__node[data-id="/${path}"]`);
    if (!found) throw new Error(`State ${path} is not drawn`);
    return found;
  }
  states(): string[] {
    return [...this.element.querySelectorAll<HTMLElement>(".react-flow__node-state")].map((n) =>
      (n.dataset["id"] ?? "").slice(1),
    );
  }
  arrows(): string[] {
    return [...this.element.querySelectorAll<HTMLElement>(".react-flow__edge")].map(
      (n) => n.dataset["id"] ?? "",
    );
  }
  /** Transition ids that stand as rows in states. */
  rows(): string[] {
    return [...this.element.querySelectorAll<HTMLElement>(".react-flow__node-state [data-transition]")].map(
      (n) => n.dataset["transition"] ?? "",
    );
  }

  /** Words of the level that is on. */
  pressed(): string[] {
    const group = `[role="group"][aria-label="${controlWords.level}"] [aria-pressed="true"]`;
    return [...this.element.querySelectorAll(group)].map((button) => button.textContent ?? "");
  }
  /** Presses a button by its words. */
  async press(words: string): Promise<void> {
    const button = [...this.element.querySelectorAll("button")].find((one) => one.textContent === words);
    if (!button) throw new Error(`There is no button ${words}`);
    await act(async () => button.click());
    await this.settle(300);
  }
  async doubleClick(path: string): Promise<void> {
    const title = this.state(path).querySelector("span[title]") as HTMLElement;
    await act(async () => void title.dispatchEvent(new MouseEvent("dblclick", { bubbles: true })));
    await this.settle(300);
  }
  /** The pointer comes onto a state, or leaves them all. */
  async hover(path: string | undefined): Promise<void> {
    const over = this.element.querySelector("[data-hovered]") ?? this.element;
    over.removeAttribute("data-hovered");
    const next = path === undefined ? this.element : this.state(path);
    const move = { bubbles: true, relatedTarget: next };
    await act(async () => {
      over.dispatchEvent(new MouseEvent("mouseout", move));
      next.dispatchEvent(new MouseEvent("mouseover", { bubbles: true, relatedTarget: over }));
      next.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
    });
    if (path !== undefined) next.setAttribute("data-hovered", "");
    await this.settle();
  }

  /** Takes a state by its title and lets go elsewhere; `by` is in screen pixels. */
  async drag(path: string, by: { x: number; y: number }): Promise<void> {
    const title = this.state(path).querySelector("span[title]") as HTMLElement;
    const box = title.getBoundingClientRect();
    await this.pointer(title, { x: box.x + 4, y: box.y + box.height / 2 }, by);
  }

  async pointer(
    target: Element,
    from: { x: number; y: number },
    by: { x: number; y: number },
  ): Promise<void> {
    const fire = (type: string, on: EventTarget, x: number, y: number) =>
      on.dispatchEvent(
        new MouseEvent(type, {
          bubbles: true,
          cancelable: true,
          view: window,
          clientX: x,
          clientY: y,
          button: 0,
          buttons: 1,
        }),
      );
    await act(async () => {
      fire("mousedown", target, from.x, from.y);
      // a first small step, as a hand makes it: the drag starts where the pointer has left the threshold
      fire("mousemove", document, from.x + Math.sign(by.x) * 3, from.y + Math.sign(by.y) * 3);
      for (let k = 1; k <= 5; k++) {
        fire("mousemove", document, from.x + (by.x * k) / 5, from.y + (by.y * k) / 5);
        await new Promise((done) => setTimeout(done, 16));
      }
      fire("mouseup", document, from.x + by.x, from.y + by.y);
    });
    await this.settle();
  }

  async key(key: string, init: KeyboardEventInit = {}): Promise<void> {
    const frame = this.element.querySelector("[data-canvas]") as HTMLElement;
    const inside =
      document.activeElement && frame.contains(document.activeElement) ? document.activeElement : frame;
    await act(async () => {
      inside.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
    });
    await this.settle(120);
  }
}
