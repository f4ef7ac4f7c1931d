// AWS::AppSync::SourceApiAssociation
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { AssociateSourceGraphqlApiRequest } from '#model/appsync';
import { membersOf, pathIn, propertiesOf } from './members.ts';

const inputOf = (properties: Properties): AssociateSourceGraphqlApiRequest =>
  membersOf(properties) as unknown as AssociateSourceGraphqlApiRequest;

function placeOf(arn: string): { readonly mergedApiIdentifier: string; readonly associationId: string } {
  const [mergedApiIdentifier = '', , associationId = ''] = pathIn(arn);
  return { mergedApiIdentifier, associationId };
}

const find = async (arn: string, ctx: ResourceContext) =>
  (await ctx.call('appsync', 'GetSourceApiAssociation', placeOf(arn))).sourceApiAssociation;

/** An association that could not be merged fails its stack. */
async function checkMerged(arn: string, ctx: ResourceContext): Promise<void> {
  const { sourceApiAssociationStatus: status, sourceApiAssociationStatusDetail: detail } = (await find(arn, ctx))!;
  if (status === 'MERGE_FAILED') throw new Error(`The source API association is ${status}: ${detail}`);
}

export const resource: ResourceType = crudType({
  id: 'AssociationArn',
  gone: ['NotFoundException'],
  properties: {},
  create: async (_name, _given, properties, ctx) => {
    const { sourceApiAssociation } = await ctx.call('appsync', 'AssociateSourceGraphqlApi', inputOf(properties));
    ctx.created(sourceApiAssociation!.associationArn!);
    await checkMerged(sourceApiAssociation!.associationArn!, ctx);
    return sourceApiAssociation!;
  },
  idOf: ({ associationArn = '' }) => associationArn,
  find: (arn, _properties, ctx) => find(arn, ctx),
  update: (arn, _given, { properties: { Description, SourceApiAssociationConfig: config } }, ctx) =>
    ctx.call('appsync', 'UpdateSourceApiAssociation', {
      ...placeOf(arn),
      ...membersOf({ Description: text(Description) ?? '', SourceApiAssociationConfig: config ?? { MergeType: 'MANUAL_MERGE' } }),
    }),
  delete: (arn, _properties, ctx) => ctx.call('appsync', 'DisassociateSourceGraphqlApi', placeOf(arn)),
  attributes: (found) => ({
    ...{ AssociationId: found.associationId, SourceApiId: found.sourceApiId, SourceApiArn: found.sourceApiArn },
    ...{ MergedApiId: found.mergedApiId, MergedApiArn: found.mergedApiArn },
    SourceApiAssociationStatus: found.sourceApiAssociationStatus,
    SourceApiAssociationStatusDetail: found.sourceApiAssociationStatusDetail ?? found.sourceApiAssociationStatus,
    LastSuccessfulMergeDate: found.lastSuccessfulMergeDate?.toISOString(),
  }),
  shown: (found, { SourceApiIdentifier, MergedApiIdentifier }) => ({
    Description: found.description || undefined,
    SourceApiAssociationConfig: propertiesOf(found.sourceApiAssociationConfig ?? {}),
    SourceApiIdentifier: SourceApiIdentifier ?? found.sourceApiArn,
    MergedApiIdentifier: MergedApiIdentifier ?? found.mergedApiArn,
  }),
  listNeeds: ['MergedApiIdentifier'],
  list: (nextToken, { MergedApiIdentifier }, ctx) =>
    ctx.call('appsync', 'ListSourceApiAssociations', { apiId: text(MergedApiIdentifier) ?? '', nextToken: text(nextToken) }),
  listed: ({ sourceApiAssociationSummaries }) => sourceApiAssociationSummaries?.map(({ associationArn }) => associationArn),
});
