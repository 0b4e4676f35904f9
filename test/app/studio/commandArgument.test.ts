import { expect, test } from "vitest";
import { commandArgument } from "#app/studio/commandArgument.ts";

test("a game is named by its id, and what lies elsewhere by its file, as one word of a shell", () => {
  expect(commandArgument("cart", { place: "/games" })).toBe("cart");
  expect(commandArgument("cart", undefined)).toBe("cart");
  expect(commandArgument("cart", { kept: "browser", place: "" })).toBe("cart");
  expect(commandArgument("cart", { kept: "path", place: "/app/src/machines/cart.ts" })).toBe(
    "/app/src/machines/cart.ts",
  );
  expect(commandArgument("cart", { found: true, place: "/my app/cart.ts" })).toBe(`"/my app/cart.ts"`);
});
