import type { InspectorCall } from "#core/project/inspectWire.ts";
import type { Json } from "#core/text/json.ts";
import { list, number, optional, string, tagged, type Schema } from "#core/text/schema.ts";
import { fieldsOf } from "#adapters/server/callStore.ts";

const calls: Schema<InspectorCall> = tagged("do", {
  look: {},
  part: {},
  join: { code: string, foreign: optional(list(string)) },
  refuse: { code: string },
  take: { trace: number },
  decline: { trace: number },
});

/** What a page of the studio asks of the inspector. @throws StoreError `refused` for a body of another form */
export const inspectorCall = (body: Json): InspectorCall => fieldsOf(calls, body);
