/** When the first picture counts as drawn although none was painted, in milliseconds: a page in a hidden tab is not painted at all. */
const FIRST_PICTURE_TIMEOUT_MS = 2_000;

/** Resolves when what has just been rendered is on the screen and the browser has nothing more to do for it. */
export const firstPicture = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, FIRST_PICTURE_TIMEOUT_MS);
    const finish = () => {
      clearTimeout(timer);
      done();
    };
    // Safari has no idle callbacks.
    const idle =
      "requestIdleCallback" in window ? () => requestIdleCallback(finish) : () => setTimeout(finish);
    // A canvas measures its nodes in the first frame and shows them in the second.
    requestAnimationFrame(() => requestAnimationFrame(idle));
  });
