// Archives as records. They keep no events, and replays do not exist yet: see README.md.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Archive as ArchiveAnswer, fault, operation } from '#model/events';
import { eventsArn } from './arns.ts';
import { findBus } from './buses/find-bus.ts';
import { invalid } from './faults.ts';
import { pageOfSome } from './pages.ts';
import { readPattern } from './rules/patterns.ts';
import { type Archive, archives } from './state.ts';

const STATE = 'ENABLED';

const archiveArn = (name: string, ctx: Ctx): string => eventsArn(ctx, `archive/${name}`);

function findArchive(name: string, ctx: Ctx): Frozen<Archive> {
  const archive = ctx.records(archives).get([name]);
  if (!archive) throw fault('ResourceNotFoundException', `Archive ${name} does not exist.`);
  return archive;
}

const madeOf = ({ ArchiveName, createdMs }: Frozen<Archive>, ctx: Ctx) => ({
  ArchiveArn: archiveArn(ArchiveName, ctx),
  State: STATE,
  CreationTime: new Date(createdMs),
});

export const CreateArchive = operation('CreateArchive', (input, ctx) => {
  const { ArchiveName: name } = input;
  findBus(input.EventSourceArn, ctx);
  if (input.EventPattern) readPattern(input.EventPattern);
  if (ctx.records(archives).has([name])) throw fault('ResourceAlreadyExistsException', `Archive ${name} already exists.`);
  const archive: Archive = { ...input, createdMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(archives), [name], archive));
  return madeOf(archive, ctx);
});

export const DescribeArchive = operation('DescribeArchive', (input, ctx) => {
  const archive = findArchive(input.ArchiveName, ctx);
  const { Description, EventPattern, KmsKeyIdentifier } = archive;
  return { ...listed(archive), ArchiveArn: archiveArn(archive.ArchiveName, ctx), Description, EventPattern, KmsKeyIdentifier };
});

const listed = (archive: Frozen<Archive>): ArchiveAnswer => ({
  ArchiveName: archive.ArchiveName,
  EventSourceArn: archive.EventSourceArn,
  State: STATE,
  RetentionDays: archive.RetentionDays ?? 0,
  SizeBytes: 0,
  EventCount: 0,
  CreationTime: new Date(archive.createdMs),
});

export const UpdateArchive = operation('UpdateArchive', (input, ctx) => {
  const before = findArchive(input.ArchiveName, ctx);
  if (input.EventPattern) readPattern(input.EventPattern);
  const archive = { ...before, ...input };
  ctx.write((tx) => tx.put(ctx.records(archives), [archive.ArchiveName], archive));
  return madeOf(archive, ctx);
});

export const DeleteArchive = operation('DeleteArchive', (input, ctx) => {
  findArchive(input.ArchiveName, ctx);
  ctx.write((tx) => tx.delete(ctx.records(archives), [input.ArchiveName]));
});

export const ListArchives = operation('ListArchives', ({ NamePrefix, EventSourceArn, State, ...page }, ctx) => {
  if ([NamePrefix, EventSourceArn, State].filter((filter) => filter !== undefined).length > 1)
    throw invalid('At most one filter is allowed for ListArchives. Use either : State, EventSourceArn, or NamePrefix.');
  if (EventSourceArn !== undefined) findBus(EventSourceArn, ctx);
  const all = ctx.records(archives).range([], { startsWith: NamePrefix ?? '' });
  const wanted = (archive: Frozen<Archive>): boolean =>
    (EventSourceArn === undefined || archive.EventSourceArn === EventSourceArn) && (State === undefined || State === STATE);
  const { found, next } = pageOfSome(page, ({ ArchiveName }) => ArchiveName, all, wanted);
  return { Archives: found.map(listed), ...next };
});
