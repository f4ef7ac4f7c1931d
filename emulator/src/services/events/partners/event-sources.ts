// Partner event sources as records: a partner's account makes one for a customer's account, which makes a bus of the same name for it.
// PENDING without an active bus: such a source is removed after two weeks. DELETED: the partner removed it, and the bus is still there.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-saas.html
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { formatArn } from '#lib/arn';
import { table } from '#lib/table';
import { busNamed } from '#services/events/find-bus';
import { type EventSource, eventSources, partnerSources } from '#services/events/state';

const EXPIRE = 'events.expire-event-source';
/** Limit: time that the source of a partner waits for its event bus. */
const MAX_PENDING_MS = 14 * 86_400_000;

/** The ARN names neither the partner's account nor the customer's. */
export const eventSourceArn = (region: string, name: string): string =>
  formatArn({ service: 'events', region, account: '', resource: `event-source/${name}` });

/** `aws.partner/example.com` of `aws.partner/example.com/orders/1`. */
export const partnerOf = (name: string): string => name.split('/').slice(0, 2).join('/');

/** When a source that is pending from now on is removed. */
export const expiryFrom = (nowMs: number): number => nowMs + MAX_PENDING_MS;

/** Writes a source of this account, and schedules its removal while it is pending. */
export function writeSource(tx: Tx, source: Frozen<EventSource>, ctx: Ctx): void {
  tx.put(ctx.records(eventSources), [source.name], source);
  if (source.expiresMs === undefined) ctx.unschedule(tx, EXPIRE, [source.name]);
  else ctx.later(tx, EXPIRE, [source.name], source.expiresMs);
}

/** Removes the partner's source. Its bus remains, and then so does a record that says DELETED. `ctx` is that of the customer. */
export function removeSource(tx: Tx, source: Frozen<EventSource>, ctx: Ctx): void {
  tx.delete(ctx.in({ account: source.partner }).records(partnerSources), [source.name, ctx.account]);
  if (busNamed(source.name, ctx)) writeSource(tx, { ...source, state: 'DELETED', expiresMs: undefined }, ctx);
  else forgetSource(tx, source.name, ctx);
}

function forgetSource(tx: Tx, name: string, ctx: Ctx): void {
  ctx.unschedule(tx, EXPIRE, [name]);
  tx.delete(ctx.records(eventSources), [name]);
}

/** The bus of this name is being deleted: a source without a bus is pending again. Does nothing for other buses. */
export function partnerBusDeleted(tx: Tx, name: string, ctx: Ctx): void {
  const source = ctx.records(eventSources).get([name]);
  if (!source) return;
  if (source.state === 'DELETED') forgetSource(tx, name, ctx);
  else writeSource(tx, { ...source, state: 'PENDING', expiresMs: expiryFrom(ctx.now()) }, ctx);
}

export const work: Readonly<Record<string, DueWork>> = table({
  [EXPIRE]: ([name], ctx) => {
    const source = ctx.records(eventSources).get([String(name)]);
    if (source?.expiresMs !== undefined && source.expiresMs <= ctx.now()) ctx.write((tx) => removeSource(tx, source, ctx));
  },
});
