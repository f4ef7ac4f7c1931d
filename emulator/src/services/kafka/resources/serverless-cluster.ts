// AWS::MSK::ServerlessCluster, which any change replaces.
import type { Created, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { tagsIn, tagsShown } from './cluster-tags.ts';

const GONE = ['NotFoundException'];

const texts = each(must(text));
const networks = each(shape({ SubnetIds: must(texts), SecurityGroups: texts }));
const asApi = (value: Value | undefined) =>
  networks(value)?.map(({ SubnetIds, SecurityGroups: SecurityGroupIds }) => ({ SubnetIds, ...(SecurityGroupIds && { SecurityGroupIds }) }));
const authentication = shape({ Sasl: shape({ Iam: shape({ Enabled: flag }) }) });

const made = (Arn: string): Created => ({ physicalId: Arn, attributes: { Arn } });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Serverless = {
      VpcConfigs: asApi(properties.VpcConfigs),
      ClientAuthentication: authentication(properties.ClientAuthentication),
    };
    const input = { ClusterName: text(properties.ClusterName)!, Serverless, Tags: tagsIn(properties) };
    const { ClusterArn } = await ctx.call('kafka', 'CreateClusterV2', input as never);
    return made(ClusterArn!);
  },
  async delete(ClusterArn, _properties, ctx) {
    await ignoring(GONE, ctx.call('kafka', 'DeleteCluster', { ClusterArn }));
  },
  async read(ClusterArn, _properties, ctx) {
    const found = (await ignoring(GONE, ctx.call('kafka', 'DescribeClusterV2', { ClusterArn })))?.ClusterInfo;
    if (!found?.Serverless) return undefined;
    const { VpcConfigs: apart, ClientAuthentication } = found.Serverless;
    const VpcConfigs = apart?.map(({ SubnetIds, SecurityGroupIds: SecurityGroups }) => ({
      SubnetIds,
      ...(SecurityGroups && { SecurityGroups }),
    }));
    return readAs({ ClusterName: found.ClusterName, VpcConfigs, ClientAuthentication, Tags: tagsShown(found.Tags) });
  },
  async list(_filter, NextToken, ctx) {
    const found = await ctx.call('kafka', 'ListClustersV2', { NextToken, ClusterTypeFilter: 'SERVERLESS' });
    return { items: (found.ClusterInfoList ?? []).map(({ ClusterArn }) => ({ Arn: ClusterArn! })), next: found.NextToken };
  },
  async adopt(identifier, _properties, ctx) {
    const ClusterArn = text(identifier.Arn) ?? '';
    await ctx.call('kafka', 'DescribeClusterV2', { ClusterArn });
    return made(ClusterArn);
  },
};
