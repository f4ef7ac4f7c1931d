// Items between the store, which keeps their JSON, and answers, which send it as it is.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type SplitObject, splitObject } from '#lib/json-slice';
import { JsonText } from '#lib/json-text';
import { attribute, type Item, type Value } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import type { StoredItem } from '#services/dynamodb/state';

/** A stored item, parsed when it is first looked into. */
export class ItemRead {
  readonly stored: Frozen<StoredItem>;
  #item: Item | undefined;
  #split: SplitObject | undefined;

  /** `item` is what the text says, where that is known. */
  constructor(stored: Frozen<StoredItem>, item?: Item) {
    this.stored = stored;
    this.#item = item;
  }

  get text(): string {
    return this.stored.text;
  }

  get bytes(): number {
    return this.stored.bytes;
  }

  get item(): Item {
    this.#item ??= this.parse();
    return this.#item;
  }

  /** Parses these attributes of a long item. Yields the characters that were parsed. */
  *parseAhead(names: Iterable<string>): Generator<number, void> {
    if (this.text.length <= LONG) return;
    for (const name of names) attribute(this.item, name);
    yield this.text.length;
  }

  /** The item where it is needed once: many large ones would not fit into memory. */
  parse(): Item {
    if (this.text.length <= LONG) return JSON.parse(this.text) as Item;
    this.#split ??= splitObject(this.text, LONG);
    return parseLong(this.text, this.#split);
  }

  /** The JSON of these attributes alone. */
  pickText(names: ReadonlySet<string>): string {
    const { item } = this;
    if (!this.#split) return JSON.stringify(pickAttributes(item, names));
    const long = new Map(this.#split.long.map(({ key, start, end }) => [key, [start, end]] as const));
    const members: string[] = [];
    for (const name of names) {
      if (!Object.hasOwn(item, name)) continue;
      const slice = long.get(name);
      members.push(`${JSON.stringify(name)}:${slice ? this.text.slice(...slice) : JSON.stringify(item[name])}`);
    }
    return `{${members.join(',')}}`;
  }
}

/** Characters of an item, and of an attribute, that is parsed only when it is looked into. */
const LONG = 50_000;

function parseLong(text: string, { rest, long }: SplitObject): Item {
  const item = JSON.parse(rest) as Item;
  for (const { key, start, end } of long) {
    let value: Value | undefined;
    const get = (): Value => (value ??= JSON.parse(text.slice(start, end)) as Value);
    Object.defineProperty(item, key, { get, enumerable: true, configurable: true });
  }
  return item;
}

/** Clients get the text; services that call get the item itself. */
export const sendText = (text: string, ctx: Ctx): { [name: string]: Item[string] } =>
  ctx.http ? (new JsonText(text) as unknown as Item) : (JSON.parse(text) as Item);

export const sendItem = (item: Item, ctx: Ctx): { [name: string]: Item[string] } => sendText(JSON.stringify(item), ctx);
