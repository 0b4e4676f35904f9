import { readRoute, routeHash, type Route } from "#app/studio/route.ts";

/** The address bar: what is looked at stands in it, and a link or the way back leads there. */
export class Address {
  /** The one that was last written or followed. */
  #known = location.hash;

  /** Calls back when the person goes elsewhere: by a link, by back and forth, or by typing. */
  listen(follow: (route: Route) => void): void {
    const changed = () => {
      // A click on a link of the page comes twice, as `popstate` and as `hashchange`.
      if (location.hash === this.#known) return;
      this.#known = location.hash;
      follow(readRoute(location.hash));
    };
    window.addEventListener("popstate", changed);
    window.addEventListener("hashchange", changed);
  }

  write(route: Route, how: "push" | "replace"): void {
    const hash = routeHash(route);
    this.#known = hash;
    if (hash !== location.hash) history[how === "push" ? "pushState" : "replaceState"](null, "", hash);
  }
}
