const KEY = "turnwright.legend";

/** Whether this person had the legend open. */
export function legendWasOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === "open";
  } catch {
    return false;
  }
}

export function storeLegend(open: boolean): void {
  try {
    localStorage.setItem(KEY, open ? "open" : "closed");
  } catch {
    /* private mode: it lasts for this page */
  }
}
