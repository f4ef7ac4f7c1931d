// Archives as records. What they keep, and replays, are not there yet: see README.md.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { type Archive as ArchiveAnswer, fault, operation } from '#model/events';
import { eventsArn } from './arns.ts';
import { findBus } from './buses/find-bus.ts';
import { invalid } from './faults.ts';
import { pageOfSome } from './pages.ts';
import { readPattern } from './rules/patterns.ts';
import { type Archive, archives } from './state.ts';

const STATE = 'ENABLED';

const archiveArn = (ctx: Ctx, name: string): string => eventsArn(ctx, `archive/${name}`);

function findArchive(ctx: Ctx, name: string): Frozen<Archive> {
  const archive = ctx.records(archives).get([name]);
  if (!archive) throw fault('ResourceNotFoundException', `Archive ${name} does not exist.`);
  return archive;
}

const madeOf = (ctx: Ctx, { ArchiveName, createdMs }: Frozen<Archive>) => ({
  ArchiveArn: archiveArn(ctx, ArchiveName),
  State: STATE,
  CreationTime: new Date(createdMs),
});

export const CreateArchive = operation('CreateArchive', (input, ctx) => {
  const { ArchiveName: name } = input;
  findBus(ctx, input.EventSourceArn);
  if (input.EventPattern) readPattern(input.EventPattern);
  if (ctx.records(archives).has([name])) throw fault('ResourceAlreadyExistsException', `Archive ${name} already exists.`);
  const archive: Archive = { ...input, createdMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(archives), [name], archive));
  return madeOf(ctx, archive);
});

export const DescribeArchive = operation('DescribeArchive', (input, ctx) => {
  const archive = findArchive(ctx, input.ArchiveName);
  const { Description, EventPattern, KmsKeyIdentifier } = archive;
  return { ...listed(archive), ArchiveArn: archiveArn(ctx, archive.ArchiveName), Description, EventPattern, KmsKeyIdentifier };
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
  const before = findArchive(ctx, input.ArchiveName);
  if (input.EventPattern) readPattern(input.EventPattern);
  const archive = { ...before, ...input };
  ctx.write((tx) => tx.put(ctx.records(archives), [archive.ArchiveName], archive));
  return madeOf(ctx, archive);
});

export const DeleteArchive = operation('DeleteArchive', (input, ctx) => {
  findArchive(ctx, input.ArchiveName);
  ctx.write((tx) => tx.delete(ctx.records(archives), [input.ArchiveName]));
});

export const ListArchives = operation('ListArchives', ({ NamePrefix, EventSourceArn, State, ...page }, ctx) => {
  if ([NamePrefix, EventSourceArn, State].filter((filter) => filter !== undefined).length > 1)
    throw invalid('At most one filter is allowed for ListArchives. Use either : State, EventSourceArn, or NamePrefix.');
  if (EventSourceArn !== undefined) findBus(ctx, EventSourceArn);
  const all = ctx.records(archives).range([], { startsWith: NamePrefix ?? '' });
  const wanted = (archive: Frozen<Archive>): boolean =>
    (EventSourceArn === undefined || archive.EventSourceArn === EventSourceArn) && (State === undefined || State === STATE);
  const { found, next } = pageOfSome(page, ({ ArchiveName }) => ArchiveName, all, wanted);
  return { Archives: found.map(listed), ...next };
});
