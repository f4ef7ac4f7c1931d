// Aliases: names for one version of a machine, or for two by weight.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#core/ctx';
import type { RoutingConfigurationListItem } from '#model/states';
import { fault, operation } from '#model/states';
import { machineArn, parseStatesArn } from '#services/states/arns';
import { invalidArn, noSuchAlias, noSuchResource } from '#services/states/faults';
import { pageOfValues } from '#services/states/pages';
import { aliases, type MachineAlias, versions } from '#services/states/state';
import { findMachine } from './find-machine.ts';
import { versionArn } from './versions.ts';

const WHOLE = 100;

const aliasArn = ({ machine, name }: MachineAlias, ctx: Ctx): string => `${machineArn(machine, ctx)}:${name}`;
const invalid = (message: string) => fault('ValidationException', message);

function readRoutes(sent: readonly RoutingConfigurationListItem[], ctx: Ctx): Pick<MachineAlias, 'machine' | 'routes'> {
  const arns = sent.map(({ stateMachineVersionArn }) => stateMachineVersionArn);
  const parsed = arns.map((arn) => parseStatesArn(arn));
  if (parsed.some((arn) => arn?.kind !== 'stateMachine' || !/^\d+$/.test(arn.names[1] ?? '')))
    throw invalid(`Routing configuration must contain state machine version ARNs. Received: [${arns.join(', ')}]`);
  const machine = parsed[0]!.names[0]!;
  if (parsed.some((arn) => arn!.names[0] !== machine))
    throw invalid(`Routing configuration must contain versions of one state machine. Received: [${arns.join(', ')}]`);
  const routes = sent.map(({ weight }, index) => ({ version: Number(parsed[index]!.names[1]), weight }));
  if (new Set(arns).size !== arns.length)
    throw invalid(`Routing configuration must contain distinct state machine version ARNs. Received: [${arns.join(', ')}]`);
  if (routes.reduce((sum, { weight }) => sum + weight, 0) !== WHOLE)
    throw invalid(`Sum of routing configuration weights must equal ${WHOLE}. Received: [${routes.map(({ weight }) => weight).join(', ')}]`);
  for (const [index, { version }] of routes.entries())
    if (!ctx.records(versions).has([machine, version])) throw noSuchResource(arns[index]!);
  return { machine, routes };
}

export const CreateStateMachineAlias = operation('CreateStateMachineAlias', ({ name, routingConfiguration, description }, ctx) => {
  const { machine, routes } = readRoutes(routingConfiguration, ctx);
  findMachine(machineArn(machine, ctx), ctx);
  const before = ctx.records(aliases).get([machine, name]);
  if (before && !isDeepStrictEqual([before.routes, before.description], [routes, description]))
    throw fault(
      'ConflictException',
      'Failed to create alias because an alias with the same name and a different routing configuration already exists.',
    );
  const alias = before ?? { name, machine, description, routes, createdMs: ctx.now(), updatedMs: ctx.now() };
  if (!before) ctx.write((tx) => tx.put(ctx.records(aliases), [machine, name], alias));
  return { stateMachineAliasArn: aliasArn(alias, ctx), creationDate: new Date(alias.createdMs) };
});

/** @throws Fault InvalidArn, ResourceNotFound */
function findAlias(arn: string, ctx: Ctx): MachineAlias {
  const [machine, name] = namesIn(arn);
  const alias = ctx.records(aliases).get([machine, name]);
  if (!alias) throw noSuchAlias(arn);
  return alias;
}

function namesIn(arn: string): [machine: string, name: string] {
  const parsed = parseStatesArn(arn);
  const [machine, name] = parsed?.names ?? [];
  if (parsed?.kind !== 'stateMachine' || machine === undefined || name === undefined) throw invalidArn(arn);
  return [machine, name];
}

export const DescribeStateMachineAlias = operation('DescribeStateMachineAlias', ({ stateMachineAliasArn }, ctx) => {
  const { name, machine, description, routes, createdMs, updatedMs } = findAlias(stateMachineAliasArn, ctx);
  return {
    ...{ stateMachineAliasArn, name, description },
    routingConfiguration: routes.map(({ version, weight }) => ({ stateMachineVersionArn: versionArn(machine, version, ctx), weight })),
    ...{ creationDate: new Date(createdMs), updateDate: new Date(updatedMs) },
  };
});

export const UpdateStateMachineAlias = operation('UpdateStateMachineAlias', (input, ctx) => {
  const { stateMachineAliasArn, description, routingConfiguration } = input;
  if (description === undefined && routingConfiguration === undefined)
    throw invalid('Either the description or the routing configuration must be specified');
  const alias = findAlias(stateMachineAliasArn, ctx);
  const routes = routingConfiguration ? readRoutes(routingConfiguration, ctx).routes : alias.routes;
  const changed = { ...alias, description: description ?? alias.description, routes, updatedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(aliases), [alias.machine, alias.name], changed));
  return { updateDate: new Date(changed.updatedMs) };
});

/** An alias that does not exist is deleted, too. */
export const DeleteStateMachineAlias = operation('DeleteStateMachineAlias', ({ stateMachineAliasArn }, ctx) => {
  const key = namesIn(stateMachineAliasArn);
  ctx.write((tx) => tx.delete(ctx.records(aliases), key));
});

export const ListStateMachineAliases = operation('ListStateMachineAliases', (input, ctx) => {
  const { stateMachineArn } = input;
  const parsed = parseStatesArn(stateMachineArn);
  if (parsed?.kind !== 'stateMachine') throw invalidArn(stateMachineArn);
  const { name: machine } = findMachine(machineArn(parsed.names[0]!, ctx), ctx);
  const version = parsed.names[1] === undefined ? undefined : Number(parsed.names[1]);
  const keep = ({ routes }: { readonly routes: MachineAlias['routes'] }) =>
    version === undefined || routes.some((route) => route.version === version);
  const { items, nextToken } = pageOfValues(ctx.records(aliases), [machine], input, { keep });
  const stateMachineAliases = items.map((alias) => ({
    ...{ stateMachineAliasArn: aliasArn(alias, ctx), creationDate: new Date(alias.createdMs) },
  }));
  return { stateMachineAliases, nextToken };
});
