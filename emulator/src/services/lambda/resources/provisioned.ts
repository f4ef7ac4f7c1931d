// Provisioned concurrency as a property of versions and aliases. The resource is complete once the environments are ready.

import type { Properties } from '#core/resources/resource-handlers';
import { ignoring, number } from '#core/resources/resource-properties';
import { must, shape } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';
import { provisioned } from '#services/lambda/concurrency/provisioned-record';
import { parseFunctionName } from '#services/lambda/lookup/function-name';
import { provisionedKey, versionBehind } from '#services/lambda/provisioned/provision';

const MAX_WAIT_MS = 900_000;
const wanted = shape({ ProvisionedConcurrentExecutions: must(number) });

interface QualifiedFunction {
  readonly FunctionName: string;
  readonly Qualifier: string;
}

export async function applyProvisioned(
  at: QualifiedFunction,
  properties: Properties,
  previous: Properties,
  ctx: ResourceContext,
): Promise<void> {
  const asked = wanted(properties.ProvisionedConcurrencyConfig)?.ProvisionedConcurrentExecutions;
  const before = wanted(previous.ProvisionedConcurrencyConfig)?.ProvisionedConcurrentExecutions;
  // If an alias moves to another version, so does its provisioned concurrency.
  if (asked === before) {
    if (recordOf(at, ctx)) await ready(at, ctx);
    return;
  }
  if (asked === undefined) {
    await ctx.call('lambda', 'DeleteProvisionedConcurrencyConfig', { ...at });
    return;
  }
  await ctx.call('lambda', 'PutProvisionedConcurrencyConfig', { ...at, ProvisionedConcurrentExecutions: asked });
  await ready(at, ctx);
}

const recordOf = ({ FunctionName, Qualifier }: QualifiedFunction, ctx: ResourceContext) =>
  ctx.records(provisioned).get([parseFunctionName(FunctionName)!.name, Qualifier]);

/** Rejects with the reason if the environments cannot be allocated. */
async function ready(at: QualifiedFunction, ctx: ResourceContext): Promise<void> {
  const { Qualifier } = at;
  const { name } = parseFunctionName(at.FunctionName)!;
  const what = `The provisioned concurrency of ${name}:${Qualifier}`;
  const untilMs = ctx.now() + MAX_WAIT_MS;
  for (;;) {
    const found = recordOf(at, ctx);
    if (!found) throw new Error(`${what} was removed while it was being allocated.`);
    const here = found.version === versionBehind(name, Qualifier, ctx);
    if (here && found.status === 'FAILED') throw new Error(`${what} could not be allocated: ${found.reason ?? 'no reason was given.'}`);
    if (here && found.status === 'READY') return;
    if (!(await ctx.wait(provisionedKey(name, Qualifier), untilMs))) throw new Error(`${what} did not become READY in time.`);
  }
}

/** In the form of the property. Undefined if there is none. */
export async function readProvisioned(at: QualifiedFunction, ctx: ResourceContext): Promise<object | undefined> {
  const gone = ['ProvisionedConcurrencyConfigNotFoundException'];
  const found = await ignoring(gone, ctx.call('lambda', 'GetProvisionedConcurrencyConfig', { ...at }));
  return found && { ProvisionedConcurrentExecutions: found.RequestedProvisionedConcurrentExecutions };
}
