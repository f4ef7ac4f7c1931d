// Parses application/x-www-form-urlencoded into a tree of its dotted keys.
import { malformedQuery, tooManyValues } from '#protocol/refusals';
import { MAX_VALUES } from '#protocol/text';
import { decodeForm } from './wire.ts';

export interface FormNode {
  value?: string;
  children?: Record<string, FormNode>;
}

/** Limit: parts of a key of a query. `Tags.member.1.Key` has four; no key in any model comes close to this limit. */
const MAX_PARTS = 64;

class FormReader {
  readonly root: FormNode = { children: Object.create(null) as Record<string, FormNode> };
  #parts = 0;

  set(key: string, value: string): void {
    let node = this.root;
    let start = 0;
    for (let parts = 1; ; parts++) {
      if (parts > MAX_PARTS) throw malformedQuery();
      if (++this.#parts > MAX_VALUES) throw tooManyValues();
      const dot = key.indexOf('.', start);
      const part = dot < 0 ? key.slice(start) : key.slice(start, dot);
      node.children ??= Object.create(null) as Record<string, FormNode>;
      node = node.children[part] ??= {};
      if (dot < 0) break;
      start = dot + 1;
    }
    node.value = value;
  }
}

export function parseForm(text: string): FormNode {
  const form = new FormReader();
  let pairs = 0;
  let equals = -1;
  for (let start = 0; start < text.length; ) {
    if (++pairs > MAX_VALUES) throw tooManyValues();
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    // The next `=` is looked for once, however many pairs have none.
    if (equals < start) equals = orEnd(text.indexOf('=', start), text);
    const split = Math.min(equals, end);
    const key = decodeForm(text.slice(start, split));
    if (key !== '') form.set(key, split < end ? decodeForm(text.slice(split + 1, end)) : '');
    start = end + 1;
  }
  return form.root;
}

const orEnd = (at: number, text: string): number => (at < 0 ? text.length : at);
