// AWS::MSK::ServerlessCluster, which any change replaces.
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { flag } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { tagsIn, tagsShown } from './cluster-tags.ts';

const texts = each(requiredText);
const networks = each(shape({ SubnetIds: must(texts), SecurityGroups: texts }));
const vpcsOf = (value: Value | undefined) =>
  networks(value)?.map(({ SubnetIds, SecurityGroups: SecurityGroupIds }) => ({ SubnetIds, ...(SecurityGroupIds && { SecurityGroupIds }) }));
const authentication = shape({ Sasl: shape({ Iam: shape({ Enabled: flag }) }) });

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['NotFoundException'],
  properties: { VpcConfigs: vpcsOf, ClientAuthentication: authentication },
  create(_name, Serverless, properties, ctx) {
    const input = { ClusterName: requiredText(properties.ClusterName), Serverless, Tags: tagsIn(properties) };
    return ctx.call('kafka', 'CreateClusterV2', input as never);
  },
  idOf: ({ ClusterArn }) => ClusterArn!,
  delete: (ClusterArn, _properties, ctx) => ctx.call('kafka', 'DeleteCluster', { ClusterArn }),
  async find(ClusterArn, _properties, ctx) {
    const { ClusterInfo } = await ctx.call('kafka', 'DescribeClusterV2', { ClusterArn });
    return ClusterInfo?.Serverless && { ...ClusterInfo, ...ClusterInfo.Serverless };
  },
  shown: ({ ClusterName, VpcConfigs, Tags }) => ({
    ClusterName,
    VpcConfigs: VpcConfigs?.map(({ SubnetIds, SecurityGroupIds: SecurityGroups }) => ({
      SubnetIds,
      ...(SecurityGroups && { SecurityGroups }),
    })),
    Tags: tagsShown(Tags),
  }),
  list: (NextToken, _filter, ctx) => ctx.call('kafka', 'ListClustersV2', { NextToken, ClusterTypeFilter: 'SERVERLESS' }),
  listed: ({ ClusterInfoList }) => ClusterInfoList?.map(({ ClusterArn }) => ClusterArn),
});
