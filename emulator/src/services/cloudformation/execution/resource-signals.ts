// CreationPolicy: a resource is complete when enough signals have arrived for it.
import type { ResourceContext } from '#core/resources/resource-type';
import { isObject, type JsonObject } from '#resources/json';
import { signals } from '#services/cloudformation/state';

const DEFAULT_MS = 5 * 60_000;

/** Waits for the signals that a creation policy demands. Throws if one reports a failure, or if they do not arrive in time. */
export async function awaitSignals(policy: JsonObject | undefined, ctx: ResourceContext): Promise<void> {
  const asked = isObject(policy?.ResourceSignal) ? policy.ResourceSignal : undefined;
  if (!asked) return;
  const { stack, logicalId } = ctx;
  const wanted = Number(asked.Count ?? 1);
  const untilMs = ctx.now() + (asked.Timeout === undefined ? DEFAULT_MS : isoDurationMs(String(asked.Timeout)));
  for (;;) {
    const come = ctx.records(signals).entries([stack.id, logicalId]);
    const failed = come.find(([, { status }]) => status === 'FAILURE');
    if (failed) throw new Error(`Received FAILURE signal with UniqueId ${failed[0][2]}`);
    if (come.length >= wanted) return;
    if (ctx.now() >= untilMs)
      throw new Error(`Failed to receive ${wanted} resource signal(s) within the specified duration: ${come.length} came`);
    await ctx.waitIdle(`signal/${stack.id}/${logicalId}`, untilMs);
  }
}

/** `PT1H30M10S` in milliseconds. */
function isoDurationMs(text: string): number {
  const [matched, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text) ?? [];
  if (matched === undefined) throw new Error(`Invalid timeout: ${text} is not an ISO 8601 duration like PT15M`);
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}
