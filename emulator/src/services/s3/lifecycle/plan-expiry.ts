// When the next lifecycle sweep of a bucket is due. A write may bring it closer. Each bucket has one due time; objects have no timers.
import type { Frozen, Tx } from '#core/records';
import { configOf } from '#services/s3/bucket-configs';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type LiveVersion, lifecycleDue, type Version } from '#services/s3/state';
import {
  abortAction,
  currentExpiry,
  currentTransitions,
  dueAfter,
  noncurrentExpiry,
  noncurrentTransitions,
  type Rule,
  type Subject,
} from './rule.ts';

export const rulesOf = (found: LocatedBucket): readonly Rule[] => configOf(found, 'lifecycle')?.rules ?? [];

export const subjectOf = (key: string, { object }: Frozen<Version>): Subject => ({
  key,
  sizeBytes: object?.sizeBytes ?? 0,
  tags: object?.tags ?? [],
});

/** Schedules a sweep of the bucket no later than this. */
export function planSweep({ bucket, there }: LocatedBucket, tx: Tx, atMs: number): void {
  const planned = there.records(lifecycleDue).get([bucket.name]);
  if (planned && planned.atMs <= atMs) return;
  tx.put(there.records(lifecycleDue), [bucket.name], { atMs });
  there.later(tx, 's3.lifecycle', [bucket.name], atMs);
}

/** Schedules a sweep for a version just written, and for the version that it superseded. */
export function planExpiry(found: LocatedBucket, tx: Tx, key: string, version: Frozen<Version>): void {
  const rules = rulesOf(found);
  if (rules.length === 0) return;
  const times = dueTimesOf(rules, key, version);
  if (times.length > 0) planSweep(found, tx, Math.min(...times));
}

/** All times at which rules may act on this version or on its predecessor. */
function dueTimesOf(rules: readonly Rule[], key: string, version: Frozen<Version>): number[] {
  const subject = subjectOf(key, version);
  const own = version.object
    ? [currentExpiry(rules, subject, version.modifiedMs), ...currentTransitions(rules, subject, version.modifiedMs)]
    : [{ atMs: dueAfter(version.modifiedMs, 1) }];
  const all = Number.POSITIVE_INFINITY;
  const older = [
    noncurrentExpiry(rules, subject, version.modifiedMs, all),
    ...noncurrentTransitions(rules, subject, version.modifiedMs, all),
  ];
  return [...own, ...older].flatMap((action) => (action ? [action.atMs] : []));
}

export function planAbort(found: LocatedBucket, tx: Tx, key: string, startedMs: number): void {
  const action = abortAction(rulesOf(found), key, startedMs);
  if (action) planSweep(found, tx, action.atMs);
}

/** The `x-amz-expiration` header. */
export function expirationOf(found: LocatedBucket, key: string, version: Frozen<LiveVersion>): { Expiration?: string } {
  const rules = rulesOf(found);
  const action = rules.length > 0 ? currentExpiry(rules, subjectOf(key, version), version.modifiedMs) : undefined;
  if (!action) return {};
  return { Expiration: `expiry-date="${new Date(action.atMs).toUTCString()}", rule-id="${encodeURIComponent(action.rule.ID ?? '')}"` };
}

/** The answer's members about the abort of an upload by a rule. */
export function abortMembers(found: LocatedBucket, key: string, startedMs: number): { AbortDate?: Date; AbortRuleId?: string | undefined } {
  const action = abortAction(rulesOf(found), key, startedMs);
  return action ? { AbortDate: new Date(action.atMs), AbortRuleId: action.rule.ID } : {};
}
