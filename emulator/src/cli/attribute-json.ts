// Items of tables as plain JSON: without the types of their attributes. Numbers keep all their digits, bytes are base64, sets are lists. Pure.

export interface WireItem {
  readonly [name: string]: WireValue;
}

/** A value in wire form: one member, named after its type. */
interface WireValue {
  readonly [type: string]: unknown;
}

export const plainJson = (item: WireItem): string =>
  `{${Object.entries(item)
    .map(([name, value]) => `${JSON.stringify(name)}:${plainValue(value)}`)
    .join(',')}}`;

function plainValue(value: WireValue): string {
  const [[type, content] = ['NULL', true]] = Object.entries(value);
  switch (type) {
    case 'N':
      return String(content);
    case 'NS':
      return `[${(content as string[]).join(',')}]`;
    case 'L':
      return `[${(content as WireValue[]).map(plainValue).join(',')}]`;
    case 'M':
      return plainJson(content as WireItem);
    case 'NULL':
      return 'null';
    default:
      return JSON.stringify(content);
  }
}
