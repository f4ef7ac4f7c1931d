// AWS::StepFunctions::StateMachineAlias. A deployment preference shifts all traffic at once, whatever its type.
import { crudType } from '#core/resources/crud-type';
import type { Properties, Value } from '#core/resources/resource-handlers';
import { list, number, object, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { machineOfQualified } from '#services/states/arns';

const MAX_NAME_LENGTH = 80;
const ALL = 100;

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

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['ResourceNotFound', 'StateMachineDoesNotExist'],
  properties: { Description: (value: Value | undefined) => text(value) ?? '' },
  create: (_name, { Description: description }, properties, ctx) =>
    ctx.call('states', 'CreateStateMachineAlias', {
      name: text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH),
      description,
      routingConfiguration: routes(properties),
    }),
  idOf: ({ stateMachineAliasArn }) => stateMachineAliasArn,
  update: (stateMachineAliasArn, { Description: description }, { properties }, ctx) =>
    ctx.call('states', 'UpdateStateMachineAlias', { stateMachineAliasArn, description, routingConfiguration: routes(properties) }),
  delete: (stateMachineAliasArn, _properties, ctx) => ctx.call('states', 'DeleteStateMachineAlias', { stateMachineAliasArn }),
  find: (stateMachineAliasArn, _properties, ctx) => ctx.call('states', 'DescribeStateMachineAlias', { stateMachineAliasArn }),
  shown({ name: Name, description, routingConfiguration = [] }, { DeploymentPreference }, arn) {
    const RoutingConfiguration = routingConfiguration.map(({ stateMachineVersionArn, weight }) => ({
      ...{ StateMachineVersionArn: stateMachineVersionArn, Weight: weight },
    }));
    const routing = DeploymentPreference === undefined ? { RoutingConfiguration } : { DeploymentPreference };
    return { Name, Description: description || undefined, StateMachineArn: machineOfQualified(arn), ...routing };
  },
  listNeeds: ['StateMachineArn'],
  list: (nextToken, { StateMachineArn }, ctx) =>
    ctx.call('states', 'ListStateMachineAliases', { stateMachineArn: requiredText(StateMachineArn), nextToken }),
  listed: ({ stateMachineAliases }) => stateMachineAliases.map(({ stateMachineAliasArn }) => stateMachineAliasArn),
});
