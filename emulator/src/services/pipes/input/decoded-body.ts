// The event of a record with the body of its message as JSON, where the body is JSON: what filters, templates and dynamic parameters see. Pure.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-input-transformation.html#input-transform-implicit
import { partsOf, wholeValue } from '#lib/json-slice';
import { isJson } from '#lib/json-structure';

/** Begins the records of data streams, whose data is in base64. */
const DATA_RECORD = '{"kinesisSchemaVersion":';

/** `text` is the event as JSON. Everything besides the body keeps its spelling, and so does the body: long numbers stay as they are. */
export function decodedBody(text: string): string {
  if (!isJson(text)) return text;
  const isData = text.startsWith(DATA_RECORD);
  const key = isData ? 'data' : 'body';
  let body: { readonly start: number; readonly end: number } | undefined;
  for (const part of partsOf(text, wholeValue(text))) if (part.key === key) body = part;
  if (!body || text[body.start] !== '"') return text;
  const written = JSON.parse(text.slice(body.start, body.end)) as string;
  const content = isData ? Buffer.from(written, 'base64').toString() : written;
  const isDocument = /^\s*[[{]/.test(content) && isJson(content);
  return isDocument ? `${text.slice(0, body.start)}${content.trim()}${text.slice(body.end)}` : text;
}
