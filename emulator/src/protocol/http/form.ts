// Parses application/x-www-form-urlencoded into a tree of its dotted keys.
import { malformedQuery } from '#protocol/refusals';
import { decodeForm } from './wire.ts';

export interface FormNode {
  value?: string;
  children?: Record<string, FormNode>;
}

/** `Tags.member.1.Key` has four parts; no key in any model comes close to this limit. */
const MAX_PARTS = 64;

function descend(root: FormNode, key: string): FormNode {
  let node = root;
  let start = 0;
  for (let parts = 1; ; parts++) {
    if (parts > MAX_PARTS) throw malformedQuery();
    const dot = key.indexOf('.', start);
    const part = dot < 0 ? key.slice(start) : key.slice(start, dot);
    node.children ??= Object.create(null) as Record<string, FormNode>;
    node = node.children[part] ??= {};
    if (dot < 0) return node;
    start = dot + 1;
  }
}

export function parseForm(text: string): FormNode {
  const root: FormNode = { children: Object.create(null) as Record<string, FormNode> };
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    const found = text.indexOf('=', start);
    const equals = found < 0 || found > end ? end : found;
    const key = decodeForm(text.slice(start, equals));
    if (key !== '') descend(root, key).value = equals < end ? decodeForm(text.slice(equals + 1, end)) : '';
    start = end + 1;
  }
  return root;
}
