/** What is seen on the canvas only while one points, drags or asks for it: one chunk, which comes after the first picture. */
export { fullRoute } from "#core/layout/fullRoute.ts";
export { DragSigns } from "#adapters/flow/DragHint.tsx";
export { foldAll } from "#adapters/flow/foldAll.ts";
export { KeepInView } from "#adapters/flow/KeepInView.tsx";
export { EmptyView } from "#adapters/flow/EmptyView.tsx";
export { Legend } from "#adapters/flow/Legend.tsx";
export { listedWays } from "#adapters/flow/listedWays.ts";
export { LooseEnd } from "#adapters/flow/LooseEnd.tsx";
export { NoteCard, NoteMark } from "#adapters/flow/NoteCard.tsx";
export { OverviewMap } from "#adapters/flow/OverviewMap.tsx";
export { Ghosts, ProposalBar } from "#adapters/flow/ProposalView.tsx";
export { QuickAdd } from "#adapters/flow/QuickAdd.tsx";
export { StepCard } from "#adapters/flow/StepCard.tsx";
export { surroundingsOf } from "#adapters/flow/surroundings.ts";
export { UnfoldingBar } from "#adapters/flow/UnfoldingBar.tsx";
export { WaysCard } from "#adapters/flow/WaysCard.tsx";
