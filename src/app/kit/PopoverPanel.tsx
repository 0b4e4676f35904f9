import { Popover } from "radix-ui";
import css from "#app/kit/Popover.module.css";

/** What opens beside a button, over the page and never wider or higher than the window. */
export const PopoverPanel = ({ className = "", ...rest }: Popover.PopoverContentProps) => (
  <Popover.Portal>
    <Popover.Content className={`${css.panel} ${className}`} sideOffset={6} collisionPadding={8} {...rest} />
  </Popover.Portal>
);
