// AWS::Events::EventBus.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, ignoring, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { asGiven, asMembers, documentAs, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const deadLetters = shape({ Arn: text });
const logging = shape({ IncludeDetail: text, Level: text });

async function made(Name: string, ctx: ResourceContext): Promise<Created> {
  const { Arn, Policy } = await ctx.call('events', 'DescribeEventBus', { Name });
  return { physicalId: Name, attributes: asMembers({ Name, Arn, Policy }) };
}

async function applyPolicy(EventBusName: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [Policy, before] = [document(properties.Policy), document(previous.Policy)];
  if (Policy === before) return;
  if (Policy === undefined) await ctx.call('events', 'RemovePermission', { EventBusName, RemoveAllPermissions: true });
  else await ctx.call('events', 'PutPermission', { EventBusName, Policy });
}

/** The operation keeps a setting that is not sent, so removed properties are sent as empty values. */
function settings(properties: Properties, previous: Properties) {
  const had = (name: string) => previous[name] !== undefined;
  return {
    Description: text(properties.Description) ?? (had('Description') ? '' : undefined),
    KmsKeyIdentifier: text(properties.KmsKeyIdentifier) ?? (had('KmsKeyIdentifier') ? '' : undefined),
    DeadLetterConfig: deadLetters(properties.DeadLetterConfig) ?? (had('DeadLetterConfig') ? {} : undefined),
    LogConfig: logging(properties.LogConfig) ?? (had('LogConfig') ? { IncludeDetail: 'NONE', Level: 'OFF' } : undefined),
  };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Name = text(properties.Name)!;
    const EventSourceName = text(properties.EventSourceName);
    await ctx.call('events', 'CreateEventBus', { Name, EventSourceName, ...settings(properties, {}), Tags: tagList(properties.Tags) });
    ctx.created(Name);
    await applyPolicy(Name, properties, {}, ctx);
    return made(Name, ctx);
  },
  async update(Name, properties, previous, ctx) {
    await ctx.call('events', 'UpdateEventBus', { Name, ...settings(properties, previous) });
    await applyPolicy(Name, properties, previous, ctx);
    const after = await made(Name, ctx);
    const ResourceARN = String(after.attributes.Arn);
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('events', 'UntagResource', { ResourceARN, TagKeys: remove });
    if (put.length > 0) await ctx.call('events', 'TagResource', { ResourceARN, Tags: put });
    return after;
  },
  async delete(Name, _properties, ctx) {
    await ignoring(GONE, ctx.call('events', 'DeleteEventBus', { Name }));
  },
  async read(Name, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('events', 'DescribeEventBus', { Name }));
    if (!found) return undefined;
    const { Tags = [] } = await ctx.call('events', 'ListTagsForResource', { ResourceARN: found.Arn! });
    const { Description, KmsKeyIdentifier, DeadLetterConfig, LogConfig } = found;
    return readAs({
      Name,
      Description: Description || undefined,
      KmsKeyIdentifier: KmsKeyIdentifier || undefined,
      DeadLetterConfig: DeadLetterConfig?.Arn ? DeadLetterConfig : undefined,
      LogConfig: asGiven(LogConfig, properties.LogConfig),
      Policy: documentAs(found.Policy, properties.Policy),
      Tags: Tags.length > 0 ? Tags : undefined,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { EventBuses = [], NextToken: next } = await ctx.call('events', 'ListEventBuses', { NextToken });
    return { items: EventBuses.map(({ Name }) => ({ Name: Name! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.Name) ?? '', ctx),
};
