import { isScript } from "#core/project/gameIdFrom.ts";
import type { Bringing } from "#adapters/storage/broughtStore.ts";
import { textOf } from "#adapters/storage/fileAccess.ts";
import { fromHandle, gatherFolder } from "#app/gestures/bring/gather.ts";

/** Pickers of browsers with the File System Access API; not part of TypeScript's declarations. */
interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?(options: object): Promise<FileSystemDirectoryHandle>;
}

const SCRIPTS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/** Lets the person choose files; null when they choose none. Call it from a click. @throws StoreError */
export async function pickFiles(): Promise<Bringing | null> {
  const { showOpenFilePicker } = window as Window & Pickers;
  if (!showOpenFilePicker) return pickWithField((field) => (field.accept = SCRIPTS.join()));
  const handles = await chosen(
    showOpenFilePicker.call(window, {
      id: "turnwright-file",
      multiple: true,
      types: [{ description: "TypeScript, JavaScript", accept: { "text/javascript": SCRIPTS } }],
    }),
  );
  if (!handles) return null;
  return { files: await Promise.all(handles.map((handle) => fromHandle(handle, ""))) };
}

/** Lets the person choose a folder; null when they choose none. Call it from a click. @throws StoreError */
export async function pickFolder(): Promise<Bringing | null> {
  const { showDirectoryPicker } = window as Window & Pickers;
  if (!showDirectoryPicker) return pickWithField((field) => (field.webkitdirectory = true));
  const folder = await chosen(showDirectoryPicker.call(window, { id: "turnwright-folder", mode: "read" }));
  return folder && gatherFolder(folder);
}

/** Null when the person closed the dialog without choosing. */
const chosen = <T>(picking: Promise<T>): Promise<T | null> =>
  picking.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  });

/** The field that every browser has: it gives the text, and no way back into the file. */
function pickWithField(adjust: (field: HTMLInputElement) => void): Promise<Bringing | null> {
  const field = document.createElement("input");
  field.type = "file";
  field.multiple = true;
  adjust(field);
  return new Promise((done, fail) => {
    field.addEventListener("cancel", () => done(null));
    field.addEventListener("change", () => {
      const files = [...(field.files ?? [])].filter(({ name }) => !field.webkitdirectory || isScript(name));
      Promise.all(
        files.map(async (file) => ({ path: file.webkitRelativePath || file.name, text: await textOf(file) })),
      ).then((read) => done({ files: read }), fail);
    });
    field.click();
  });
}
