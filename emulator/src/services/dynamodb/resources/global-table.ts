// AWS::DynamoDB::GlobalTable, of which TableV2 of the CDK makes one: a table in the region of the stack, and its replicas in others.
import type { Created } from '#core/resources/resource-handlers';
import { ignoring } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { sameValue } from '#resources/json';
import { asTable, present, regionsOf } from './global-table-properties.ts';
import { applyReplicas, assertOneChange, removeReplicas } from './replicas.ts';
import { replacedBy, resource as table } from './table.ts';

async function withId({ physicalId, attributes = {} }: Created, ctx: ResourceContext): Promise<Created> {
  const { Table } = await ctx.call('dynamodb', 'DescribeTable', { TableName: physicalId });
  return { physicalId, attributes: { ...attributes, TableId: Table!.TableId! } };
}

const CONSISTENCY = 'strong consistency between regions is not emulated.';
const ACCOUNTS = 'global tables over several accounts are not emulated.';

export const resource: ResourceType = {
  refuse: {
    MultiRegionConsistency: CONSISTENCY,
    GlobalTableWitnesses: CONSISTENCY,
    GlobalTableSourceArn: ACCOUNTS,
    'Replicas.GlobalTableSettingsReplicationMode': ACCOUNTS,
    'Replicas.ReplicaStreamSpecification': 'only tables have policies and tags.',
  },
  replaces: replacedBy,
  async create(properties, ctx) {
    const created = await table.create(asTable(properties, ctx.region), ctx);
    await applyReplicas(created.physicalId, properties, undefined, ctx);
    return withId(created, ctx);
  },
  async update(name, properties, previous, ctx) {
    await assertOneChange(name, properties, ctx);
    const updated = await table.update!(name, asTable(properties, ctx.region), asTable(previous, ctx.region), ctx);
    await applyReplicas(name, properties, previous, ctx);
    return withId(updated, ctx);
  },
  async delete(name, properties, ctx) {
    await ignoring(['ResourceNotFoundException'], removeReplicas(name, ctx));
    await table.delete(name, properties, ctx);
  },
  async read(name, properties, ctx) {
    const own = regionsOf(properties).includes(ctx.region) ? asTable(properties, ctx.region) : {};
    const found = await table.read!(name, own, ctx);
    if (!found) return undefined;
    const { TableName, AttributeDefinitions, KeySchema, BillingMode, StreamSpecification, TimeToLiveSpecification } = found;
    const { LocalSecondaryIndexes, VectorIndexes, GlobalSecondaryIndexes } = found;
    return present({
      ...{ TableName, AttributeDefinitions, KeySchema, BillingMode, StreamSpecification, TimeToLiveSpecification },
      ...{ LocalSecondaryIndexes, VectorIndexes },
      // Its units stand in several places of the template, so they can be compared only as those of a table.
      GlobalSecondaryIndexes: sameValue(GlobalSecondaryIndexes ?? null, own.GlobalSecondaryIndexes ?? null)
        ? (properties.GlobalSecondaryIndexes ?? null)
        : GlobalSecondaryIndexes,
    });
  },
  list: (filter, token, ctx) => table.list!(filter, token, ctx),
  adopt: async (identifier, properties, ctx) => withId(await table.adopt!(identifier, properties, ctx), ctx),
};
