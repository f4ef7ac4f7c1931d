// Policies of field indexes: which fields of a group's events are indexed. Kept: queries read events of their time without an index, too.
import type { Ctx } from '#core/ctx';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { readObject } from '#lib/json-object';
import { type FieldIndex, fault, type IndexPolicy, operation } from '#model/logs';
import { findIdentified, invalid } from './groups/find-group.ts';
import { groupArn } from './groups/group-arn.ts';
import { selects } from './selection.ts';
import { accountPolicies, events, groups, indexPolicies, type LogGroup } from './state.ts';

/** Limit: fields of an index policy. */
const MAX_FIELDS = 20;
/** Limit: characters of a field of an index policy. */
const MAX_FIELD = 100;

/** @throws Fault InvalidParameterException */
export function indexedFields(document: string): readonly string[] {
  const { Fields: fields } = readObject(document) ?? {};
  if (!Array.isArray(fields) || fields.length === 0 || !fields.every((field) => typeof field === 'string' && field !== ''))
    throw invalid('The policy document must be JSON with a list of Fields.');
  if (fields.length > MAX_FIELDS || fields.some((field: string) => field.length > MAX_FIELD))
    throw invalid(`An index policy can have at most ${MAX_FIELDS} fields of at most ${MAX_FIELD} characters.`);
  return fields as string[];
}

export const PutIndexPolicy = operation('PutIndexPolicy', ({ logGroupIdentifier, policyDocument }, ctx) => {
  const group = findIdentified(logGroupIdentifier, ctx);
  if (group.logGroupClass !== 'STANDARD') throw invalid(`Index policies are not supported for log groups of class ${group.logGroupClass}.`);
  indexedFields(policyDocument);
  ctx.write((tx) => tx.put(ctx.records(indexPolicies), [group.name], { document: policyDocument, updatedMs: ctx.now() }));
  return { indexPolicy: policiesOf(group, ctx)[0] };
});

export const DeleteIndexPolicy = operation('DeleteIndexPolicy', ({ logGroupIdentifier }, ctx) => {
  const { name } = findIdentified(logGroupIdentifier, ctx);
  if (!ctx.records(indexPolicies).has([name])) throw fault('ResourceNotFoundException', 'The specified index policy does not exist.');
  ctx.write((tx) => tx.delete(ctx.records(indexPolicies), [name]));
});

/** That of the group, which overrides those of the account. */
function policiesOf({ name }: Frozen<LogGroup>, ctx: Ctx): IndexPolicy[] {
  const own = ctx.records(indexPolicies).get([name]);
  const logGroupIdentifier = groupArn(ctx, name);
  if (own) return [{ logGroupIdentifier, lastUpdateTime: own.updatedMs, policyDocument: own.document, source: 'LOG_GROUP' }];
  return ctx
    .records(accountPolicies)
    .range(['FIELD_INDEX_POLICY'])
    .filter(({ criteria }) => selects(criteria, name))
    .map(({ name: policyName, document, updatedMs }) => ({
      ...{ logGroupIdentifier, lastUpdateTime: updatedMs, policyDocument: document, policyName, source: 'ACCOUNT' },
    }));
}

interface GroupPage {
  readonly logGroupIdentifiers: readonly string[];
  readonly nextToken?: string | undefined;
}

const { pageOfItems } = pager({
  request: ({ nextToken }: GroupPage) => ({ limit: 100, token: nextToken }),
  end: (next) => ({ nextToken: next }),
  invalidToken: () => invalid('The specified nextToken is invalid.'),
});

const asked = ({ logGroupIdentifiers }: GroupPage, ctx: Ctx): Frozen<LogGroup>[] =>
  [...new Set(logGroupIdentifiers.map((identifier) => findIdentified(identifier, ctx).name))].map(
    (name) => ctx.records(groups).get([name])!,
  );

export const DescribeIndexPolicies = operation('DescribeIndexPolicies', (input, ctx) => {
  const found = asked(input, ctx).flatMap((group) => policiesOf(group, ctx));
  const { items, nextToken } = pageOfItems(
    found,
    ({ logGroupIdentifier = '', policyName = '' }) => [logGroupIdentifier, policyName],
    input,
  );
  return { indexPolicies: items, nextToken };
});

export const DescribeFieldIndexes = operation('DescribeFieldIndexes', (input, ctx) => {
  const isAsked = input.indexCategories?.includes('CUSTOM') ?? true;
  const found = isAsked ? asked(input, ctx).flatMap((group) => indexesOf(group, ctx)) : [];
  const { items, nextToken } = pageOfItems(
    found,
    ({ logGroupIdentifier = '', fieldIndexName = '' }) => [logGroupIdentifier, fieldIndexName],
    input,
  );
  return { fieldIndexes: items, nextToken };
});

/** With the times of the first and the last event that arrived since. */
function indexesOf(group: Frozen<LogGroup>, ctx: Ctx): FieldIndex[] {
  return policiesOf(group, ctx).flatMap(({ policyDocument = '', lastUpdateTime = 0 }) => {
    const from: [string, number, number] = [group.id, lastUpdateTime, 0];
    const firstEventTime = ctx.records(events).keys([group.id], { from, limit: 1 })[0]?.[1];
    const lastEventTime = ctx.records(events).keys([group.id], { from, limit: 1, reverse: true })[0]?.[1];
    return indexedFields(policyDocument).map(
      (fieldIndexName): FieldIndex => ({
        ...{ logGroupIdentifier: groupArn(ctx, group.name), fieldIndexName, firstEventTime, lastEventTime },
        ...{ lastScanTime: ctx.now(), type: 'FIELD_INDEX', indexCategory: 'CUSTOM' },
      }),
    );
  });
}
