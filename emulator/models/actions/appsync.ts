// Actions of GraphQL APIs. The reference has resources for few of them: the others are asked for on all.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  slots: {
    GraphQLAPIId: ['apiId', 'resourceArn:afterSlash'],
    ApiId: ['apiId'],
    ChannelNamespaceName: ['name'],
    DomainName: ['domainName'],
    SourceGraphQLAPIId: ['sourceApiIdentifier:afterSlash'],
    MergedGraphQLAPIId: ['mergedApiIdentifier:afterSlash'],
    Associationid: ['associationId'],
  },
  // An association is asked for at the API from whose side it is made.
  types: {
    sourceapi: 'arn:$p:appsync:$r:$a:apis/${SourceGraphQLAPIId}',
    mergedapi: 'arn:$p:appsync:$r:$a:apis/${MergedGraphQLAPIId}',
  },
  operations: {
    AssociateMergedGraphqlApi: { types: ['sourceapi'] },
    AssociateSourceGraphqlApi: { types: ['mergedapi'] },
    DisassociateMergedGraphqlApi: { types: ['mergedApiAssociation'] },
    DisassociateSourceGraphqlApi: { types: ['sourceApiAssociation'] },
    GetSourceApiAssociation: { types: ['sourceApiAssociation'] },
    StartSchemaMerge: { types: ['sourceApiAssociation'] },
    UpdateSourceApiAssociation: { types: ['sourceApiAssociation'] },
  },
  passes: {
    CreateDataSource: ['serviceRoleArn'],
    UpdateDataSource: ['serviceRoleArn'],
    CreateGraphqlApi: ['logConfig.cloudWatchLogsRoleArn'],
    UpdateGraphqlApi: ['logConfig.cloudWatchLogsRoleArn'],
  },
};
