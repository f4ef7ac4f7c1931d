// AWS::StepFunctions::StateMachineVersion
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { machineOfQualified } from '#services/states/arns';

const GONE = ['StateMachineDoesNotExist'];

const made = (arn: string): Created => ({ physicalId: arn, attributes: { Arn: arn } });

const describe = (arn: string, ctx: ResourceContext) =>
  ignoring(GONE, ctx.call('states', 'DescribeStateMachine', { stateMachineArn: arn }));

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { stateMachineVersionArn } = await ctx.call('states', 'PublishStateMachineVersion', {
      stateMachineArn: text(properties.StateMachineArn)!,
      revisionId: text(properties.StateMachineRevisionId),
      description: text(properties.Description),
    });
    ctx.created(stateMachineVersionArn);
    return made(stateMachineVersionArn);
  },
  async delete(stateMachineVersionArn, _properties, ctx) {
    await ctx.call('states', 'DeleteStateMachineVersion', { stateMachineVersionArn });
  },
  async read(arn, properties, ctx) {
    const found = await describe(arn, ctx);
    if (!found) return undefined;
    const StateMachineRevisionId = properties.StateMachineRevisionId ?? found.revisionId;
    return readAs({ StateMachineArn: machineOfQualified(arn), StateMachineRevisionId, Description: found.description });
  },
  listNeeds: ['StateMachineArn'],
  async list(filter, nextToken, ctx) {
    const found = await ctx.call('states', 'ListStateMachineVersions', { stateMachineArn: text(filter.StateMachineArn)!, nextToken });
    return {
      items: found.stateMachineVersions.map(({ stateMachineVersionArn }) => ({ Arn: stateMachineVersionArn })),
      next: found.nextToken,
    };
  },
  adopt: async (identifier, _properties, ctx) => {
    const arn = text(identifier.Arn) ?? '';
    await ctx.call('states', 'DescribeStateMachine', { stateMachineArn: arn });
    return made(arn);
  },
};
