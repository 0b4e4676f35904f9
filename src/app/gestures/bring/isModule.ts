/** Whether a text from the clipboard is a module that makes a machine, and not a state that was copied. */
export const isModule = (text: string): boolean =>
  /\bcreateMachine\b/.test(text) &&
  !text.startsWith("/* turnwright state ") &&
  (/^(import|export|const|let|var)\b/m.test(text) || /^\s*(createMachine|setup)\s*\(/.test(text));
