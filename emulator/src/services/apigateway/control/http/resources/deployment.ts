// AWS::ApiGatewayV2::Deployment
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { partType } from './part-type.ts';

const deployment = partType({
  noun: 'Deployment',
  id: 'DeploymentId',
  owners: ['ApiId'],
  properties: { Description: text, StageName: text },
  unread: ['StageName'],
});

/** Only the description changes in place: the stage that a deployment was made for is not moved again. */
export const resource: ResourceType = {
  ...deployment,
  update: (id, properties, previous, ctx) => {
    const { StageName: _, ...others } = properties;
    return deployment.update!(id, others, { ...previous, StageName: undefined as never }, ctx);
  },
};
