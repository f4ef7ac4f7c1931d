// The lines of an export: items as they were at a moment, or the changes between two moments.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { changesAt, type PlacedChange } from '#services/dynamodb/backups/changes';
import { itemsAt } from '#services/dynamodb/backups/history';
import type { Item } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import type { ItemLocation } from '#services/dynamodb/items/place';
import { ionChange, ionLine } from './ion.ts';
import type { Export } from './state.ts';

const AT_ONCE = 200;

export interface Lines {
  readonly lines: readonly string[];
  /** Bytes of the items, as the service counts them. */
  readonly bytes: number;
  /** The last place that was looked at; undefined at the end. */
  readonly last: ItemLocation | undefined;
}

/** Some lines, behind `after`. */
export function nextLines(job: Frozen<Export>, after: ItemLocation | undefined, ctx: Ctx): Lines {
  const { storeId, position, held, changes, format } = job;
  if (!changes) {
    const { found, last } = itemsAt(storeId, position, after, AT_ONCE, ctx);
    const lines = found.map(([, { text }]) => (format === 'ION' ? ionLine(JSON.parse(text) as Item) : `{"Item":${text}}`));
    return { lines, bytes: found.reduce((sum, [, stored]) => sum + stored.bytes, 0), last };
  }
  const { found, last } = changesAt(storeId, { from: held, to: position }, after, AT_ONCE, ctx);
  const lines = found.map((change) => changeLine(job, change));
  return { lines, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0), last };
}

function changeLine({ key, changes, format }: Frozen<Export>, { micros, before, next }: PlacedChange): string {
  const [oldItem, newItem] = [before, next].map((text) => (text === undefined ? undefined : (JSON.parse(text) as Item)));
  const images = {
    Keys: pickAttributes((newItem ?? oldItem)!, key),
    ...(oldItem && changes!.withOldImages && { OldImage: oldItem }),
    ...(newItem && { NewImage: newItem }),
  };
  if (format === 'ION') return ionChange(micros, images);
  return JSON.stringify({ Metadata: { WriteTimestampMicros: { N: String(micros) } }, ...images });
}
