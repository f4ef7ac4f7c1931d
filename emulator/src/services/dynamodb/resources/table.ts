// AWS::DynamoDB::Table
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { changed, flag, ignoring, list, object, tagList, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { TableCreationParameters } from '#model/dynamodb';
import { importTable } from './imported-table.ts';
import { indexUpdate } from './index-update.ts';
import { applyDestination } from './kinesis-destination.ts';
import { readTable } from './read-table.ts';
import { applyBackups, applyInsights, applyPolicy, applyTags, describe, policyOf, settled } from './regional-settings.ts';
import { attributesOf, indexesOf, keyOf, limitsAfter, onDemandOf, sseOf, throughputOf, vectorsOf, warmOf } from './table-properties.ts';

const GONE = ['ResourceNotFoundException', 'TableNotFoundException', 'PolicyNotFoundException'];

async function made(name: string, ctx: ResourceContext): Promise<Created> {
  const { TableArn, LatestStreamArn, StreamSpecification } = await describe(name, ctx);
  const stream = StreamSpecification ? { StreamArn: LatestStreamArn! } : {};
  return { physicalId: name, attributes: { Arn: TableArn!, ...stream } };
}

const streamOf = (properties: Properties) => {
  const view = text(object(properties.StreamSpecification).StreamViewType);
  return view === undefined ? undefined : { StreamEnabled: true, StreamViewType: view };
};
async function applyTimeToLive(TableName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const settings = (given: Value | undefined) => ({
    AttributeName: text(object(given).AttributeName) ?? '',
    Enabled: flag(object(given).Enabled) ?? false,
  });
  const [wanted, present] = [settings(next.TimeToLiveSpecification), settings(before.TimeToLiveSpecification)];
  if (JSON.stringify(wanted) === JSON.stringify(present)) return;
  if (present.Enabled)
    await ctx.call('dynamodb', 'UpdateTimeToLive', { TableName, TimeToLiveSpecification: { ...present, Enabled: false } });
  if (wanted.Enabled) await ctx.call('dynamodb', 'UpdateTimeToLive', { TableName, TimeToLiveSpecification: wanted });
}

const limitsChange = (next: Properties, before: Properties): object =>
  next.BillingMode === 'PAY_PER_REQUEST'
    ? { OnDemandThroughput: limitsAfter(onDemandOf(before.OnDemandThroughput), onDemandOf(next.OnDemandThroughput)) }
    : {};

/** Units that a template takes away stay, and UpdateTable refuses units that the table has already. */
async function hasUnits(TableName: string, next: Properties, ctx: ResourceContext): Promise<boolean> {
  const wanted = throughputOf(next.ProvisionedThroughput);
  if (!wanted) return true;
  const { ProvisionedThroughput: present } = await describe(TableName, ctx);
  return wanted.ReadCapacityUnits === present?.ReadCapacityUnits && wanted.WriteCapacityUnits === present?.WriteCapacityUnits;
}

const settingsOf = (properties: Properties) => ({
  BillingMode: text(properties.BillingMode) ?? 'PROVISIONED',
  ProvisionedThroughput: throughputOf(properties.ProvisionedThroughput),
  OnDemandThroughput: onDemandOf(properties.OnDemandThroughput),
});

async function applyStream(TableName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [wanted, present] = [streamOf(next), streamOf(before)];
  if (wanted?.StreamViewType === present?.StreamViewType) return;
  if (present) await ctx.call('dynamodb', 'UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } });
  if (wanted) await ctx.call('dynamodb', 'UpdateTable', { TableName, StreamSpecification: wanted });
}

/** The changes that UpdateTable takes, each in a request of its own where the service wants it alone. */
async function applySettings(TableName: string, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const update = (input: object) => ctx.call('dynamodb', 'UpdateTable', { TableName, ...input });
  const names = changed(
    [
      'BillingMode',
      'ProvisionedThroughput',
      'OnDemandThroughput',
      'SSESpecification',
      'TableClass',
      'DeletionProtectionEnabled',
      'WarmThroughput',
    ],
    next,
    before,
  );
  const throughput = names.filter((name) => name === 'BillingMode' || name === 'ProvisionedThroughput' || name === 'OnDemandThroughput');
  const isSame = throughput.length === 1 && throughput[0] === 'ProvisionedThroughput' && (await hasUnits(TableName, next, ctx));
  if (throughput.length > 0 && !isSame) await update({ ...settingsOf(next), ...limitsChange(next, before) });
  if (names.includes('SSESpecification')) await update({ SSESpecification: sseOf(next.SSESpecification) ?? { Enabled: false } });
  if (names.includes('TableClass')) await update({ TableClass: text(next.TableClass) ?? 'STANDARD' });
  if (names.includes('DeletionProtectionEnabled'))
    await update({ DeletionProtectionEnabled: flag(next.DeletionProtectionEnabled) ?? false });
  if (names.includes('WarmThroughput') && next.WarmThroughput !== undefined) await update({ WarmThroughput: warmOf(next.WarmThroughput) });
}

/** An import makes a table without local indexes, and with the simplest settings: the others follow. */
async function createImported(basics: TableCreationParameters, properties: Properties, ctx: ResourceContext): Promise<Created> {
  const { TableName } = basics;
  if (list(properties.LocalSecondaryIndexes).length > 0)
    throw new Error('Tables with LocalSecondaryIndexes are not imported: leave them or ImportSourceSpecification out.');
  ctx.created(TableName);
  await importTable(object(properties.ImportSourceSpecification), basics, ctx);
  const { TableArn } = await describe(TableName, ctx);
  const imported = Object.entries(properties).filter(([name]) => Object.hasOwn(basics, name));
  await applySettings(TableName, properties, Object.fromEntries(imported), ctx);
  await applyStream(TableName, properties, {}, ctx);
  await applyTimeToLive(TableName, properties, {}, ctx);
  await applyBackups(TableName, properties, {}, ctx);
  await applyDestination(TableName, properties, {}, ctx);
  await applyInsights(TableName, properties, {}, ctx);
  await applyPolicy(TableArn!, properties, {}, ctx);
  await applyTags(TableArn!, properties, {}, ctx);
  return made(TableName, ctx);
}

/** An attribute keeps its type, and a table its local indexes, as long as the table is there. */
export function replacedBy(next: Properties, before: Properties): string[] {
  const types = new Map(
    attributesOf(before.AttributeDefinitions).map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  );
  const edited = attributesOf(next.AttributeDefinitions).some(
    ({ AttributeName, AttributeType }) => types.has(AttributeName) && types.get(AttributeName) !== AttributeType,
  );
  return [...(edited ? ['AttributeDefinitions'] : []), ...changed(['LocalSecondaryIndexes'], next, before)];
}

export const resource: ResourceType = {
  refuse: {
    'StreamSpecification.ResourcePolicy': 'only tables have policies.',
    'StreamSpecification.Tags': 'only tables have tags.',
  },
  replaces: replacedBy,
  async create(properties, ctx) {
    const TableName = text(properties.TableName) ?? ctx.physicalName(255);
    const global = indexesOf(properties.GlobalSecondaryIndexes);
    const vectors = vectorsOf(properties.VectorIndexes);
    const basics = {
      TableName,
      AttributeDefinitions: attributesOf(properties.AttributeDefinitions),
      KeySchema: keyOf(properties.KeySchema),
      ...settingsOf(properties),
      ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
      ...(vectors.length > 0 && { VectorIndexes: vectors }),
      SSESpecification: sseOf(properties.SSESpecification),
    };
    if (properties.ImportSourceSpecification !== undefined) return createImported(basics, properties, ctx);
    const local = indexesOf(properties.LocalSecondaryIndexes);
    await ctx.call('dynamodb', 'CreateTable', {
      ...basics,
      ...(local.length > 0 && { LocalSecondaryIndexes: local }),
      StreamSpecification: streamOf(properties),
      TableClass: text(properties.TableClass),
      DeletionProtectionEnabled: flag(properties.DeletionProtectionEnabled),
      WarmThroughput: warmOf(properties.WarmThroughput),
      ResourcePolicy: policyOf(properties),
      Tags: tagList(properties.Tags),
    });
    ctx.created(TableName);
    await applyTimeToLive(TableName, properties, {}, ctx);
    await applyBackups(TableName, properties, {}, ctx);
    await applyDestination(TableName, properties, {}, ctx);
    await applyInsights(TableName, properties, {}, ctx);
    return made(TableName, ctx);
  },
  async update(TableName, properties, previous, ctx) {
    const { TableArn } = await describe(TableName, ctx);
    await applySettings(TableName, properties, previous, ctx);
    const updates = indexUpdate(properties, previous);
    if (updates) {
      await ctx.call('dynamodb', 'UpdateTable', {
        TableName,
        AttributeDefinitions: attributesOf(properties.AttributeDefinitions),
        ...updates,
      });
      await settled(TableName, ctx);
    }
    await applyStream(TableName, properties, previous, ctx);
    await applyTimeToLive(TableName, properties, previous, ctx);
    await applyBackups(TableName, properties, previous, ctx);
    await applyDestination(TableName, properties, previous, ctx);
    await applyInsights(TableName, properties, previous, ctx);
    await applyPolicy(TableArn!, properties, previous, ctx);
    await applyTags(TableArn!, properties, previous, ctx);
    return made(TableName, ctx);
  },
  async delete(TableName, _properties, ctx) {
    await ignoring(GONE, ctx.call('dynamodb', 'DeleteTable', { TableName }));
  },
  read: readTable,
  async list(_filter, ExclusiveStartTableName, ctx) {
    const { TableNames = [], LastEvaluatedTableName } = await ctx.call('dynamodb', 'ListTables', { ExclusiveStartTableName });
    return { items: TableNames.map((TableName) => ({ TableName })), next: LastEvaluatedTableName };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.TableName) ?? '', ctx),
};
