// Payloads of durable executions: large ones are blobs, written before the record that names them and read before the answer that shows them.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen, Tx } from '#core/records';
import type { HistoryEvent } from './engine/history-event.ts';
import type { Data, Operation } from './engine/operation.ts';
import type { TextOf } from './engine/wire.ts';

/** Larger payloads are stored as blobs. */
const MAX_RECORD_BYTES = 64 * 1024;

const isLarge = (text: string): boolean => text.length > MAX_RECORD_BYTES || Buffer.byteLength(text) > MAX_RECORD_BYTES;

/** The texts as records hold them; undefined where none is large, so that nothing is awaited. */
export function keepTexts(texts: readonly (string | undefined)[], ctx: Ctx): Promise<(text: string) => Data> | undefined {
  const large = texts.filter((text) => text !== undefined && isLarge(text)) as string[];
  return large.length === 0 ? undefined : keepLarge(large, ctx);
}

async function keepLarge(large: readonly string[], ctx: Ctx): Promise<(text: string) => Data> {
  const kept = new Map<string, BlobRef>();
  for (const text of large) if (!kept.has(text)) kept.set(text, await ctx.blobs.put(Buffer.from(text)));
  return (text) => kept.get(text) ?? text;
}

export async function keepText(text: string, ctx: Ctx): Promise<Data> {
  return isLarge(text) ? ctx.blobs.put(Buffer.from(text)) : text;
}

export const asItIs = (text: string): Data => text;

const blobsOf = ({ input, result }: Operation): Frozen<BlobRef>[] =>
  [input, result].filter((data): data is Frozen<BlobRef> => typeof data === 'object');

const blobsOfEvents = (events: readonly HistoryEvent[]): Frozen<BlobRef>[] =>
  events.flatMap(({ details }) =>
    ['Input', 'Result'].flatMap((name) => {
      const payload = (details[name] as { readonly Payload?: Frozen<Data> } | undefined)?.Payload;
      return typeof payload === 'object' ? [payload] : [];
    }),
  );

export function holdOperation(tx: Tx, before: Operation | undefined, after: Operation | undefined): void {
  if (after) for (const blob of blobsOf(after)) tx.hold(blob);
  if (before) for (const blob of blobsOf(before)) tx.release(blob);
}

export function holdEvents(tx: Tx, events: readonly HistoryEvent[]): void {
  for (const blob of blobsOfEvents(events)) tx.hold(blob);
}

export function releaseEvents(tx: Tx, events: readonly HistoryEvent[]): void {
  for (const blob of blobsOfEvents(events)) tx.release(blob);
}

/** Reads the payloads of these operations. Undefined where all are in their records. */
export const readTexts = (operations: readonly Operation[], ctx: Ctx): Promise<TextOf> | undefined =>
  readBlobs(operations.flatMap(blobsOf), ctx);

export const readEventTexts = (events: readonly HistoryEvent[], ctx: Ctx): Promise<TextOf> | undefined =>
  readBlobs(blobsOfEvents(events), ctx);

export const textInRecord: TextOf = (data) => data as string;

/** The text of one payload. */
export async function readText(data: Frozen<Data>, ctx: Ctx): Promise<string> {
  return typeof data === 'string' ? data : Buffer.from(await ctx.blobs.read(data)).toString();
}

function readBlobs(blobs: readonly Frozen<BlobRef>[], ctx: Ctx): Promise<TextOf> | undefined {
  return blobs.length === 0 ? undefined : readAll(blobs, ctx);
}

async function readAll(blobs: readonly Frozen<BlobRef>[], ctx: Ctx): Promise<TextOf> {
  const texts = new Map<string, string>();
  for (const blob of blobs) if (!texts.has(blob.sha256)) texts.set(blob.sha256, await readText(blob, ctx));
  return (data) => (typeof data === 'string' ? data : texts.get(data.sha256)!);
}
