// One attempt at a batch of deliveries to one target.
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { INTERNAL_FAILURE } from '#core/messages';
import { isNoRoom, NO_ROOM_RETRY_MS } from '#core/no-room';
import type { Frozen } from '#core/records';
import type { Registry } from '#core/registry';
import { isRetryable } from './give-up.ts';

/** A sender that may not send one of them may not send any. */
const FORBIDDEN = 403;

/** Answers the refusal of each delivery by its index, undefined for deliveries that were taken. Never rejects. */
export async function attempt(
  registry: Registry,
  batch: readonly Frozen<Delivery>[],
  ctx: Context,
): Promise<readonly (Fault | undefined)[]> {
  const { targetArn, sentBySender, about } = batch[0]!;
  const target = sentBySender ? await senderOf(about.service, registry) : await registry.target(targetArn);
  if (!target) return batch.map(() => new Fault('NO_TARGET', `Nothing here takes events for ${targetArn}`));
  const deliveries = batch as readonly Delivery[];
  if (batch.length > 1 && target.sendAll) {
    try {
      return await target.sendAll(deliveries, ctx);
    } catch (error) {
      const problem = asFault(error, targetArn, ctx);
      // Otherwise one delivery is at fault, or only the batch as a whole is too large: each is sent alone and gets its own answer.
      if (isRetryable(problem) || problem.options.status === FORBIDDEN) return batch.map(() => problem);
    }
  }
  const problems: (Fault | undefined)[] = [];
  for (const delivery of deliveries) problems.push(await sendOne(target, delivery, ctx));
  return problems;
}

/** The sending service in the place of a target. */
async function senderOf(service: string, registry: Registry): Promise<Target | undefined> {
  const sender = await registry.sender(service);
  return sender?.send && { send: (delivery, ctx) => sender.send!(delivery, ctx) };
}

async function sendOne(target: Target, delivery: Delivery, ctx: Context): Promise<Fault | undefined> {
  try {
    await target.send(delivery, ctx);
    return undefined;
  } catch (error) {
    return asFault(error, delivery.targetArn, ctx);
  }
}

function asFault(error: unknown, targetArn: string, ctx: Context): Fault {
  if (error instanceof Fault) return error;
  if (isNoRoom(error)) {
    const { message } = error as Error;
    return new Fault('NO_ROOM', message, { blame: 'server', status: 500, isPostponed: true, retryAfterMs: NO_ROOM_RETRY_MS });
  }
  ctx.kernel.log.write(INTERNAL_FAILURE, { work: `sending to ${targetArn}`, error });
  return new Fault('INTERNAL_FAILURE', error instanceof Error ? error.message : String(error), { blame: 'server', status: 500 });
}
