// A resource type in the Cloud Control API, or the error that says why the API does not offer it.
import type { Ctx } from '#core/ctx';
import type { ResourceData } from '#core/resources/resource-data';
import type { ResourceType } from '#core/resources/resource-type';
import { fault } from '#model/cloudcontrol';
import { nearest } from '#resources/nearest';
import { resourceData } from '#resources/resource-data';

export interface OfferedType {
  readonly name: string;
  readonly data: ResourceData;
  readonly handler: ResourceType;
}

type Action = 'CREATE' | 'READ' | 'UPDATE' | 'DELETE' | 'LIST';

/** The only version of a public type. */
const VERSION = '00000001';

const can = ({ read, update, list }: ResourceType, action: Action): boolean =>
  action === 'READ' ? read !== undefined : action === 'UPDATE' ? update !== undefined : action === 'LIST' ? list !== undefined : true;

export async function offeredType(name: string, version: string | undefined, action: Action, ctx: Ctx): Promise<OfferedType> {
  const handler = await ctx.resourceType(name);
  const data = resourceData(ctx).of(name);
  if (!handler || !data)
    throw fault(
      'TypeNotFoundException',
      `The type '${name}' cannot be found${data ? ' here: it is not emulated.' : `.${hint(name, ctx)}`}`,
    );
  if (version !== undefined && version !== VERSION)
    throw fault('TypeNotFoundException', `The type '${name}' has no version '${version}': public types have one, ${VERSION}.`);
  if (handler.inStackOnly || !can(handler, action))
    throw fault('UnsupportedActionException', `Resource type ${name} does not support ${action} action`);
  return { name, data, handler };
}

function hint(name: string, ctx: Ctx): string {
  const near = nearest(name, ctx.resourceTypes());
  return near === undefined ? '' : ` Did you mean ${near}?`;
}
