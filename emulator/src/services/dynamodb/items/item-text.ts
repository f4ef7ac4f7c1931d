// Items between the store, which keeps their JSON, and answers, which send it as it is.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { JsonText } from '#lib/json-text';
import type { Item } from '#services/dynamodb/engine/value';
import type { StoredItem } from '#services/dynamodb/state';

/** A stored item, parsed when it is first looked into. */
export class ItemRead {
  readonly text: string;
  readonly bytes: number;
  #item: Item | undefined;

  constructor({ text, bytes }: Frozen<StoredItem>) {
    this.text = text;
    this.bytes = bytes;
  }

  get item(): Item {
    this.#item ??= this.parse();
    return this.#item;
  }

  /** The item where it is needed once: many large ones would not fit into memory. */
  parse(): Item {
    return JSON.parse(this.text) as Item;
  }
}

/** Clients get the text; services that call get the item itself. */
export const sendText = (text: string, ctx: Ctx): { [name: string]: Item[string] } =>
  ctx.http ? (new JsonText(text) as unknown as Item) : (JSON.parse(text) as Item);

export const sendItem = (item: Item, ctx: Ctx): { [name: string]: Item[string] } =>
  ctx.http ? (new JsonText(JSON.stringify(item)) as unknown as Item) : item;
