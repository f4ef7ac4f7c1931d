// Items of tables as plain JSON and back. Types that JSON does not have stay as they are written in the API: {"B": …}, {"SS": …}, {"NS": …}, {"BS": …}.

export type Attribute = Readonly<Record<string, unknown>>;
export type Item = Readonly<Record<string, Attribute>>;

const SPECIAL = ['B', 'SS', 'NS', 'BS'];

export function toPlain(attribute: Attribute): unknown {
  const [[type, value] = ['NULL', true]] = Object.entries(attribute);
  if (type === 'S' || type === 'BOOL') return value;
  if (type === 'N') return exact(String(value));
  if (type === 'NULL') return null;
  if (type === 'L') return (value as Attribute[]).map(toPlain);
  if (type === 'M') return itemToPlain(value as Item);
  return { [type]: value };
}

/** Numbers that a double cannot hold stay as `{"N": "…"}`. */
const exact = (text: string): unknown => (String(Number(text)) === text ? Number(text) : { N: text });

export const itemToPlain = (item: Item): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, one]) => [name, toPlain(one)]));

export function toAttribute(value: unknown): Attribute {
  if (value === null || value === undefined) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  const [first, ...others] = Object.entries(value);
  const [type, content] = first ?? [];
  if (others.length === 0 && type !== undefined && (SPECIAL.includes(type) || (type === 'N' && typeof content === 'string')))
    return { [type]: content };
  return { M: plainToItem(value as Record<string, unknown>) };
}

export const plainToItem = (plain: Record<string, unknown>): Item =>
  Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, toAttribute(value)]));
