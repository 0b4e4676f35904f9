import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const MACHINE = "machines/haikyu-break.machine.ts";

test("at a clause stands what the machine does; a fault shows in the formula and in its scenarios", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const side = me.page.locator("article");
  await me.open("#/haikyu-break/rules?clause=HV-III.5");

  await expect(side.getByText("(dp else 0) ≥ facedOp").first()).toBeVisible();
  await expect(me.page.getByText("(op else 0) + bonus(“opponentOp”)")).toBeVisible();
  await expect(side.getByText(me.say("behavior.else"), { exact: true }).first()).toBeVisible();
  await expect(me.page.getByText(/^\d+ pass/)).toBeVisible();
  await expect(me.clause("HV-III.5")).not.toContainText(/\d+ of \d+ fail/);

  const text = await studio.text(MACHINE);
  await studio.write(
    MACHINE,
    text.replace("(context.dp ?? 0) >= facedOp(context),", "(context.dp ?? 0) > facedOp(context),"),
  );

  await expect(side.getByText("(dp else 0) > facedOp").first()).toBeVisible();
  await expect(me.clause("HV-III.5")).toContainText(/\d+ of \d+ fail/);
});

test("a constant shows its value", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-III.2");

  await expect(me.page.locator("article").getByText(/\|names\| ≤ min\(3, handOf\(by\)\)/)).toBeVisible();
});
