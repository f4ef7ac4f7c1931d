// The links of state machines: what the tasks of their definitions use, as far as the definitions name it.
import { type LinkEnd, resourceLinks } from '#core/traces/map/resource-links';
import { formatArn } from '#lib/arn';
import { isObject, readObject } from '#lib/json-object';
import { machineArn } from './arns.ts';
import { sdkService } from './integrations/sdk-services.ts';
import { machines } from './state.ts';

/** States of a definition that are looked at. */
const READ = 1000;

/** All states of a definition, those of branches and items, too. */
function* statesIn(definition: object): Iterable<Readonly<Record<string, unknown>>> {
  const open: unknown[] = [definition];
  for (let read = 0; open.length > 0 && read < READ; ) {
    const states = (open.pop() as Readonly<Record<string, unknown>>)['States'];
    for (const state of isObject(states) ? Object.values(states) : []) {
      if (!isObject(state)) continue;
      read++;
      yield state;
      const { Branches: branches, Iterator: iterator, ItemProcessor: processor } = state;
      for (const inner of [...(Array.isArray(branches) ? (branches as unknown[]) : []), iterator, processor])
        if (isObject(inner)) open.push(inner);
    }
  }
}

const isConstant = (value: unknown): boolean => typeof value !== 'string' || !value.startsWith('{%');

function endOf(
  { Type, Resource, Parameters, Arguments }: Readonly<Record<string, unknown>>,
  region: string,
  account: string,
): LinkEnd | undefined {
  if (Type !== 'Task' || typeof Resource !== 'string') return undefined;
  const [, sdk, named = ''] = /^arn:aws[a-z-]*:states:::(aws-sdk:)?([^:]+):/.exec(Resource) ?? [];
  if (named === '') return Resource;
  const given = isObject(Arguments) ? Arguments : isObject(Parameters) ? Parameters : {};
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => isConstant(value)));
  const endpoint = parameters['ApiEndpoint'];
  if (typeof endpoint === 'string') {
    const [, api] = /^(?:https:\/\/)?([a-z0-9]+)\.execute-api\./.exec(endpoint) ?? [];
    return api === undefined ? endpoint : formatArn({ service: 'execute-api', region, account, resource: `${api}/` });
  }
  return { service: sdk === undefined && named === 'apigateway' ? named : sdkService(named).service, parameters };
}

export const links = resourceLinks([machines], function* (ctx) {
  const { account, region } = ctx;
  for (const { name, definition } of ctx.records(machines).range())
    for (const state of statesIn(readObject(definition) ?? {})) {
      const to = endOf(state, region, account);
      if (to !== undefined) yield { from: machineArn(name, ctx), to, by: 'task' };
    }
});
