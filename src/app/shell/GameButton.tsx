import { lazy, Suspense } from "react";
import { GameChip } from "#app/shell/GameChip.tsx";

const GameMenu = lazy(() => import("#app/shell/GameMenu.tsx").then((m) => ({ default: m.GameMenu })));

/** The open game's name; its menu is loaded when the pointer or the focus comes near. */
export function GameButton({ menus }: { menus: boolean }) {
  return <Suspense fallback={<GameChip />}>{menus ? <GameMenu /> : <GameChip />}</Suspense>;
}
