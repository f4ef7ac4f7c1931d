// The lifecycle sweep: walks a bucket when an action is due, acts, and schedules the next sweep.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { type LocatedBucket, lookUpBucket } from '#services/s3/located-bucket';
import { isLocked } from '#services/s3/lock/retention';
import { announce } from '#services/s3/notification/announce';
import { type LiveVersion, lifecycleDue, objects, olderVersions, type Upload, uploads, type Version } from '#services/s3/state';
import { addVersion, newestVersion, removeVersion, replaceVersion } from '#services/s3/versions/versions';
import { planSweep, rulesOf, subjectOf } from './plan-expiry.ts';
import {
  abortAction,
  currentExpiry,
  currentTransitions,
  dueAfter,
  noncurrentExpiry,
  noncurrentTransitions,
  type Rule,
  removesLoneMarkers,
  type Transition,
} from './rule.ts';

const AT_ONCE = 200;

interface Sweep {
  readonly found: LocatedBucket;
  readonly ctx: Ctx;
  readonly rules: readonly Rule[];
  readonly nowMs: number;
  readonly dropUpload: DropUpload;
  nextMs: number;
}

/** Removes an upload in progress with all its parts. */
type DropUpload = (tx: Tx, bucket: string, upload: Frozen<Upload>, there: Ctx) => void;

/** `dropUpload` is handed down: multipart uploads plan by lifecycle rules, so their folder imports this one. */
export async function sweep(name: string, dropUpload: DropUpload, ctx: Ctx): Promise<void> {
  const found = lookUpBucket(name, ctx);
  if (!found) return;
  const { there } = found;
  there.write((tx) => tx.delete(there.records(lifecycleDue), [found.bucket.name]));
  const state: Sweep = { found, ctx, rules: rulesOf(found), nowMs: ctx.now(), dropUpload, nextMs: Number.POSITIVE_INFINITY };
  if (state.rules.length === 0) return;
  await sweepOlder(state);
  await sweepCurrent(state);
  await sweepUploads(state);
  if (Number.isFinite(state.nextMs)) there.write((tx) => planSweep(found, tx, state.nextMs));
}

/** True when the time has come; otherwise remembers it for the next sweep. */
function due(state: Sweep, atMs: number | undefined): boolean {
  if (atMs === undefined) return false;
  if (atMs <= state.nowMs) return true;
  state.nextMs = Math.min(state.nextMs, atMs);
  return false;
}

async function sweepCurrent(state: Sweep): Promise<void> {
  const { bucket, there } = state.found;
  for (let after: [string, string] | undefined; ; await nextTurn()) {
    const batch: [[string, string], Frozen<LiveVersion>][] = there.records(objects).entries([bucket.name], { after, limit: AT_ONCE });
    there.write((tx) => {
      for (const [[, key], version] of batch) actOnCurrent(state, tx, key, version);
    });
    if (batch.length < AT_ONCE) return;
    after = batch.at(-1)![0];
  }
}

function actOnCurrent(state: Sweep, tx: Tx, key: string, version: Frozen<LiveVersion>): void {
  const { found, ctx, rules } = state;
  const subject = subjectOf(key, version);
  if (due(state, currentExpiry(rules, subject, version.modifiedMs)?.atMs)) {
    expire(state, tx, key, version);
    return;
  }
  const storageClass = latestClass(state, currentTransitions(rules, subject, version.modifiedMs));
  if (storageClass === undefined || storageClass === version.object.storageClass) return;
  const changed = { ...version, object: { ...version.object, storageClass } } as LiveVersion;
  replaceVersion(found, tx, key, changed);
  announce(found, tx, { name: 'LifecycleTransition', key, version: changed }, ctx);
}

function latestClass(state: Sweep, transitions: readonly Transition[]): string | undefined {
  return transitions.filter(({ atMs }) => due(state, atMs)).at(-1)?.storageClass;
}

/** In a versioned bucket an expired object is hidden by a delete marker, not removed. */
function expire(state: Sweep, tx: Tx, key: string, version: Frozen<LiveVersion>): void {
  const { found, ctx, nowMs } = state;
  if (found.bucket.versioning === undefined) {
    removeVersion(found, tx, key, version);
    announce(found, tx, { name: 'LifecycleExpiration:Delete', key, version }, ctx);
    return;
  }
  const marker = addVersion(found, tx, key, { owner: found.bucket.account, modifiedMs: nowMs });
  announce(found, tx, { name: 'LifecycleExpiration:DeleteMarkerCreated', key, version: marker }, ctx);
  due(state, noncurrentExpiry(state.rules, subjectOf(key, version), nowMs, Number.POSITIVE_INFINITY)?.atMs);
}

/** Walks the noncurrent versions by key, newest first: each was superseded when the one before it was written. */
async function sweepOlder(state: Sweep): Promise<void> {
  const { bucket, there } = state.found;
  let key = '';
  let sinceMs = 0;
  let newer = 0;
  for (let after: [string, string, string] | undefined; ; await nextTurn()) {
    const batch: [[string, string, string], Frozen<Version>][] = there
      .records(olderVersions)
      .entries([bucket.name], { after, limit: AT_ONCE });
    there.write((tx) => {
      for (const [[, nextKey], version] of batch) {
        const live = nextKey === key ? undefined : there.records(objects).get([bucket.name, nextKey]);
        if (nextKey !== key) [key, sinceMs, newer] = [nextKey, live?.modifiedMs ?? Number.NaN, 0];
        if (Number.isNaN(sinceMs)) actOnMarker(state, tx, key, version);
        else actOnOlder(state, tx, key, version, sinceMs, newer++);
        sinceMs = version.modifiedMs;
      }
    });
    if (batch.length < AT_ONCE) return;
    after = batch.at(-1)![0];
  }
}

/** Removes a newest version that is a delete marker, once no versions are left below it. */
function actOnMarker(state: Sweep, tx: Tx, key: string, marker: Frozen<Version>): void {
  const { found, ctx } = state;
  const { bucket, there } = found;
  const alone = there.records(olderVersions).range([bucket.name, key], { limit: 2 }).length === 1;
  if (!alone || !removesLoneMarkers(state.rules, key)) return;
  removeVersion(found, tx, key, marker);
  announce(found, tx, { name: 'LifecycleExpiration:Delete', key, version: marker }, ctx);
}

function actOnOlder(state: Sweep, tx: Tx, key: string, version: Frozen<Version>, sinceMs: number, newer: number): void {
  const { found, ctx, rules } = state;
  const subject = subjectOf(key, version);
  if (due(state, noncurrentExpiry(rules, subject, sinceMs, newer)?.atMs)) {
    if (version.object && isLocked(version.object, state.nowMs)) {
      // Removed at the first midnight after its lock ends
      due(state, dueAfter(Math.max(version.object.retention?.untilMs ?? 0, state.nowMs + 1), 0));
      return;
    }
    removeVersion(found, tx, key, version);
    announce(found, tx, { name: 'LifecycleExpiration:Delete', key, version }, ctx);
    const newest = newestVersion(found, key);
    if (newest && !newest.object) actOnMarker(state, tx, key, newest);
    return;
  }
  const storageClass = latestClass(state, noncurrentTransitions(rules, subject, sinceMs, newer));
  if (!version.object || storageClass === undefined || storageClass === version.object.storageClass) return;
  replaceVersion(found, tx, key, { ...version, object: { ...version.object, storageClass } } as LiveVersion);
}

async function sweepUploads(state: Sweep): Promise<void> {
  const { bucket, there } = state.found;
  const all: Frozen<Upload>[] = there.records(uploads).range([bucket.name]);
  for (const upload of all) {
    if (!due(state, abortAction(state.rules, upload.key, upload.startedMs)?.atMs)) continue;
    there.write((tx) => state.dropUpload(tx, bucket.name, upload, there));
    await nextTurn();
  }
}
