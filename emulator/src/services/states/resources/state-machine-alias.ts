// AWS::StepFunctions::StateMachineAlias. A deployment preference shifts all traffic at once, whatever its type.
import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, list, number, object, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { machineOfQualified } from '#services/states/arns';

const GONE = ['ResourceNotFound', 'StateMachineDoesNotExist'];
const ALL = 100;

const made = (arn: string): Created => ({ physicalId: arn, attributes: { Arn: arn } });

function routes({ RoutingConfiguration, DeploymentPreference }: Properties) {
  if ((RoutingConfiguration === undefined) === (DeploymentPreference === undefined))
    throw new Error('Exactly one of RoutingConfiguration and DeploymentPreference must be specified');
  if (DeploymentPreference !== undefined)
    return [{ stateMachineVersionArn: text(object(DeploymentPreference).StateMachineVersionArn)!, weight: ALL }];
  return list(RoutingConfiguration).map((route) => {
    const { StateMachineVersionArn, Weight } = object(route);
    return { stateMachineVersionArn: text(StateMachineVersionArn)!, weight: number(Weight)! };
  });
}

const describe = (stateMachineAliasArn: string, ctx: ResourceContext) =>
  ignoring(GONE, ctx.call('states', 'DescribeStateMachineAlias', { stateMachineAliasArn }));

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { stateMachineAliasArn } = await ctx.call('states', 'CreateStateMachineAlias', {
      name: text(properties.Name) ?? ctx.physicalName(80),
      description: text(properties.Description),
      routingConfiguration: routes(properties),
    });
    ctx.created(stateMachineAliasArn);
    return made(stateMachineAliasArn);
  },
  async update(stateMachineAliasArn, properties, _previous, ctx) {
    const description = text(properties.Description) ?? '';
    await ctx.call('states', 'UpdateStateMachineAlias', { stateMachineAliasArn, description, routingConfiguration: routes(properties) });
    return made(stateMachineAliasArn);
  },
  async delete(stateMachineAliasArn, _properties, ctx) {
    await ctx.call('states', 'DeleteStateMachineAlias', { stateMachineAliasArn });
  },
  async read(arn, { DeploymentPreference }, ctx) {
    const found = await describe(arn, ctx);
    if (!found) return undefined;
    const RoutingConfiguration = (found.routingConfiguration ?? []).map(({ stateMachineVersionArn, weight }) => ({
      ...{ StateMachineVersionArn: stateMachineVersionArn, Weight: weight },
    }));
    const Description = found.description || undefined;
    const shared = { Name: found.name, Description, StateMachineArn: machineOfQualified(arn) };
    return readAs(DeploymentPreference === undefined ? { ...shared, RoutingConfiguration } : { ...shared, DeploymentPreference });
  },
  listNeeds: ['StateMachineArn'],
  async list(filter, nextToken, ctx) {
    const found = await ctx.call('states', 'ListStateMachineAliases', { stateMachineArn: text(filter.StateMachineArn)!, nextToken });
    return { items: found.stateMachineAliases.map(({ stateMachineAliasArn }) => ({ Arn: stateMachineAliasArn })), next: found.nextToken };
  },
  adopt: async (identifier, _properties, ctx) => {
    const arn = text(identifier.Arn) ?? '';
    await ctx.call('states', 'DescribeStateMachineAlias', { stateMachineAliasArn: arn });
    return made(arn);
  },
};
