import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LostTexts } from "#app/panels/inspector/LostTexts.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test("what is refused with a reason stays as it was typed, the reason beside it, until it is taken or taken back", async () => {
  const asked: string[] = [];
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const commit = (text: string) => {
    asked.push(text);
    return text.includes("charm") ? { key: "Nothing is called charm." } : undefined;
  };
  const render = (value: string) =>
    act(async () => root.render(<TextField label="Guard" value={value} onCommit={commit} />));
  await render("turn > 1");
  const field = page.getByRole("textbox", { name: "Guard" });
  const input = () => field.element() as HTMLInputElement;
  const type = (keys: string) => act(async () => userEvent.keyboard(keys));

  await act(async () => userEvent.fill(field, "charm > 3"));
  await type("{Enter}");
  expect(input().value).toBe("charm > 3");
  expect(input().getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(input().getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Nothing is called charm.",
  );

  // Left once more as it stands it is not asked again, on Enter it is.
  await act(async () => userEvent.click(field));
  await type("{Tab}");
  expect(asked).toEqual(["charm > 3"]);
  await act(async () => userEvent.click(field));
  await type("{Enter}");
  expect(asked).toEqual(["charm > 3", "charm > 3"]);

  await act(async () => userEvent.click(field));
  await type("{Escape}");
  expect(input().value).toBe("turn > 1");
  expect(input().hasAttribute("aria-invalid")).toBe(false);

  // A field that is declared elsewhere makes the formula good: the new guard stands, the reason is gone.
  await act(async () => userEvent.fill(field, "charm"));
  await type("{Enter}");
  await render("({ context }) => context.charm");
  expect(input().value).toBe("({ context }) => context.charm");
  expect(element.textContent).toBe("");
});

test("what another program wrote while one types is shown before Enter writes over it", async () => {
  const taken: string[] = [];
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const render = (value: string) =>
    act(async () =>
      root.render(<TextField label="Wording" value={value} onCommit={(text) => void taken.push(text)} />),
    );
  await render("first");
  const field = page.getByRole("textbox", { name: "Wording" });
  const input = () => field.element() as HTMLInputElement;
  const type = (keys: string) => act(async () => userEvent.keyboard(keys));

  await act(async () => userEvent.fill(field, "mine"));
  await render("theirs");
  expect(input().value).toBe("mine");
  await type("{Enter}");
  expect(taken).toEqual([]);
  expect(input().value).toBe("mine");
  expect(input().getAttribute("aria-invalid")).toBe("true");
  await type("{Enter}");
  expect(taken).toEqual(["mine"]);

  // Escape takes theirs; and what did not change meanwhile is taken at once.
  await render("mine");
  await act(async () => userEvent.fill(field, "more"));
  await render("theirs again");
  await type("{Escape}");
  expect(input().value).toBe("theirs again");
  await act(async () => userEvent.fill(field, "last"));
  await type("{Enter}");
  expect(taken).toEqual(["mine", "last"]);
});

test("what is typed in a field that goes away stays to be copied, and nothing of one that was given or taken back", async () => {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const render = (label: string | undefined) =>
    act(async () =>
      root.render(
        <LostTexts>
          {label !== undefined && (
            <TextField key={label} label={label} value="old" onCommit={() => undefined} />
          )}
        </LostTexts>,
      ),
    );
  const type = async (label: string, text: string, keys = "") => {
    await render(label);
    await act(async () => userEvent.fill(page.getByRole("textbox", { name: label }), text));
    if (keys !== "") await act(async () => userEvent.keyboard(keys));
    await render(undefined);
  };
  const texts = () => [...element.querySelectorAll("textarea")].map(({ value }) => value);

  await type("Given", "new", "{Enter}");
  await type("Taken back", "new", "{Escape}");
  await type("The same", "old");
  expect(texts()).toEqual([]);
  await type("Lost", "half a senten");
  expect(texts()).toEqual(["half a senten"]);
  await type("Lost too", "another");
  expect(texts()).toEqual(["half a senten", "another"]);
  await act(async () => userEvent.click(page.getByRole("button")));
  expect(texts()).toEqual([]);
});

test("what was refused is kept when its field goes away", async () => {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const refuse = () => ({ key: "Nothing is called so." });
  const render = (isThere: boolean) =>
    act(async () =>
      root.render(
        <LostTexts>{isThere && <TextField label="Name" value="old" onCommit={refuse} />}</LostTexts>,
      ),
    );
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  const texts = () => [...element.querySelectorAll("textarea")].map(({ value }) => value);

  await render(true);
  await act(async () => userEvent.fill(field, "no name"));
  await act(async () => userEvent.keyboard("{Enter}"));
  expect(field.element().getAttribute("aria-invalid")).toBe("true");
  await act(async () => userEvent.keyboard("{Escape}"));
  await render(false);
  expect(texts()).toEqual([]);

  await render(true);
  await act(async () => userEvent.fill(field, "no name"));
  await act(async () => userEvent.keyboard("{Enter}"));
  await render(false);
  expect(texts()).toEqual(["no name"]);
});
