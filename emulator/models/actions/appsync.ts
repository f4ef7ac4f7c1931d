// Actions of GraphQL APIs. The reference has resources for few of them: the others are asked for on all.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  slots: {
    GraphQLAPIId: ['apiId', 'resourceArn:afterSlash'],
    ApiId: ['apiId'],
    ChannelNamespaceName: ['name'],
    DomainName: ['domainName'],
  },
  passes: {
    CreateDataSource: ['serviceRoleArn'],
    UpdateDataSource: ['serviceRoleArn'],
    CreateGraphqlApi: ['logConfig.cloudWatchLogsRoleArn'],
    UpdateGraphqlApi: ['logConfig.cloudWatchLogsRoleArn'],
  },
};
