// Asks the container runtime whether it can run a created or updated version, and records the answer as state. Then starts an environment
// in advance.
import type { KnownImage, Support } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { deploymentOf, functionVersionOf } from '#services/lambda/execution/deployment';
import { executionOf } from '#services/lambda/execution/execution';
import { fleetKey } from '#services/lambda/execution/fleet-key';
import { activationKey } from '#services/lambda/lookup/until-active';
import { START_IN_ADVANCE_FAILED } from '#services/lambda/messages';
import { type Settings, type VersionRecord, versions } from '#services/lambda/state';
import { putVersion } from './versions-write.ts';

const isOpen = ({ state, update }: Frozen<VersionRecord>): boolean => state === 'Pending' || update?.status === 'InProgress';

export async function activate(name: string, number: number, settings: string, ctx: Ctx): Promise<void> {
  const version = ctx.records(versions).get([name, number]);
  if (!version || version.settings.id !== settings) return;
  // A version published from an Active one is Active already
  if (!isOpen(version)) return version.version > 0 && version.state === 'Active' ? startInAdvance(name, version, ctx) : undefined;
  const { runtime } = executionOf(ctx);
  const support = await runtime.supports(functionVersionOf(version.settings));
  // A runtime that is being shut down runs nothing: the work stays due, and the next start asks again.
  if (!support.ok && ctx.signal.aborted) throw new Error('The emulator is stopping.');
  const now = ctx.records(versions).get([name, number]);
  if (!now || now.settings.id !== settings || !isOpen(now)) return;
  const settled = outcome(now, support, ctx.id());
  ctx.write((tx) => {
    putVersion(tx, name, settled, ctx);
    tx.after(() => ctx.wake(activationKey(name, number)));
  });
  if (!support.ok) return;
  if (support.difference) executionOf(ctx).warnOnce(name, support.difference, ctx);
  startInAdvance(name, settled, ctx);
}

function startInAdvance(name: string, { version: number, settings }: Frozen<VersionRecord>, ctx: Ctx): void {
  const { pool } = executionOf(ctx);
  if (settings.tenancy) {
    // With tenants nobody knows whose environment it would be, so none is started. Environments of older settings end.
    pool.drop(fleetKey(name, number, ctx));
    return;
  }
  const parking = pool.park(deploymentOf({ name, version: number, settings }, ctx));
  void ctx.track(
    parking.catch((error: unknown) =>
      ctx.log.write(START_IN_ADVANCE_FAILED, { name, reason: error instanceof Error ? error.message : String(error) }),
    ),
  );
}

/** The version gets a new revision in any case, as published ones do when they leave Pending (recorded). After a failed update the previous settings remain in service. */
function outcome(version: Frozen<VersionRecord>, support: Support, revisionId: string): Frozen<VersionRecord> {
  const { serving, stateReason: _, stateReasonCode: __, ...rest } = version;
  if (support.ok)
    return {
      ...rest,
      settings: found(version.settings, support.image),
      state: 'Active',
      ...(support.warning && { stateReason: support.warning }),
      update: { status: 'Successful' },
      revisionId,
    };
  const { reason } = support;
  const reasonCode = version.settings.image ? 'InvalidImage' : 'InvalidRuntime';
  if (version.state === 'Pending') return { ...rest, state: 'Failed', stateReason: reason, stateReasonCode: reasonCode, revisionId };
  return {
    ...version,
    update: { status: 'Failed', reason, reasonCode },
    revisionId,
  };
}

/** Pins the image: from now on this one runs, even if its name is given to another. */
const found = (settings: Frozen<Settings>, known: KnownImage | undefined): Frozen<Settings> =>
  settings.image && known ? { ...settings, image: { ...settings.image, ...known } } : settings;
