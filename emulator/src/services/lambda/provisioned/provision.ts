// Keeps the requested number of a version's environments ready: after the request, after each start of the emulator, and when an alias
// moves.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type ProvisionedRecord, provisioned } from '#services/lambda/concurrency/provisioned-record';
import { deploymentOf } from '#services/lambda/execution/deployment';
import { executionOf } from '#services/lambda/execution/execution';
import { functionArn, versionNumber } from '#services/lambda/lookup/function-name';
import { untilActive } from '#services/lambda/lookup/until-active';
import { PROVISIONING_FAILED } from '#services/lambda/messages';
import { aliases, versions } from '#services/lambda/state';

export const PROVISION = 'lambda.provision';
/** This signal is sent when an alias points to another version. */
export const movedKey = (name: string, qualifier: string): string => `lambda.moved/${name}/${qualifier}`;

/** This signal is sent when the environments are ready or could not be allocated, and when the configuration is deleted. */
export const provisionedKey = (name: string, qualifier: string): string => `lambda.provisioned/${name}/${qualifier}`;

/** Number of the version behind a qualifier, 0 if there is none. */
export const versionBehind = (name: string, qualifier: string, ctx: Ctx): number =>
  versionNumber(qualifier) ?? ctx.records(aliases).get([name, qualifier])?.version ?? 0;

export async function provision(name: string, qualifier: string, ctx: Ctx): Promise<void> {
  const record = ctx.records(provisioned).get([name, qualifier]);
  if (!record) return;
  const version = versionBehind(name, qualifier, ctx);
  if (version !== record.version) {
    release(record, ctx);
    ctx.write((tx) => tx.put(ctx.records(provisioned), [name, qualifier], { ...record, version, status: 'IN_PROGRESS' }));
  }
  await untilActive(name, version, ctx);
  const found = ctx.records(versions).get([name, version]);
  if (!found) return;
  if (found.state === 'Failed') return recordOutcome(record, { status: 'FAILED', reason: found.stateReason }, ctx);
  try {
    await executionOf(ctx).pool.provision(deploymentOf({ name, version, settings: found.settings }, ctx), record.requested);
    recordOutcome(record, { status: 'READY', reason: undefined }, ctx);
  } catch (error) {
    // A runtime that is being shut down starts nothing: the next start of the emulator does.
    if (ctx.signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    ctx.report(PROVISIONING_FAILED, { name, qualifier, reason }, { what: 'problem', resource: functionArn(ctx, name, qualifier) });
    recordOutcome(record, { status: 'FAILED', reason }, ctx);
  }
}

/** Starts the environments anew after those of a version were dropped. */
export function provisionAgain(name: string, version: number, ctx: Ctx): void {
  for (const record of ctx.records(provisioned).range([name]))
    if (record.version === version) void ctx.track(provision(name, record.qualifier, ctx));
}

/** Records the outcome, unless the request has changed meanwhile. */
function recordOutcome(
  { name, qualifier, requested }: Frozen<ProvisionedRecord>,
  to: Pick<ProvisionedRecord, 'status' | 'reason'>,
  ctx: Ctx,
): void {
  const now = ctx.records(provisioned).get([name, qualifier]);
  if (now?.requested !== requested) return;
  ctx.write((tx) => {
    tx.put(ctx.records(provisioned), [name, qualifier], { ...now, ...to });
    tx.after(() => ctx.wake(provisionedKey(name, qualifier)));
  });
}

/** From now on the environments end after the usual idle time. */
export function release({ name, version }: Pick<ProvisionedRecord, 'name' | 'version'>, ctx: Ctx): void {
  const found = ctx.records(versions).get([name, version]);
  if (found) void executionOf(ctx).pool.provision(deploymentOf({ name, version, settings: found.settings }, ctx), 0);
}

export function forget(tx: Tx, record: Frozen<ProvisionedRecord>, ctx: Ctx): void {
  const key: [string, string] = [record.name, record.qualifier];
  tx.delete(ctx.records(provisioned), key);
  ctx.unwatch(tx, PROVISION, key);
  ctx.unschedule(tx, PROVISION, key);
  tx.after(() => ctx.wake(provisionedKey(record.name, record.qualifier)));
}

/** Forgets the configurations of a function, or only that of a qualifier, when it is deleted. */
export function forgetAllOf(tx: Tx, name: string, ctx: Ctx, qualifier?: string): void {
  for (const record of ctx.records(provisioned).range(qualifier === undefined ? [name] : [name, qualifier])) {
    forget(tx, record, ctx);
    tx.after(() => release(record, ctx));
  }
}
