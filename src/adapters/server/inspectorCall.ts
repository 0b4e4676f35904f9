import type { InspectorCall } from "#core/project/inspectWire.ts";
import type { Json } from "#core/text/json.ts";
import { objectOf, textOf, wrong } from "#adapters/server/callStore.ts";

/** What a page of the studio asks of the inspector. @throws StoreError `refused` for a body of another form */
export function inspectorCall(body: Json): InspectorCall {
  const fields = objectOf(body, "A call");
  const what = textOf(fields["do"], "do");
  switch (what) {
    case "look":
    case "part":
      return { do: what };
    case "join": {
      const code = textOf(fields["code"], "code");
      const { foreign } = fields;
      if (foreign === undefined) return { do: what, code };
      if (!Array.isArray(foreign)) throw wrong("foreign");
      return { do: what, code, foreign: foreign.map((id) => textOf(id as Json, "foreign")) };
    }
    case "refuse":
      return { do: what, code: textOf(fields["code"], "code") };
    case "take":
    case "decline": {
      const { trace } = fields;
      if (typeof trace !== "number") throw wrong("trace");
      return { do: what, trace };
    }
    default:
      throw wrong("do");
  }
}
