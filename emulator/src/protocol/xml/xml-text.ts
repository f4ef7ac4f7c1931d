// XML as text: escapes output, and parses input (no document types, no custom entities, bounded depth).
import { parseXml as parse, XmlDocumentType, XmlElement, XmlText } from '@rgrove/parse-xml';
import { countByte } from '#lib/json-structure';
import { table } from '#lib/table';
import { malformedXml, tooManyValues } from '#protocol/refusals';
import { decodeText, MAX_DEPTH } from '#protocol/text';

const ESCAPES: Record<string, string> = table({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
  '\u0085': '&#x85;',
  '\u2028': '&#x2028;',
});
/** Includes characters that no XML 1.0 document may contain, not even escaped. */
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\u0085\u2028\ufffe\uffff]/;
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g');

export const escapeXml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (character) => ESCAPES[character] ?? '\ufffd') : text;

/** The end of the construct that starts at `at`: comments, CDATA and instructions contain no elements. */
function skipNonElement(text: string, at: number): number {
  const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>';
  const found = text.indexOf(end, at);
  return found < 0 ? text.length : found + end.length;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const next = text[at + 1];
    if (next === '!' || next === '?') {
      at = skipNonElement(text, at);
      continue;
    }
    const end = text.indexOf('>', at);
    if (end < 0) return false;
    if (next === '/') depth--;
    else if (text[end - 1] !== '/' && ++depth > MAX_DEPTH) return true;
    at = end;
  }
  return false;
}

const LESS_THAN = 60;
const AMPERSAND = 38;
const EQUALS = 61;
/** Limit: tags, references and attributes of an XML request: ten thousand parts of an upload with one checksum each have eighty thousand. */
const MAX_MARKUP = 150_000;

function hasTooMuchMarkup(bytes: Uint8Array): boolean {
  let left = MAX_MARKUP;
  for (const byte of [LESS_THAN, AMPERSAND, EQUALS]) if ((left -= countByte(bytes, byte, left)) <= 0) return true;
  return false;
}

export function parseXml(bytes: Uint8Array): XmlElement {
  const text = decodeText(bytes);
  if (isTooDeep(text)) throw malformedXml();
  if (bytes.length > MAX_MARKUP && hasTooMuchMarkup(bytes)) throw tooManyValues();
  try {
    const document = parse(text, { preserveDocumentType: true });
    if (document.root && !document.children.some((child) => child instanceof XmlDocumentType)) return document.root;
  } catch {
    // Falls through: the service has one message for all mistakes.
  }
  throw malformedXml();
}

/** `s3:Key` → `Key` */
export function localName(element: XmlElement): string {
  const colon = element.name.indexOf(':');
  return colon < 0 ? element.name : element.name.slice(colon + 1);
}

export function textOf(element: XmlElement): string {
  const [only] = element.children;
  return element.children.length === 1 && only instanceof XmlText ? only.text : element.text;
}

export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement);
