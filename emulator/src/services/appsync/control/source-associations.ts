// Source APIs of merged APIs: from either side an association is made, and merged at once.
// https://docs.aws.amazon.com/appsync/latest/devguide/merged-api.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import {
  fault,
  operation,
  type SourceApiAssociation,
  type SourceApiAssociationConfig,
  type SourceApiAssociationSummary,
} from '#model/appsync';
import { bad, notFound } from '#services/appsync/faults';
import { merge, mergeAgain } from '#services/appsync/merged/merge';
import { associationsOf } from '#services/appsync/merged/merged-sources';
import { pageOfItems } from '#services/appsync/pages';
import { parsed } from '#services/appsync/schema/read-schema';
import { type Api, type SourceAssociation, sourceAssociations } from '#services/appsync/state';
import { associationOfSource, findApi, partArn } from './find.ts';
import { checkFormat, shownType, typesIn } from './schema-types.ts';

/** Limit: source APIs of a merged API. */
const MAX_SOURCES = 10;
const MERGE_TYPES = ['MANUAL_MERGE', 'AUTO_MERGE'];

/** An API by its id or its ARN. @throws Fault BadRequestException, NotFoundException */
function identified(identifier: string, ctx: Ctx): Frozen<Api> {
  if (!identifier.startsWith('arn:')) return findApi(identifier, ctx);
  const { service, account, region, resource = '' } = parseArn(identifier) ?? {};
  const id = /^apis\/([^/]+)$/.exec(resource)?.[1];
  if (service !== 'appsync' || id === undefined) throw bad(`Invalid ARN: ${identifier}`);
  if (account !== ctx.account || region !== ctx.region)
    throw bad(`The API ${identifier} is of another account or region: no APIs are shared between accounts here.`);
  return findApi(id, ctx);
}

function findMerged(identifier: string, ctx: Ctx): Frozen<Api> {
  const api = identified(identifier, ctx);
  if (api.settings.apiType !== 'MERGED') throw bad(`The API ${api.id} is not a merged API.`);
  return api;
}

/** @throws Fault NotFoundException */
function findAssociation(mergedApiId: string, id: string, ctx: Ctx): Frozen<SourceAssociation> {
  const found = ctx.records(sourceAssociations).get([mergedApiId, id]);
  if (!found) throw notFound(`Source API association ${id} not found.`);
  return found;
}

const summaryOf = ({ id, mergedApiId, sourceApiId, description }: Frozen<SourceAssociation>, ctx: Ctx): SourceApiAssociationSummary => ({
  ...{ associationId: id, associationArn: partArn(mergedApiId, `sourceApiAssociations/${id}`, ctx), description },
  ...{ sourceApiId, sourceApiArn: partArn(sourceApiId, '', ctx), mergedApiId, mergedApiArn: partArn(mergedApiId, '', ctx) },
});

const shown = (association: Frozen<SourceAssociation>, ctx: Ctx, status: string = association.status): SourceApiAssociation => ({
  ...summaryOf(association, ctx),
  sourceApiAssociationConfig: { mergeType: association.mergeType },
  sourceApiAssociationStatus: status,
  sourceApiAssociationStatusDetail: association.detail,
  lastSuccessfulMergeDate: association.mergedMs === undefined ? undefined : new Date(association.mergedMs),
});

function mergeTypeOf({ mergeType = MERGE_TYPES[0]! }: SourceApiAssociationConfig = {}): string {
  if (!MERGE_TYPES.includes(mergeType)) throw bad(`The merge type ${mergeType} is not supported: it is MANUAL_MERGE or AUTO_MERGE.`);
  return mergeType;
}

interface AssociateInput {
  readonly mergedApiIdentifier: string;
  readonly sourceApiIdentifier: string;
  readonly description?: string | undefined;
  readonly sourceApiAssociationConfig?: SourceApiAssociationConfig | undefined;
}

function associate(input: AssociateInput, ctx: Ctx): { readonly sourceApiAssociation: SourceApiAssociation } {
  const { id: mergedApiId } = findMerged(input.mergedApiIdentifier, ctx);
  const source = identified(input.sourceApiIdentifier, ctx);
  const { id: sourceApiId } = source;
  if (source.settings.apiType === 'MERGED') throw bad('A merged API cannot be the source API of another merged API.');
  const taken = associationOfSource(sourceApiId, ctx);
  if (taken) throw bad(`The source API ${sourceApiId} is already associated with the merged API ${taken.mergedApiId}.`);
  const others = associationsOf(mergedApiId, ctx);
  if (others.length >= MAX_SOURCES) throw fault('LimitExceededException', `A merged API can have at most ${MAX_SOURCES} source APIs.`);
  const association: SourceAssociation = {
    ...{ id: ctx.id(), mergedApiId, sourceApiId, description: input.description, status: 'MERGE_SCHEDULED' },
    mergeType: mergeTypeOf(input.sourceApiAssociationConfig),
    order: (others.at(-1)?.order ?? 0) + 1,
  };
  ctx.write((tx) => {
    tx.put(ctx.records(sourceAssociations), [mergedApiId, association.id], association);
    merge(tx, association, ctx);
  });
  return { sourceApiAssociation: shown(association, ctx) };
}

export const AssociateSourceGraphqlApi = operation('AssociateSourceGraphqlApi', (input, ctx) => associate(input, ctx));

export const AssociateMergedGraphqlApi = operation('AssociateMergedGraphqlApi', (input, ctx) => associate(input, ctx));

function disassociate(association: Frozen<SourceAssociation>, ctx: Ctx): { readonly sourceApiAssociationStatus: string } {
  const { mergedApiId, id } = association;
  ctx.write((tx) => {
    tx.delete(ctx.records(sourceAssociations), [mergedApiId, id]);
    mergeAgain(tx, mergedApiId, ctx);
  });
  return { sourceApiAssociationStatus: 'DELETION_SCHEDULED' };
}

export const DisassociateSourceGraphqlApi = operation('DisassociateSourceGraphqlApi', ({ mergedApiIdentifier, associationId }, ctx) =>
  disassociate(findAssociation(findMerged(mergedApiIdentifier, ctx).id, associationId, ctx), ctx),
);

export const DisassociateMergedGraphqlApi = operation('DisassociateMergedGraphqlApi', ({ sourceApiIdentifier, associationId }, ctx) => {
  const { mergedApiId, id } = associationOfSource(identified(sourceApiIdentifier, ctx).id, ctx) ?? {};
  return disassociate(findAssociation(id === associationId ? mergedApiId! : '', associationId, ctx), ctx);
});

export const GetSourceApiAssociation = operation('GetSourceApiAssociation', ({ mergedApiIdentifier, associationId }, ctx) => ({
  sourceApiAssociation: shown(findAssociation(findMerged(mergedApiIdentifier, ctx).id, associationId, ctx), ctx),
}));

/** The associations of a merged API, or of a source API. */
export const ListSourceApiAssociations = operation('ListSourceApiAssociations', (input, ctx) => {
  const { id } = identified(input.apiId, ctx);
  const all = [...associationsOf(id, ctx), ...[associationOfSource(id, ctx) ?? []].flat()];
  const { items, nextToken } = pageOfItems(all, ({ order }) => String(order).padStart(9, '0'), input);
  return { sourceApiAssociationSummaries: items.map((association) => summaryOf(association, ctx)), nextToken };
});

export const UpdateSourceApiAssociation = operation('UpdateSourceApiAssociation', (input, ctx) => {
  const before = findAssociation(findMerged(input.mergedApiIdentifier, ctx).id, input.associationId, ctx);
  const { description = before.description, sourceApiAssociationConfig: config } = input;
  const mergeType = config ? mergeTypeOf(config) : before.mergeType;
  const association = { ...(before as SourceAssociation), description, mergeType };
  ctx.write((tx) => tx.put(ctx.records(sourceAssociations), [association.mergedApiId, association.id], association));
  return { sourceApiAssociation: shown(association, ctx) };
});

export const StartSchemaMerge = operation('StartSchemaMerge', ({ mergedApiIdentifier, associationId }, ctx) => {
  const association = findAssociation(findMerged(mergedApiIdentifier, ctx).id, associationId, ctx);
  ctx.write((tx) => merge(tx, association, ctx));
  return { sourceApiAssociationStatus: 'MERGE_SCHEDULED' };
});

/** The types of the source, as they were merged. */
export const ListTypesByAssociation = operation('ListTypesByAssociation', (input, ctx) => {
  checkFormat(input.format);
  const { merged, sourceApiId } = findAssociation(findMerged(input.mergedApiIdentifier, ctx).id, input.associationId, ctx);
  const types = typesIn(parsed(merged?.definition ?? '') ?? { definitions: [] });
  const { items, nextToken } = pageOfItems(types, ({ name }) => name.value, input);
  return { types: items.map((node) => shownType(sourceApiId, node, input.format, ctx)), nextToken };
});
