// Archive policies of FIFO topics: how long messages are kept.
// https://docs.aws.amazon.com/sns/latest/dg/fifo-message-archiving-replay.html
import type { Frozen } from '#core/records';
import { readObject } from '#lib/json-object';
import { invalidParameter } from '#services/sns/faults';
import type { Topic } from '#services/sns/state';

/** Limit: days that a topic archives its messages. */
const MAX_ARCHIVE_DAYS = 365;
const DAY_MS = 86_400_000;

/** `{}` takes a policy away, as nothing does: policies of archives and of replays. */
export const isPolicy = (text: string): boolean => !/^\s*(?:\{\s*\}\s*)?$/.test(text);

/** `where` is how the error names the attribute. @throws InvalidParameter */
export function checkArchivePolicy(text: string, where: string): void {
  const days = Number(readObject(text)?.['MessageRetentionPeriod']);
  if (isPolicy(text) && !(Number.isInteger(days) && days >= 1 && days <= MAX_ARCHIVE_DAYS))
    throw invalidParameter(`${where}: MessageRetentionPeriod must be from 1 to 365 days`);
}

/** How long messages stay in the archive of the topic; undefined where it has none. */
export function archivedForMs({ attributes }: Pick<Frozen<Topic>, 'attributes'>): number | undefined {
  const text = attributes['ArchivePolicy'];
  return text !== undefined && isPolicy(text) ? Number(readObject(text)?.['MessageRetentionPeriod']) * DAY_MS : undefined;
}

/** From when on the archive has messages. */
export function archiveBeginsMs(topic: Frozen<Topic>, nowMs: number): number | undefined {
  const keptMs = archivedForMs(topic);
  return keptMs === undefined ? undefined : Math.max(topic.archivedSinceMs ?? 0, nowMs - keptMs);
}
