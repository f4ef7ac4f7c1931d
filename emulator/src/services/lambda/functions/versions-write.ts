// Writes versions. The same write holds their code, updates the sums, and schedules the next step.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen, Tx } from '#core/records';
import { indexCapacity } from '#services/lambda/capacity/capacity-record';
import { blobsOf, sizeBytesOf } from '#services/lambda/code/code-ref';
import { forgetScaling } from '#services/lambda/concurrency/scaling-record';
import { executionOf } from '#services/lambda/execution/execution';
import { fleetKey } from '#services/lambda/execution/fleet-key';
import { addToTotals } from '#services/lambda/lookup/totals';
import { type Settings, type VersionRecord, versions } from '#services/lambda/state';

export const ACTIVATE = 'lambda.settle';

export const CREATING = { state: 'Pending', stateReason: 'The function is being created.', stateReasonCode: 'Creating' } as const;
export const READY = { state: 'Active', update: { status: 'Successful' } } as const;
export const UPDATING = { status: 'InProgress', reason: 'The function is being created.', reasonCode: 'Creating' } as const;

/** Holds all code that the new record names and releases all that the old one named. Code in both stays. */
export function putVersion(tx: Tx, name: string, version: Frozen<VersionRecord>, ctx: Ctx): void {
  const records = ctx.records(versions);
  const before = records.get([name, version.version]);
  const [held, kept] = [settingsIn(before), settingsIn(version)];
  for (const ref of kept.flatMap(blobsIn)) tx.hold(ref);
  for (const ref of held.flatMap(blobsIn)) tx.release(ref);
  addToTotals(tx, { codeBytes: bytesIn(version) - bytesIn(before) }, ctx);
  tx.put(records, [name, version.version], version);
  indexCapacity(tx, name, before, version, ctx);
}

export function deleteVersion(tx: Tx, name: string, version: Frozen<VersionRecord>, ctx: Ctx): void {
  for (const ref of settingsIn(version).flatMap(blobsIn)) tx.release(ref);
  addToTotals(tx, { codeBytes: -bytesIn(version) }, ctx);
  ctx.unschedule(tx, ACTIVATE, [name, version.version, version.settings.id]);
  tx.delete(ctx.records(versions), [name, version.version]);
  indexCapacity(tx, name, version, undefined, ctx);
  forgetScaling(tx, name, version.version, ctx);
  const execution = executionOf(ctx);
  tx.after(() => execution.pool.drop(fleetKey(name, version.version, ctx)));
}

/** Schedules the check whether these settings can run, and the start of a first environment, `afterMs` from now on the emulator's clock. */
export const activateSoon = (tx: Tx, name: string, { version, settings }: Frozen<VersionRecord>, ctx: Ctx, afterMs = 0): void =>
  ctx.later(tx, ACTIVATE, [name, version, settings.id], ctx.now() + afterMs);

const settingsIn = (version: Frozen<VersionRecord> | undefined): Frozen<Settings>[] =>
  version ? [version.settings, ...(version.serving ? [version.serving] : [])] : [];

const blobsIn = ({ code, layers = [] }: Frozen<Settings>): Frozen<BlobRef>[] =>
  [code, ...layers.map((layer) => layer.code)].flatMap((each) => blobsOf(each));

const bytesIn = (version: Frozen<VersionRecord> | undefined): number => sizeBytesOf(version?.settings.code);
