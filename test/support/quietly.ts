/** Does something while XState warns nobody: events to actors that have stopped are part of what is tried. */
export async function quietly<T>(job: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await job();
  } finally {
    console.warn = warn;
  }
}
