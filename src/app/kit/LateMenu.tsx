import {
  type ComponentProps,
  type ComponentType,
  type Ref,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";

/** What a menu takes over from the button that stood in its place. */
export interface LateMenuProps {
  /** It was pressed before the menu was there. */
  readonly defaultOpen: boolean;
  /** The menu's own button: it has the focus if that one had it. */
  readonly trigger: Ref<HTMLButtonElement>;
}

/**
 * A button whose menu comes after the first picture: as soon as the pointer or the focus is near, or at a press, which opens it then.
 * One button is changed for the other once, and with the menu there, so that no press falls between them.
 */
export function LateMenu({
  near,
  Button,
  load,
}: {
  near: boolean;
  Button: ComponentType<ComponentProps<"button">>;
  load: () => Promise<ComponentType<LateMenuProps>>;
}) {
  const [Menu, setMenu] = useState<ComponentType<LateMenuProps>>();
  /** How often it was pressed in vain: each time it is tried again to get the menu. */
  const [presses, setPresses] = useState(0);
  const press = () => setPresses((n) => n + 1);
  useEffect(() => {
    let current = true;
    if (near || presses > 0)
      void load().then(
        (found) => current && setMenu(() => found),
        (fault: unknown) => console.warn(fault),
      );
    return () => {
      current = false;
    };
  }, [near, presses, load]);
  const hadFocus = useRef(false);
  const standIn = useCallback((button: HTMLButtonElement) => {
    return () => {
      hadFocus.current = document.activeElement === button;
    };
  }, []);
  const trigger = useCallback((button: HTMLButtonElement | null) => {
    if (hadFocus.current) button?.focus();
    hadFocus.current = false;
  }, []);
  if (Menu) return <Menu defaultOpen={presses > 0} trigger={trigger} />;
  return (
    <Button
      ref={standIn}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerDown={({ button, ctrlKey }) => {
        if (button === 0 && !ctrlKey) press();
      }}
      onKeyDown={(event) => {
        if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
        event.preventDefault();
        press();
      }}
      onClick={press}
    />
  );
}
