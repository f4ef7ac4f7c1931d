// Archives keep the events of a bus: all of them or those of a pattern, for ever or for some days.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Archive as ArchiveAnswer, fault, operation } from '#model/events';
import { archiveArn } from '#services/events/archive-names';
import { invalid } from '#services/events/faults';
import { findBus } from '#services/events/find-bus';
import { pageOfItems } from '#services/events/pages';
import { readPattern } from '#services/events/rules/patterns';
import { type Archive, archives, archiveTallies, NO_ARCHIVE_TALLY } from '#services/events/state';
import { removeArchiveRule, writeArchiveRule } from './archive-rule.ts';
import { expectExpiry, sweepLater } from './archived-events.ts';

/** Archives are ready at once, as in the recordings of the real service. */
const STATE = 'ENABLED';

function findArchive(name: string, ctx: Ctx): Frozen<Archive> {
  const archive = ctx.records(archives).get([name]);
  if (!archive) throw fault('ResourceNotFoundException', `Archive ${name} does not exist.`);
  return archive;
}

const madeOf = ({ ArchiveName, createdMs }: Frozen<Archive>, ctx: Ctx) => ({
  ArchiveArn: archiveArn(ctx, ArchiveName),
  State: STATE,
  CreationTime: new Date(createdMs),
});

export const CreateArchive = operation('CreateArchive', (input, ctx) => {
  const { ArchiveName: name } = input;
  findBus(input.EventSourceArn, ctx);
  if (input.EventPattern) readPattern(input.EventPattern);
  if (ctx.records(archives).has([name])) throw fault('ResourceAlreadyExistsException', `Archive ${name} already exists.`);
  const archive: Archive = { ...input, id: ctx.id(), createdMs: ctx.now() };
  ctx.write((tx) => {
    tx.put(ctx.records(archives), [name], archive);
    writeArchiveRule(tx, archive, ctx);
  });
  return madeOf(archive, ctx);
});

export const DescribeArchive = operation('DescribeArchive', (input, ctx) => {
  const archive = findArchive(input.ArchiveName, ctx);
  const { Description, EventPattern, KmsKeyIdentifier } = archive;
  return { ...listed(archive, ctx), ArchiveArn: archiveArn(ctx, archive.ArchiveName), Description, EventPattern, KmsKeyIdentifier };
});

function listed(archive: Frozen<Archive>, ctx: Ctx): ArchiveAnswer {
  const { events, sizeBytes } = ctx.records(archiveTallies).get([archive.id]) ?? NO_ARCHIVE_TALLY;
  return {
    ArchiveName: archive.ArchiveName,
    EventSourceArn: archive.EventSourceArn,
    State: STATE,
    RetentionDays: archive.RetentionDays ?? 0,
    SizeBytes: sizeBytes,
    EventCount: events,
    CreationTime: new Date(archive.createdMs),
  };
}

const CHANGEABLE = ['EventPattern', 'RetentionDays', 'Description', 'KmsKeyIdentifier'];

export const UpdateArchive = operation('UpdateArchive', (input, ctx) => {
  // The real service checks this before the name.
  if (!CHANGEABLE.some((name) => Object.hasOwn(input, name)))
    throw invalid('At least one of EventPattern, RetentionDays or Description must be provided.');
  const before = findArchive(input.ArchiveName, ctx);
  if (input.EventPattern) readPattern(input.EventPattern);
  const archive: Archive = { ...before, ...input };
  ctx.write((tx) => {
    tx.put(ctx.records(archives), [archive.ArchiveName], archive);
    writeArchiveRule(tx, archive, ctx);
    expectExpiry(tx, archive, ctx);
  });
  return madeOf(archive, ctx);
});

export const DeleteArchive = operation('DeleteArchive', (input, ctx) => {
  const archive = findArchive(input.ArchiveName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(archives), [input.ArchiveName]);
    removeArchiveRule(tx, archive, ctx);
    sweepLater(tx, archive, ctx);
  });
});

export const ListArchives = operation('ListArchives', ({ NamePrefix, EventSourceArn, State, ...page }, ctx) => {
  if ([NamePrefix, EventSourceArn, State].filter((filter) => filter !== undefined).length > 1)
    throw invalid('At most one filter is allowed for ListArchives. Use either : State, EventSourceArn, or NamePrefix.');
  if (EventSourceArn !== undefined) findBus(EventSourceArn, ctx);
  const all = ctx.records(archives).range([], { startsWith: NamePrefix ?? '' });
  const wanted = (archive: Frozen<Archive>): boolean =>
    (EventSourceArn === undefined || archive.EventSourceArn === EventSourceArn) && (State === undefined || State === STATE);
  const { items, ...next } = pageOfItems(all.filter(wanted), ({ ArchiveName }) => ArchiveName, page);
  return { Archives: items.map((archive) => listed(archive, ctx)), ...next };
});
