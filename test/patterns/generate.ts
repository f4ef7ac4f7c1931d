// Random patterns and events over small alphabets, so that matches, near misses and odd spellings are frequent.

const KEYS = ['a', 'b', 'c', 'a.b', 'b.c', ''];
const TEXTS = [
  ...[
    '',
    'a',
    'ab',
    'abc',
    'ABC',
    'aBc',
    'b',
    'bc',
    'x*y',
    'é',
    'É',
    'aé',
    'ß',
    'SS',
    'a\\b',
    'foo/bar',
    'foo/baz/bar',
    'N',
    'null',
    '1',
    'a"b',
    '😀',
  ],
  ...['10.0.0.1', '10.00.0.1', '10.0.1.7', '192.168.0.9', '2001:db8::1', '::ffff:a00:1', 'foobar-foobaz', 'xxfoobaryy'],
];
const LONG_NUMBERS = ['12345678901234567890', '0.1000000000000000055', '37.807807921694092'];
const NUMBERS = [
  ...[
    '0',
    '-0',
    '1',
    '1.0',
    '1e0',
    '10E-1',
    '2',
    '5',
    '5.5',
    '300',
    '300.0',
    '3.0e2',
    '-1',
    '-1.5',
    '0.1',
    '123456789012',
    '1e300',
    '1e-7',
  ],
  ...LONG_NUMBERS,
];
const BLOCKS = ['10.0.0.0/24', '10.0.0.0/8', '0.0.0.0/0', '192.168.0.8/30', '2001:db8::/32', '::/0', '10.0.0.1/31'];
const PIECES = ['', 'a', 'b', 'fo', 'ba', 'o/', '1', 'é', 'foobar'];

type Tree = { [key: string]: unknown };

/** Numbers in [0, 1) that a seed decides. */
function xorshift(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export class Generator {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = xorshift(seed);
  }

  pattern(depth = 0): string {
    const members = this.#times(1, 3, () => {
      if (this.chance(0.08)) return `"$or":[${this.#times(2, 3, () => this.pattern(depth + 1)).join(',')}]`;
      const key = this.#quote(this.pick(KEYS));
      return `${key}:${depth < 2 && this.chance(0.4) ? this.pattern(depth + 1) : this.#list(2, () => this.#matchValue())}`;
    });
    return `{${members.join(',')}}`;
  }

  event(depth = 0): string {
    const members = this.#times(depth === 0 ? 1 : 0, 4, () => `${this.#quote(this.pick(KEYS))}:${this.#value(depth)}`);
    return `{${members.join(this.chance(0.05) ? ' ,\n' : ',')}}`;
  }

  /** An event that has most of the pattern's fields with likely values, some of them wrapped in arrays. */
  eventFor(pattern: string): string {
    return this.#near(JSON.parse(pattern) as Tree);
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  int(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.#random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }

  #times<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.int(most - least + 1) }, make);
  }

  #list(most: number, make: () => string): string {
    return `[${this.#times(1, most, make).join(',')}]`;
  }

  #quote(text: string): string {
    return this.chance(0.9) ? JSON.stringify(text) : escaped(text);
  }

  #text(): string {
    return this.#quote(this.pick(TEXTS));
  }

  #comparable(): string {
    return this.pick(NUMBERS.filter((number) => !LONG_NUMBERS.includes(number)));
  }

  #wildcard(): string {
    const text = this.#times(1, 3, () => this.pick(PIECES) + (this.chance(0.8) ? '*' : '')).join('');
    return JSON.stringify(text.replace(/\*+/g, '*') || '*');
  }

  #matchValue(): string {
    const text = () => this.#text();
    const folded = () => `{"equals-ignore-case":${text()}}`;
    return this.pick([
      ...[text, text, text, text, () => this.pick(NUMBERS), () => this.pick(NUMBERS), () => this.pick(['true', 'false', 'null'])],
      ...[
        () => `{"prefix":${text()}}`,
        () => `{"suffix":${text()}}`,
        () => `{"prefix":${folded()}}`,
        () => `{"suffix":${folded()}}`,
        folded,
      ],
      ...[() => `{"wildcard":${this.#wildcard()}}`, () => `{"cidr":"${this.pick(BLOCKS)}"}`, () => this.#numeric(), () => this.#numeric()],
      ...[
        () => '{"exists":true}',
        () => '{"exists":false}',
        () => '{"exists":false}',
        () => this.#anythingBut(),
        () => this.#anythingBut(),
      ],
    ])();
  }

  #numeric(): string {
    if (this.chance(0.5)) return `{"numeric":["${this.pick(['=', '<', '<=', '>', '>='])}",${this.#comparable()}]}`;
    return `{"numeric":["${this.pick(['>', '>='])}",${this.#comparable()},"${this.pick(['<', '<='])}",${this.#comparable()}]}`;
  }

  #anythingBut(): string {
    const some = (make: () => string) => (this.chance(0.5) ? make() : this.#list(3, make));
    const form = this.pick(['text', 'number', 'prefix', 'suffix', 'equals-ignore-case', 'wildcard']);
    if (form === 'text') return `{"anything-but":${some(() => this.#text())}}`;
    if (form === 'number') return `{"anything-but":${some(() => this.#comparable())}}`;
    return `{"anything-but":{"${form}":${some(() => (form === 'wildcard' ? this.#wildcard() : this.#text()))}}}`;
  }

  #value(depth: number): string {
    if (depth < 3 && this.chance(0.25)) return this.event(depth + 1);
    if (depth < 3 && this.chance(0.25)) return `[${this.#times(0, 3, () => this.#value(depth + 1)).join(this.chance(0.1) ? ' , ' : ',')}]`;
    return this.#leaf();
  }

  #leaf(): string {
    return this.pick([() => this.#text(), () => this.#text(), () => this.pick(NUMBERS), () => this.pick(['true', 'false', 'null'])])();
  }

  #near(tree: Tree): string {
    const members: string[] = [];
    for (const [key, part] of Object.entries(tree)) {
      if (this.chance(0.06)) continue;
      if (key === '$or') members.push(...this.#membersOf(this.#near(this.pick(part as Tree[]))));
      else members.push(...this.#nearMember(key, part));
    }
    if (this.chance(0.3)) members.push(`${this.#quote(this.pick(['z', 'y', 'a']))}:${this.#value(1)}`);
    return `{${this.shuffled(members).join(',')}}`;
  }

  #membersOf(object: string): string[] {
    return object === '{}' ? [] : [object.slice(1, -1)];
  }

  #nearMember(key: string, part: unknown): string[] {
    let value: string | undefined;
    if (Array.isArray(part)) {
      value = this.#nearValue(this.pick(part));
      if (value !== undefined && this.chance(0.2)) value = `[${this.shuffled([this.#value(3), value]).join(',')}]`;
    } else {
      value = this.#near(part as Tree);
      if (this.chance(0.35)) {
        const others = this.#times(0, 2, () => (this.chance(0.5) ? this.#near(part as Tree) : this.event(2)));
        value = `[${this.shuffled([value, ...others]).join(',')}]`;
      }
      if (this.chance(0.05)) value = `[${value}]`;
    }
    return value === undefined ? [] : [`${this.#quote(key)}:${value}`];
  }

  /** A value that the match value is likely to accept; none for an absence. */
  #nearValue(wanted: unknown): string | undefined {
    if (typeof wanted === 'string') return this.#quote(wanted);
    if (typeof wanted !== 'object' || wanted === null) return this.chance(0.3) ? this.pick(NUMBERS) : JSON.stringify(wanted);
    const [name, operand] = Object.entries(wanted)[0] as [string, unknown];
    const text = (typeof operand === 'object' && operand !== null ? Object.values(operand)[0] : operand) as string;
    switch (name) {
      case 'prefix':
        return this.#quote(this.#cased(text) + this.pick(TEXTS));
      case 'suffix':
        return this.#quote(this.pick(TEXTS) + this.#cased(text));
      case 'equals-ignore-case':
        return this.#quote(this.#cased(text));
      case 'wildcard':
        return this.#quote(text.replace(/\*/g, () => this.pick(['', 'a', 'zz', 'é', '/', 'foobar'])));
      case 'numeric':
        return this.chance(0.6) ? String((operand as unknown[])[1]) : this.pick(NUMBERS);
      case 'cidr':
        return this.#quote(text.split('/')[0]!);
      case 'exists':
        return operand ? this.#value(2) : undefined;
      default:
        return this.#leaf();
    }
  }

  #cased(text: string): string {
    return this.pick([text, text.toUpperCase(), text.toLowerCase()]);
  }
}

/** Every UTF-16 unit as an escape. */
export function escaped(text: string): string {
  return `"${text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
