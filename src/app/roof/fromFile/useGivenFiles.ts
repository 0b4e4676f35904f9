import { useEffect, useEffectEvent, useState } from "react";

/** A file or a text that a person gave for a new game. */
export interface GivenFile {
  /** Of the file; absent for a pasted text. */
  readonly name?: string;
  readonly content: File | string;
}

/** What was dropped or pasted: one, or how many where it is not one. */
export type GivenFiles = GivenFile | { readonly count: number };

/** The one file of a drop or of a clipboard; undefined where it holds none. */
export function givenFiles(transfer: DataTransfer | null): GivenFiles | undefined {
  const files = [...(transfer?.files ?? [])];
  const [file] = files;
  if (!file) return undefined;
  return files.length === 1 ? { name: file.name, content: file } : { count: files.length };
}

/**
 * What is dropped anywhere on the window, or pasted where nobody writes, while the dialog is open: it comes before the window's own
 * handling, which would open a dropped file as a machine. Answers whether files are being dragged over the window.
 */
export function useGivenFiles(isActive: boolean, onGiven: (files: GivenFiles) => void): boolean {
  const [isOver, setOver] = useState(false);
  const given = useEffectEvent(onGiven);
  useEffect(() => {
    if (!isActive) return undefined;
    const work = new AbortController();
    const capture = { capture: true, signal: work.signal };
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Leaving one element for another inside the window is no leaving.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const files = givenFiles(event.dataTransfer);
      if (!files) return;
      event.preventDefault();
      event.stopPropagation();
      given(files);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = givenFiles(event.clipboardData);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!files && (text.trim() === "" || isTextField(event.target))) return;
      event.preventDefault();
      event.stopPropagation();
      given(files ?? { content: text });
    };
    window.addEventListener("dragenter", onDrag, capture);
    window.addEventListener("dragover", onDrag, capture);
    window.addEventListener("dragleave", onLeave, capture);
    window.addEventListener("drop", onDrop, capture);
    window.addEventListener("paste", onPaste, capture);
    return () => work.abort();
  }, [isActive]);
  return isOver;
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("textarea, input:not([type=radio])") !== null;
