// Publishing: the latest settings become a numbered version, unless they already are one.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { findFunction, findVersionNumbered } from '#services/lambda/find-function';
import { functions, type VersionRecord, versions } from '#services/lambda/state';
import { activateSoon, CREATING, putVersion } from '#services/lambda/versions-write';

export function publish(ctx: Ctx, name: string, { description }: { description?: string | undefined }): Frozen<VersionRecord> {
  const fn = findFunction(ctx, name);
  const latest = findVersionNumbered(ctx, name, 0);
  const last = ctx.records(versions).get([name, fn.nextVersion - 1]);
  if (fn.nextVersion > 1 && last?.settings.id === latest.settings.id) return last;
  const settings = { ...latest.settings, description: description ?? latest.settings.description };
  const version: VersionRecord = { version: fn.nextVersion, settings, ...CREATING, revisionId: ctx.id(), lastModifiedMs: ctx.now() };
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [name], { ...fn, nextVersion: fn.nextVersion + 1 });
    putVersion(ctx, tx, name, version);
    activateSoon(ctx, tx, name, version);
    // The real service counts it as a change of the latest one, too.
    putVersion(ctx, tx, name, { ...latest, revisionId: ctx.id() });
  });
  return version;
}
