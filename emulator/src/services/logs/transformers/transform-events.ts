// Transforms the events of a batch by the transformer of their group, before they are written: filters, subscriptions and queries see the outcome.
import type { Ctx } from '#core/ctx';
import type { RegionScope } from '#core/region-scope';
import { nextTurn } from '#lib/next-turn';
import { type ActiveTransformer, activeTransformer } from '#services/logs/active-transformer';
import type { ProtectedEvent } from '#services/logs/protection/protect-events';
import { compileTransformer, type Step, transformed } from './compile-transformer.ts';
import { type Metadata, NotTransformed } from './document.ts';

/** Limit: characters of an event that is transformed. It is the emulator's own: longer ones stay as they were put. */
const MAX_CHARACTERS = 262_144;
/** Limit: characters of all transformed events of a batch, whose events take a megabyte together. It is the emulator's own. */
const MAX_BATCH_CHARACTERS = 16 * 1_048_576;
/** How long events are transformed at once. */
const TURN_MS = 8;

/** Compiled transformers: a group's transformer sees every batch of its events. */
class CompiledTransformers {
  #compiled = new WeakMap<object, readonly Step[]>();

  of(transformer: ActiveTransformer): readonly Step[] {
    let steps = this.#compiled.get(transformer);
    if (!steps) this.#compiled.set(transformer, (steps = compileTransformer(transformer.processors)));
    return steps;
  }
  async stop(): Promise<void> {}
}

/** An event that its group's transformer does not fit stays as it was put, and is counted: `TransformationErrors`. */
export async function transformEvents(
  group: string,
  stream: string,
  events: readonly ProtectedEvent[],
  ctx: Ctx,
): Promise<readonly ProtectedEvent[]> {
  const transformer = activeTransformer(group, ctx);
  if (!transformer) return events;
  const steps = ctx.own('logs.transformers', () => new CompiledTransformers()).of(transformer);
  const meter = ctx.metrics.meter('AWS/Logs', 'LogGroupName', group);
  const metadata = { '@logGroupName': group, '@logGroupStream': stream, ...placeOf(ctx) };
  const all: ProtectedEvent[] = [];
  let endMs = performance.now() + TURN_MS;
  let room = MAX_BATCH_CHARACTERS;
  for (const event of events) {
    const made = transformedOr(event.message, steps, metadata);
    const text = made !== undefined && made.length <= room ? made : undefined;
    room -= text?.length ?? 0;
    if (text === undefined) meter.add('TransformationErrors');
    else meter.add('TransformedLogEvents');
    all.push(text === undefined ? event : { ...event, transformed: text });
    if (performance.now() < endMs) continue;
    await nextTurn();
    endMs = performance.now() + TURN_MS;
  }
  return all;
}

export const placeOf = ({ account, region }: RegionScope): Metadata => ({ '@accountId': account, '@regionName': region });

/** Undefined where the event cannot be transformed. */
export function transformedOr(message: string, steps: readonly Step[], metadata: Metadata): string | undefined {
  if (message.length > MAX_CHARACTERS) return undefined;
  try {
    return transformed(message, steps, metadata);
  } catch (error) {
    if (error instanceof NotTransformed) return undefined;
    throw error;
  }
}
