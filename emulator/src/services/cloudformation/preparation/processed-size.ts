// The size of what transforms make of a template: a fragment of a bucket or a loop's body may stand in it hundreds of times.
import { isList, isObject, type Json } from '#resources/json';
import { TemplateProblem, TransformFailed } from '#services/cloudformation/engine/problem';

/** Limit: bytes of a template in a bucket, and so of a template that transforms make. */
export const MAX_TEMPLATE_BYTES = 1_000_000;

export const tooLarge = (longest = MAX_TEMPLATE_BYTES): TemplateProblem =>
  new TemplateProblem(`Template may not exceed ${longest} bytes in size.`);

/** Adds up what transforms insert into one template, before it is put together. */
export class ProcessedSize {
  #bytes = 0;

  /** @throws TransformFailed in the words for templates that are too large */
  add(value: Json): void {
    this.#bytes = sum(value, this.#bytes);
  }
}

/** Looks no further than it has to. @throws TransformFailed as above */
export function checkSize(template: Json): void {
  sum(template, 0);
}

/** Bytes as JSON without spaces, at least: letters that JSON escapes count once. */
function sum(value: Json, before: number): number {
  let bytes = before;
  if (typeof value === 'string') bytes += Buffer.byteLength(value) + 2;
  else if (isList(value)) for (const item of value) bytes = sum(item, bytes + 1);
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) bytes = sum(item, bytes + Buffer.byteLength(name) + 4);
  else bytes += 1;
  if (bytes > MAX_TEMPLATE_BYTES) throw new TransformFailed(tooLarge().message);
  return bytes;
}
