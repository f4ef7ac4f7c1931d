// Streams that are enabled and disabled with their tables.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, type StreamSpecification } from '#model/dynamodb';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { StreamView, Table } from '#services/dynamodb/state';
import { RETENTION_MS, streams } from './state.ts';

/** The view that is asked for; undefined for no stream. @throws Fault ValidationException */
export function viewOf(given: StreamSpecification | undefined): StreamView | undefined {
  if (!given) return undefined;
  const { StreamEnabled: enabled, StreamViewType: view } = given;
  if (enabled && view === undefined) throw invalidParameter('StreamViewType is required when StreamEnabled is set to true');
  if (!enabled && view !== undefined) throw invalidParameter('StreamViewType cannot be specified when StreamEnabled is set to false');
  return enabled ? (view as StreamView) : undefined;
}

const STORE_ID_LENGTH = 10;

/** `2024-11-18T14:36:44.149` */
const labelAt = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** The table with a new stream. */
export function openStream(tx: Tx, table: Table, view: StreamView, ctx: Ctx): Table {
  let createdMs = ctx.now();
  while (ctx.records(streams).has([table.name, labelAt(createdMs)])) createdMs++;
  const label = labelAt(createdMs);
  const storeId = ctx.random(STORE_ID_LENGTH);
  tx.put(ctx.records(streams), [table.name, label], { table: table.name, label, view, key: table.key, createdMs, storeId });
  return { ...table, stream: { label, view, enabled: true } };
}

/** No record will follow; the records that are there can be read until their time is over. */
export function closeStream(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  const key: [string, string] | undefined = table.stream?.enabled ? [table.name, table.stream.label] : undefined;
  const stream = key && ctx.records(streams).get(key);
  if (!stream) return;
  tx.put(ctx.records(streams), key, { ...stream, closedMs: ctx.now() });
  ctx.later(tx, 'dynamodb.remove-stream', [...key], ctx.now() + RETENTION_MS);
}

/** @throws Fault ValidationException, ResourceInUseException */
export function changeStream(tx: Tx, table: Table, given: StreamSpecification, ctx: Ctx): Table {
  const view = viewOf(given);
  if (view && table.stream?.enabled) throw fault('ResourceInUseException', `Table already has an enabled stream: TableName: ${table.name}`);
  if (view) return openStream(tx, table, view, ctx);
  if (!table.stream?.enabled) throw invalid(`Table has no stream to disable: TableName: ${table.name}`);
  closeStream(tx, table, ctx);
  return { ...table, stream: { ...table.stream, enabled: false } };
}
