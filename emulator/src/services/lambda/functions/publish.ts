// Publishes the latest settings as a numbered version, unless the last version has the same ones.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import { blobsOf } from '#services/lambda/code/code-ref';
import { findFunction, findVersionNumbered } from '#services/lambda/lookup/find-function';
import { functions, type VersionRecord, versions } from '#services/lambda/state';
import { activateSoon, CREATING, putVersion, READY } from './versions-write.ts';

interface Publication {
  readonly description?: string | undefined;
  /** The copy of the code, where that is a folder. */
  readonly copy?: BlobRef | undefined;
}

export function publish(name: string, { description, copy }: Publication, ctx: Ctx): Frozen<VersionRecord> {
  const fn = findFunction(name, ctx);
  const latest = findVersionNumbered(name, 0, ctx);
  const last = ctx.records(versions).get([name, fn.nextVersion - 1]);
  const isCopied = copy === undefined || blobsOf(last?.settings.code)[0]?.sha256 === copy.sha256;
  if (fn.nextVersion > 1 && last?.settings.id === latest.settings.id && isCopied) return last;
  const settings = { ...latest.settings, ...(copy && { code: copy }), description: description ?? latest.settings.description };
  // Code that runs already need not be tried again: its version is Active at once
  const isUpdating = latest.update?.status === 'InProgress';
  const state = latest.state === 'Active' && !isUpdating ? READY : CREATING;
  const version: VersionRecord = { version: fn.nextVersion, settings, ...state, revisionId: ctx.id(), lastModifiedMs: ctx.now() };
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [name], { ...fn, nextVersion: fn.nextVersion + 1 });
    putVersion(tx, name, version, ctx);
    activateSoon(tx, name, version, ctx, isUpdating ? ctx.options.FUNCTION_UPDATE_MS : 0);
    // Publishing gives the latest version a new revision, too, as in the real service.
    putVersion(tx, name, { ...latest, revisionId: ctx.id() }, ctx);
  });
  return version;
}
