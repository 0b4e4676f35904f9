/** What takes the Tab key, or is walked to by arrows. */
const CONTROLS = "a[href], button, input, select, textarea, [tabindex]";
const BUTTONS = "a[href], button:not([role])";
const FIELDS = "input, select, textarea";
/** What comes over the window and goes again. Afterwards the keys are where they were before. */
const PASSING = '[role="menu"], [role="dialog"], [role="alertdialog"], [role="status"]';
const PLACES = "[data-canvas], [role='tree']";

/** The pointer takes the focus away between these. */
const PRESSES = ["mousedown", "pointerup", "pointercancel"] as const;

/** Where the keys are: the control, what stands around it, and the controls beside it in their order. */
interface FocusPlace {
  readonly control: HTMLElement;
  readonly place: HTMLElement | undefined;
  /** Name of the section that it stands in, and id of the note. */
  readonly section: string | undefined;
  readonly note: string | undefined;
  readonly order: readonly HTMLElement[];
}

/**
 * Keeps the keys of the window. What has the focus may go with a change: a state that is deleted, a field that was for one entry, a
 * button that has nothing more to do. The browser then gives the keys to the page as a whole, and whoever works by them begins at its
 * top. Here they go on to the same field as it is drawn now, to the selected row, to the nearest control, or to the graph, where the keys
 * work on what is selected.
 *
 * A person who clicks on mere text has left the control on purpose: nothing is done until something changes.
 */
export class FocusKeeper {
  readonly #isDesign: () => boolean;
  #last: FocusPlace | undefined;
  /** Something had the keys once: a page that has just come has not lost them. */
  #isUsed = false;
  #isPressing = false;
  #isLeft = false;

  /** @param isDesign the graph is worked on: elsewhere it has keys of its own, and those of the view are for the whole of it */
  constructor(isDesign: () => boolean) {
    this.#isDesign = isDesign;
  }

  /** @returns what ends it */
  start(): () => void {
    const observer = new MutationObserver(this.#check);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled", "hidden", "inert"],
    });
    document.addEventListener("focusin", this.#note);
    document.addEventListener("focusout", this.#leave);
    for (const type of PRESSES) window.addEventListener(type, this.#press, true);
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement !== document.body) {
      this.#isUsed = true;
      this.#remember(activeElement);
    }
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", this.#note);
      document.removeEventListener("focusout", this.#leave);
      for (const type of PRESSES) window.removeEventListener(type, this.#press, true);
    };
  }

  /** The game, or what is selected, is another one now. */
  changed(): void {
    this.#isLeft = false;
    this.#check();
  }

  readonly #note = ({ target }: FocusEvent) => {
    this.#isUsed = true;
    this.#isPressing = false;
    this.#isLeft = false;
    if (target instanceof HTMLElement) this.#remember(target);
  };
  readonly #press = ({ type }: MouseEvent) => {
    this.#isPressing = type === "mousedown";
  };
  readonly #leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    if (this.#isPressing) this.#isLeft = true;
    else this.#check();
  };

  #remember(control: HTMLElement): void {
    if (control.closest(PASSING)) return;
    const place = control.closest<HTMLElement>(PLACES) ?? undefined;
    const around = control.closest<HTMLElement>("section, aside, nav, header") ?? document.body;
    const order = place?.matches("[data-canvas]") ? [] : controlsIn(around);
    const section = sectionOf(control);
    const note = control.closest<HTMLElement>("[data-note]")?.dataset["note"];
    this.#last = { control, place, section, note, order };
  }

  /** Now, and when the browser has seen what can have the focus no longer. */
  readonly #check = () => {
    if (!this.#isUsed || this.#isLeft || !isLost()) return;
    setTimeout(this.#restore);
    requestAnimationFrame(() => setTimeout(this.#restore));
  };
  readonly #restore = () => {
    if (this.#isLeft || !isLost()) return;
    const dialog = document.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]');
    (dialog ?? this.#next())?.focus({ preventScroll: true });
  };

  #home(): HTMLElement | undefined {
    const main = document.querySelector<HTMLElement>("main") ?? undefined;
    return (this.#isDesign() ? canvas() : undefined) ?? main ?? firstControl();
  }
  #next(): HTMLElement | undefined {
    const last = this.#last;
    if (!last) return this.#home();
    if (canHaveFocus(last.control)) return last.control;
    if (last.place?.matches("[data-canvas]")) return noteOf(last) ?? canvas();
    return sameField(last) ?? selectedRow(last.place) ?? nearest(last) ?? this.#home();
  }
}

const isLost = (): boolean => {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body;
};

/** Without those of the graph, which as a whole is one. */
const controlsIn = (place: HTMLElement): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !control.closest("[data-canvas]"));

const canHaveFocus = (control: HTMLElement): boolean =>
  control.isConnected && !control.matches(":disabled, [inert] *") && control.checkVisibility();

const canvas = (): HTMLElement | undefined =>
  document.querySelector<HTMLElement>("[data-canvas]") ?? undefined;

const firstControl = (): HTMLElement | undefined =>
  controlsIn(document.body).find((control) => control.tabIndex >= 0 && canHaveFocus(control));

const sectionOf = (control: HTMLElement): string | undefined =>
  control.closest("section[aria-label]")?.getAttribute("aria-label") ?? undefined;

/** The note that was written, where it is still there. */
function noteOf({ note }: FocusPlace): HTMLElement | undefined {
  if (note === undefined) return undefined;
  return document.querySelector<HTMLElement>(`[data-note="${CSS.escape(note)}"]`) ?? undefined;
}

/** The field of that name in the section of that name: it is drawn anew where the same fields are for something else now. */
function sameField({ control, section }: FocusPlace): HTMLElement | undefined {
  const name = control.getAttribute("aria-label");
  if (name === null || section === undefined || !control.matches(FIELDS)) return undefined;
  return controlsIn(document.body).find(
    (other) =>
      other.tagName === control.tagName &&
      other.getAttribute("aria-label") === name &&
      sectionOf(other) === section &&
      canHaveFocus(other),
  );
}

const selectedRow = (place: HTMLElement | undefined): HTMLElement | undefined =>
  place?.querySelector<HTMLElement>('[role="treeitem"][aria-selected="true"]') ?? undefined;

/** The control that stood nearest to it, of those that are still there. */
function nearest({ control, order }: FocusPlace): HTMLElement | undefined {
  const at = order.indexOf(control);
  if (at < 0) return undefined;
  const byDistance = order
    .map((other, i) => ({ other, distance: Math.abs(i - at) }))
    .toSorted((a, b) => a.distance - b.distance);
  // What has keys of its own (a field, a list, a divider) would take those that worked here before.
  const wanted = control.matches(FIELDS) ? `${BUTTONS}, ${FIELDS}` : BUTTONS;
  return byDistance.find(
    ({ other }) => other !== control && other.tabIndex >= 0 && other.matches(wanted) && canHaveFocus(other),
  )?.other;
}
