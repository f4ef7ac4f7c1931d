// AWS::Events::Archive.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, ignoring, number, text } from '#core/resources/resource-properties';
import { documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 48;
const made = (name: string, Arn: string | undefined): Created => ({ physicalId: name, attributes: { Arn: Arn ?? '' } });

const facts = (properties: Properties) => ({
  Description: text(properties.Description),
  EventPattern: document(properties.EventPattern),
  KmsKeyIdentifier: text(properties.KmsKeyIdentifier),
  RetentionDays: number(properties.RetentionDays),
});

async function update(ArchiveName: string, properties: Properties, ctx: ResourceContext): Promise<Created> {
  const { ArchiveArn } = await ctx.call('events', 'UpdateArchive', { ArchiveName, ...facts(properties) });
  return made(ArchiveName, ArchiveArn);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const ArchiveName = text(properties.ArchiveName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    const EventSourceArn = text(properties.SourceArn)!;
    const { ArchiveArn } = await ctx.call('events', 'CreateArchive', { ArchiveName, EventSourceArn, ...facts(properties) });
    return made(ArchiveName, ArchiveArn);
  },
  update: (ArchiveName, properties, _previous, ctx) => update(ArchiveName, properties, ctx),
  async delete(ArchiveName, _properties, ctx) {
    await ignoring(GONE, ctx.call('events', 'DeleteArchive', { ArchiveName }));
  },
  async read(ArchiveName, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('events', 'DescribeArchive', { ArchiveName }));
    if (!found) return undefined;
    const { EventSourceArn: SourceArn, Description, EventPattern, KmsKeyIdentifier, RetentionDays } = found;
    return readAs({
      ArchiveName,
      SourceArn,
      Description,
      KmsKeyIdentifier,
      EventPattern: documentAs(EventPattern, properties.EventPattern),
      RetentionDays: RetentionDays || undefined,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { Archives = [], NextToken: next } = await ctx.call('events', 'ListArchives', { NextToken });
    return { items: Archives.map(({ ArchiveName }) => ({ ArchiveName: ArchiveName! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const ArchiveName = text(identifier.ArchiveName) ?? '';
    return made(ArchiveName, (await ctx.call('events', 'DescribeArchive', { ArchiveName })).ArchiveArn);
  },
};
