// Splits the text of `Fn::Sub` into plain text and the names in `${…}`. Linear in the text.

export interface SubPart {
  /** The part as written, `${…}` included. */
  readonly text: string;
  /** The name whose value replaces this part. Undefined for plain text, and for `${!Literal}`, whose text is `${Literal}`. */
  readonly name?: string | undefined;
}

export function subParts(text: string): SubPart[] {
  const parts: SubPart[] = [];
  let plainFrom = 0;
  for (let start = text.indexOf('${'); start >= 0; start = text.indexOf('${', plainFrom)) {
    const end = text.indexOf('}', start);
    if (end < 0) break;
    if (start > plainFrom) parts.push({ text: text.slice(plainFrom, start) });
    const inside = text.slice(start + 2, end);
    const whole = text.slice(start, end + 1);
    if (inside.startsWith('!')) parts.push({ text: `\${${inside.slice(1)}}` });
    else parts.push(inside.trim() === '' ? { text: whole } : { text: whole, name: inside.trim() });
    plainFrom = end + 1;
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom) });
  return parts;
}
