// ImportExistingResources: finds resources that a change set would create but that exist already under the name in the template.
import type { Ctx } from '#core/ctx';
import type { Properties } from '#core/resources/resource-handlers';
import { isScalar, type JsonObject } from '#resources/json';
import { resourceContext } from '#resources/resource-context';
import type { Change } from './engine/plan.ts';
import { handlerName } from './engine/validate.ts';
import type { Prepared } from './preparation/prepare.ts';
import type { Stack } from './stack-records/find-stack.ts';
import { type ImportedResource, resources } from './state.ts';

/** Finds only types that can be read and adopted, and whose identifying properties the template sets. */
export async function existingResources(
  changes: readonly Change[],
  stack: Stack,
  { known }: Prepared,
  ctx: Ctx,
): Promise<ImportedResource[]> {
  const found: ImportedResource[] = [];
  for (const { action, logicalId, type, after } of changes) {
    const handler = known.handlers.get(handlerName(type));
    const { identifier: all = [], ref = [] } = known.data.of(type) ?? {};
    // The property that holds the physical id comes first.
    const names = [...new Set([...ref.filter((name) => all.includes(name)), ...all])];
    if (action !== 'Add' || after === undefined || !handler?.read || !handler.adopt || names.length === 0) continue;
    const { Properties: properties = {} } = JSON.parse(after) as { Properties?: JsonObject };
    const identifier = Object.fromEntries(names.flatMap((name) => (isScalar(properties[name]) ? [[name, String(properties[name])]] : [])));
    if (Object.keys(identifier).length < names.length || isOurs(identifier[names[0]!]!, type, ctx)) continue;
    const place = { logicalId, typeName: type, stack: { id: stack.id, name: stack.name }, roleArn: stack.roleArn, created: () => {} };
    const context = resourceContext(place, ctx);
    if (await handler.read(identifier[names[0]!]!, properties as Properties, context)) found.push({ logicalId, identifier });
  }
  return found;
}

/** A resource that belongs to a stack cannot be imported. */
const isOurs = (physicalId: string, type: string, ctx: Ctx): boolean =>
  ctx
    .records(resources)
    .range()
    .some(
      (each) =>
        each.physicalId === physicalId && each.type === type && each.status !== 'DELETE_COMPLETE' && each.status !== 'DELETE_SKIPPED',
    );
