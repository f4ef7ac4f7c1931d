// The methods of texts, lists and objects, with what they do counted as steps: natively they would do without end what the code asks for in one step.

/** `charge` ends the run where its steps are used up. */
export function limits(charge: (steps: number) => void) {
  type Method = (this: unknown, ...args: unknown[]) => unknown;
  const CHARACTERS = 1000;
  const ITEMS = 100;
  const sizeOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length / CHARACTERS;
    if (typeof value !== 'object' || value === null) return 0;
    const { length } = value as { length?: unknown };
    return typeof length === 'number' ? length / ITEMS : 0;
  };
  const wrapped = (holder: object, name: string, cost: (self: unknown, args: unknown[]) => number): void => {
    const method = (holder as Record<string, Method>)[name];
    if (typeof method !== 'function') return;
    const limited: Method = function (this: unknown, ...args: unknown[]) {
      charge(cost(this, args));
      return Reflect.apply(method, this, args);
    };
    Object.defineProperty(holder, name, { value: limited, writable: true, configurable: true });
  };
  const sum = (values: readonly unknown[]): number => values.reduce<number>((total, each) => total + sizeOf(each), 0);
  /** A text of all the texts in a list. */
  const joined = (self: unknown, separator: unknown): number => {
    const list = self as readonly unknown[];
    charge(sizeOf(list));
    let characters = list.length * (typeof separator === 'string' ? separator.length : 1);
    for (const each of list) characters += typeof each === 'string' ? each.length : 20;
    return characters / CHARACTERS;
  };
  const replaced = (self: unknown, args: unknown[]): number => {
    const length = String(self).length;
    const by = args[1];
    return typeof by === 'string' ? (length / CHARACTERS) * (1 + by.length * (by.includes('$') ? length : 1)) : length / ITEMS;
  };
  const ofText: Record<string, (self: unknown, args: unknown[]) => number> = {
    repeat: (self, [count]) => (String(self).length * Number(count)) / CHARACTERS,
    padStart: (_self, [length]) => Number(length) / CHARACTERS,
    padEnd: (_self, [length]) => Number(length) / CHARACTERS,
    concat: (self, args) => sizeOf(self) + sum(args),
    split: (self) => String(self).length / ITEMS,
    replace: replaced,
    replaceAll: replaced,
  };
  for (const name of Object.getOwnPropertyNames(String.prototype))
    if (name !== 'constructor' && name !== 'length') wrapped(String.prototype, name, ofText[name] ?? ((self) => sizeOf(self)));
  const ofList: Record<string, (self: unknown, args: unknown[]) => number> = {
    concat: (self, args) => sizeOf(self) + sum(args),
    join: (self, [separator]) => joined(self, separator),
    toString: (self: unknown) => joined(self, ','),
    toLocaleString: (self: unknown) => joined(self, ','),
    flat: (self) => sizeOf(self) + sum(self as readonly unknown[]),
    push: (_self, args) => args.length / ITEMS,
    sort: (self) => sizeOf(self) * 16,
  };
  for (const name of Object.getOwnPropertyNames(Array.prototype))
    if (name !== 'constructor' && name !== 'length') wrapped(Array.prototype, name, ofList[name] ?? ((self) => sizeOf(self)));
  const { flatMap } = Array.prototype;
  Object.defineProperty(Array.prototype, 'flatMap', {
    writable: true,
    configurable: true,
    value(this: unknown[], each: (...args: unknown[]) => unknown) {
      return Reflect.apply(flatMap, this, [
        (...args: unknown[]) => {
          const made = each(...args);
          charge(sizeOf(made));
          return made;
        },
      ]);
    },
  });
  wrapped(Array, 'from', (_self, [source]) => sizeOf(source) * (typeof source === 'string' ? 10 : 1));
  for (const name of ['keys', 'values', 'entries', 'fromEntries', 'assign', 'groupBy'])
    wrapped(Object, name, (_self, args) => sum(args) * 10);
  const NativeArray = Array;
  const List = new Proxy(NativeArray, {
    construct: (target, args: unknown[]) => {
      charge(args.length === 1 ? Number(args[0]) / ITEMS || 0 : args.length / ITEMS);
      return Reflect.construct(target, args) as object;
    },
    apply: (target, self, args: unknown[]) => {
      charge(args.length === 1 ? Number(args[0]) / ITEMS || 0 : args.length / ITEMS);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  Object.defineProperty(Array.prototype, 'constructor', { value: List });

  /** Counts what the text of a value would hold. */
  const measure = (value: unknown, depth: number): void => {
    if (typeof value === 'string') charge(value.length / CHARACTERS);
    if (typeof value !== 'object' || value === null) return;
    if (depth > 500) throw new Error('The value is nested too deeply.');
    const members = NativeArray.isArray(value) ? (value as unknown[]) : Object.values(value);
    for (const each of members) {
      charge(0.1);
      measure(each, depth + 1);
    }
  };
  return {
    List,
    measure: (value: unknown): void => measure(value, 0),
    /** Each text that code makes. */
    text: (value: unknown): unknown => {
      if (typeof value === 'string') charge(value.length / CHARACTERS);
      return value;
    },
    /** Each list, text or object that code spreads. */
    spread: (value: unknown): unknown => {
      charge(sizeOf(value) * (typeof value === 'string' ? 10 : 1));
      return value;
    },
  };
}
