// Provisioned concurrency of a version or an alias, as a property of either. It is asked for; the environments become ready by themselves.
import { number, unless } from '#core/resource-properties';
import { must, shape } from '#core/resource-shape';
import type { Properties, ResourceContext } from '#core/resource-type';

const wanted = shape({ ProvisionedConcurrentExecutions: must(number) });

interface Place {
  readonly FunctionName: string;
  readonly Qualifier: string;
}

export async function applyProvisioned(at: Place, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const asked = wanted(properties.ProvisionedConcurrencyConfig)?.ProvisionedConcurrentExecutions;
  const before = wanted(previous.ProvisionedConcurrencyConfig)?.ProvisionedConcurrentExecutions;
  if (asked === before) return;
  if (asked === undefined) await ctx.call('lambda', 'DeleteProvisionedConcurrencyConfig', { ...at });
  else await ctx.call('lambda', 'PutProvisionedConcurrencyConfig', { ...at, ProvisionedConcurrentExecutions: asked });
}

/** As the property gives it; undefined where there is none. */
export async function readProvisioned(at: Place, ctx: ResourceContext): Promise<object | undefined> {
  const gone = ['ProvisionedConcurrencyConfigNotFoundException'];
  const found = await unless(gone, ctx.call('lambda', 'GetProvisionedConcurrencyConfig', { ...at }));
  return found && { ProvisionedConcurrentExecutions: found.RequestedProvisionedConcurrentExecutions };
}
