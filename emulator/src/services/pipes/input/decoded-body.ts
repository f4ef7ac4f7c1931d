// The event of a record with the body of its message as JSON, where the body is JSON: what filters, templates and dynamic parameters see. Pure.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-input-transformation.html#input-transform-implicit
import { partsOf, wholeValue } from '#lib/json-slice';
import { isJson } from '#lib/json-structure';

/** Begins of events whose members are in base64. */
const ENCODED: readonly { readonly begin: string; readonly members: readonly string[] }[] = [
  { begin: '{"kinesisSchemaVersion":', members: ['data'] },
  { begin: '{"eventSource":"aws:kafka"', members: ['key', 'value'] },
  { begin: '{"eventSource":"SelfManagedKafka"', members: ['key', 'value'] },
];

/** `text` is the event as JSON. Everything besides the body keeps its spelling, and so does the body: long numbers stay as they are. */
export function decodedBody(text: string): string {
  if (!isJson(text)) return text;
  const encoded = ENCODED.find(({ begin }) => text.startsWith(begin));
  const members = encoded?.members ?? ['body'];
  const parts: string[] = [];
  let written = 0;
  for (const part of partsOf(text, wholeValue(text))) {
    if (!members.includes(part.key ?? '') || text[part.start] !== '"') continue;
    const content = JSON.parse(text.slice(part.start, part.end)) as string;
    const document = documentIn(encoded ? Buffer.from(content, 'base64').toString() : content);
    if (document === undefined) continue;
    parts.push(text.slice(written, part.start), document);
    written = part.end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(written);
}

const documentIn = (content: string): string | undefined => (/^\s*[[{]/.test(content) && isJson(content) ? content.trim() : undefined);
