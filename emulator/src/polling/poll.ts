// Reads a source for a consumer. It looks when the source wakes it, when a batch has ended, and when a window closes. Nothing polls on a timer.
import type { Ctx } from '#core/ctx';
import type { Source } from '#core/source';
import type { Consumer, Reader } from './consumer.ts';
import { gather } from './gather.ts';
import { beginBatch, lookInTurn } from './looks.ts';
import { type Poller, pollersOf } from './poller.ts';
import { pollerKey } from './pollers.ts';
import { REFUSED_MS } from './refused.ts';
import { sourceContext } from './source-context.ts';

/** Looks for records. If a look is under way already, that one is repeated afterwards instead. */
export async function poll<R extends Reader>(consumer: Consumer<R>, id: string, ctx: Ctx): Promise<void> {
  const poller = pollersOf(consumer.work, ctx).of(pollerKey(id, ctx));
  await lookInTurn(poller, () => look(consumer, id, poller, ctx), ctx);
}

async function look<R extends Reader>(consumer: Consumer<R>, id: string, poller: Poller, ctx: Ctx): Promise<void> {
  const sourceArn = consumer.sourceArn(id, ctx);
  const source = sourceArn === undefined ? undefined : await ctx.eventSource(sourceArn);
  if (!source) return pollersOf(consumer.work, ctx).forget(pollerKey(id, ctx));
  let refusedUntilMs: number | undefined;
  for (let reader = consumer.reader(id, source, poller, ctx); reader; reader = consumer.reader(id, source, poller, ctx)) {
    const refused = await ctx.firstRefused(source.calls(reader.sourceArn), reader.role);
    if (refused) {
      consumer.hindered(reader, refused, ctx);
      refusedUntilMs = ctx.now() + REFUSED_MS;
      break;
    }
    const batch = await gather(reader, source, poller, ctx);
    if (!batch) break;
    const process = () => consumer.process(reader, batch, source, ctx);
    beginBatch({ id, process, lookAgain: () => poll(consumer, id, ctx) }, poller, ctx);
  }
  if (consumer.sourceArn(id, ctx) === undefined) pollersOf(consumer.work, ctx).forget(pollerKey(id, ctx));
  else if (consumer.isReading(id, ctx)) lookLater(consumer, id, source, poller, refusedUntilMs, ctx);
}

/** Schedules the next look: when the window closes, or when hidden messages become visible again. */
function lookLater<R extends Reader>(
  { work, sourceArn }: Consumer<R>,
  id: string,
  source: Source,
  { closesMs = Number.POSITIVE_INFINITY }: Poller,
  refusedUntilMs: number | undefined,
  ctx: Ctx,
): void {
  const arn = sourceArn(id, ctx);
  if (arn === undefined) return;
  const times = [closesMs, refusedUntilMs ?? source.nextMs(arn, sourceContext(arn, ctx))].filter((ms) => ms > ctx.now());
  const nextMs = Math.min(...times);
  ctx.write((tx) => (nextMs === Number.POSITIVE_INFINITY ? ctx.unschedule(tx, work, [id]) : ctx.later(tx, work, [id], nextMs)));
}
