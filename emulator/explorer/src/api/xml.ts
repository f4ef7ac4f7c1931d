// Reads the XML that the object service answers. The browser's own parser is a way to make markup from text, which the page's policy forbids.

export type XmlValue = string | { readonly [name: string]: readonly XmlValue[] };

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(x[\da-f]+|\d+)|(\w+));/gi, (all, code: string | undefined, name: string) =>
    code === undefined
      ? (ENTITIES[name] ?? all)
      : String.fromCodePoint(code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number(code)),
  );

interface Open {
  readonly name: string;
  readonly children: Record<string, XmlValue[]>;
  text: string;
}

/** The content of the root element: text, or its children by name. Attributes and comments are left out. */
export function parseXml(xml: string): XmlValue {
  const root: Open = { name: '', children: {}, text: '' };
  const open: Open[] = [root];
  for (const [, comment, closing, name = '', empty, text] of xml.matchAll(
    /(<[?!][^>]*>)|<(\/?)([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>|([^<]+)/g,
  )) {
    const top = open.at(-1)!;
    if (comment !== undefined) continue;
    if (text !== undefined) top.text += text;
    else if (closing === '/') close(open);
    else {
      open.push({ name, children: {}, text: '' });
      if (empty === '/') close(open);
    }
  }
  return Object.values(root.children)[0]?.[0] ?? '';
}

function close(open: Open[]): void {
  const done = open.pop();
  const parent = open.at(-1);
  if (!done || !parent) return;
  const value = Object.keys(done.children).length > 0 ? done.children : unescapeXml(done.text);
  (parent.children[done.name] ??= []).push(value);
}

export const childrenOf = (value: XmlValue | undefined, name: string): readonly XmlValue[] =>
  typeof value === 'object' ? (value[name] ?? []) : [];

export const textOf = (value: XmlValue | undefined, name: string): string => {
  const [first = ''] = childrenOf(value, name);
  return typeof first === 'string' ? first : '';
};
