// AWS::Events::Archive.
import { crudType } from '#core/resources/crud-type';
import { document, number, text } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'ArchiveName',
  newName: 48,
  gone: ['ResourceNotFoundException'],
  properties: { Description: text, EventPattern: document, KmsKeyIdentifier: text, RetentionDays: number },
  create: (ArchiveName, given, { SourceArn }, ctx) =>
    ctx.call('events', 'CreateArchive', { ArchiveName, EventSourceArn: text(SourceArn)!, ...given }),
  update: (ArchiveName, given, _change, ctx) => ctx.call('events', 'UpdateArchive', { ArchiveName, ...given }),
  delete: (ArchiveName, _properties, ctx) => ctx.call('events', 'DeleteArchive', { ArchiveName }),
  find: (ArchiveName, _properties, ctx) => ctx.call('events', 'DescribeArchive', { ArchiveName }),
  attributes: ({ ArchiveArn: Arn }) => ({ Arn }),
  shown: ({ EventSourceArn: SourceArn, EventPattern, RetentionDays }, given) => ({
    SourceArn,
    EventPattern: documentAs(EventPattern, given.EventPattern),
    RetentionDays: RetentionDays || undefined,
  }),
  list: (NextToken, _filter, ctx) => ctx.call('events', 'ListArchives', { NextToken }),
  listed: ({ Archives }) => Archives?.map(({ ArchiveName }) => ArchiveName),
});
