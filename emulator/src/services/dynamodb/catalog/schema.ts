// The keys in a table's record, in the form that reads and writes need. Derived once per record.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import type { KeyAttribute } from '#services/dynamodb/engine/key';
import type { Index, KeyElement, Table } from '#services/dynamodb/state';
import { type VectorSchema, vectorSchema } from '#services/dynamodb/vectors/schema';

/** The key of a table or an index. */
export interface KeySchema {
  readonly hash: readonly KeyAttribute[];
  readonly range: readonly KeyAttribute[];
  /** HASH, then RANGE. */
  readonly all: readonly KeyAttribute[];
}

export interface IndexSchema extends KeySchema {
  readonly index: Frozen<Index>;
  /** The index's own key, then what the table's key adds: what a place in it is named by. */
  readonly place: readonly KeyAttribute[];
  /** The attributes it holds; undefined for all. */
  readonly projected: ReadonlySet<string> | undefined;
}

export interface Schema extends KeySchema {
  readonly indexes: readonly IndexSchema[];
  readonly vectors: readonly VectorSchema[];
}

class Schemas implements Owned {
  #known = new WeakMap<object, Schema>();

  of(table: Frozen<Table>): Schema {
    const known = this.#known.get(table);
    if (known) return known;
    const made = schemaOf(table);
    this.#known.set(table, made);
    return made;
  }

  async stop(): Promise<void> {
    this.#known = new WeakMap();
  }
}

export const tableSchema = (table: Frozen<Table>, ctx: Ctx): Schema => ctx.own('dynamodb.schemas', () => new Schemas()).of(table);

function schemaOf(table: Frozen<Table>): Schema {
  const types = new Map(table.attributes.map(({ name, type }) => [name, type]));
  const keyOf = (elements: readonly KeyElement[]): KeySchema => {
    const of = (kind: KeyElement['kind']): KeyAttribute[] =>
      elements.filter((element) => element.kind === kind).map(({ name }) => ({ name, type: types.get(name)! }));
    const [hash, range] = [of('HASH'), of('RANGE')];
    return { hash, range, all: [...hash, ...range] };
  };
  const own = keyOf(table.key);
  const indexes = table.indexes
    .filter(({ status }) => status !== 'DELETING')
    .map((index): IndexSchema => {
      const key = keyOf(index.key);
      const place = [...key.all, ...own.all.filter(({ name }) => !key.all.some((attribute) => attribute.name === name))];
      const projected = index.projection === 'ALL' ? undefined : new Set([...place.map(({ name }) => name), ...index.included]);
      return { ...key, index, place, projected };
    });
  const vectors = (table.vectors ?? []).filter(({ status }) => status !== 'DELETING').map((vector) => vectorSchema(vector, types, own.all));
  return { ...own, indexes, vectors };
}
