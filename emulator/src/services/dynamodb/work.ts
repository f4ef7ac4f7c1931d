// Due work of the table service, in steps with pauses: index entries that are made or removed, items that expire, what deleted tables left, and
// stream records whose time is over.
import type { Ctx } from '#core/ctx';
import type { Collection, Key, Prefix } from '#core/records';
import type { DueWork } from '#core/time/work';
import { whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { expireBackup } from './backups/backups.ts';
import { isRead } from './backups/history.ts';
import { type TrimState, trimHistoryStep } from './backups/keep-history.ts';
import { restoreStep } from './backups/restore-work.ts';
import { oldItems, positions } from './backups/state.ts';
import { sendChanges } from './destinations/send-changes.ts';
import { changeCounters } from './destinations/state.ts';
import { runExport } from './exports/write.ts';
import { runImport } from './imports/run-import.ts';
import { buildStep, dropStep } from './items/build-index.ts';
import { expireItems } from './items/expire.ts';
import { noteExpiries } from './items/expiry.ts';
import type { ItemLocation } from './items/place.ts';
import { copyStep, replicateStep } from './replicas/replicate.ts';
import { outgoing, versions } from './replicas/state.ts';
import { entries, expiries, items } from './state.ts';
import { removeStream, trimStep } from './streams/trim.ts';
import { vectorEntries } from './vectors/state.ts';

const AT_ONCE = 200;

/** Pause between two steps of long work, so that calls get their turn. */
/** Removes some records of a table. True if there may be more. */
const sweep = <K extends Key, V>(of: Collection<K, V>, storeId: string, ctx: Ctx): boolean =>
  ctx.write((tx) => {
    const found = ctx.records(of).keys([storeId] as unknown as Prefix<K>, { limit: AT_ONCE });
    for (const key of found) tx.delete(ctx.records(of), key);
    return found.length === AT_ONCE;
  });

export const work: Readonly<Record<string, DueWork>> = table({
  'dynamodb.sweep': async ([storeId], ctx) => {
    // Items that a backup needs stay until it is deleted.
    await whileMore(() => !isRead(String(storeId), ctx) && sweep(items, String(storeId), ctx));
    await whileMore(() => !isRead(String(storeId), ctx) && sweep(oldItems, String(storeId), ctx));
    if (!isRead(String(storeId), ctx)) sweep(positions, String(storeId), ctx);
    await whileMore(() => sweep(entries, String(storeId), ctx));
    await whileMore(() => sweep(vectorEntries, String(storeId), ctx));
    await whileMore(() => sweep(expiries, String(storeId), ctx));
    await whileMore(() => sweep(outgoing, String(storeId), ctx));
    await whileMore(() => sweep(versions, String(storeId), ctx));
    sweep(changeCounters, String(storeId), ctx);
  },
  'dynamodb.replicate': ([name, storeId, region], ctx) => {
    const ahead = {};
    return whileMore(() => replicateStep(String(name), String(storeId), String(region), ahead, ctx));
  },
  'dynamodb.copy-replica': async ([name, storeId], ctx) => {
    let after: ItemLocation | undefined;
    await whileMore(() => {
      after = copyStep(String(name), String(storeId), after, ctx);
      return after !== undefined;
    });
  },
  'dynamodb.send-changes': ([name, storeId], ctx) => sendChanges(String(name), String(storeId), ctx),
  'dynamodb.build-index': async ([name, storeId, indexId], ctx) => {
    let after: ItemLocation | undefined;
    await whileMore(() => {
      after = buildStep(String(name), String(storeId), String(indexId), after, ctx);
      return after !== undefined;
    });
  },
  'dynamodb.restore': async ([name, storeId], ctx) => {
    let after: ItemLocation | undefined;
    await whileMore(() => {
      after = restoreStep(String(name), String(storeId), after, ctx);
      return after !== undefined;
    });
  },
  'dynamodb.trim-history': async ([name, storeId], ctx) => {
    const history = { name: String(name), storeId: String(storeId) };
    let state: TrimState | undefined = { until: undefined, after: undefined };
    await whileMore(() => {
      state = state && trimHistoryStep(history, state, ctx);
      return state !== undefined;
    });
  },
  'dynamodb.expire-backup': ([table, id], ctx) => expireBackup(String(table), String(id), ctx),
  'dynamodb.export': ([table, id], ctx) => runExport(String(table), String(id), ctx),
  'dynamodb.import': ([id], ctx) => runImport(String(id), ctx),
  'dynamodb.drop-index': ([name, storeId, indexId], ctx) => whileMore(() => dropStep(String(name), String(storeId), String(indexId), ctx)),
  'dynamodb.expire': ([name, storeId], ctx) => expireItems(String(name), String(storeId), ctx).then(() => undefined),
  'dynamodb.note-expiries': async ([name, storeId], ctx) => {
    let after: ItemLocation | undefined;
    await whileMore(() => {
      after = noteExpiries(String(name), String(storeId), after, ctx);
      return after !== undefined;
    });
  },
  'dynamodb.forget-expiries': ([, storeId], ctx) => whileMore(() => sweep(expiries, String(storeId), ctx)),
  'dynamodb.trim': ([storeId], ctx) => whileMore(() => trimStep(String(storeId), ctx)),
  'dynamodb.remove-stream': ([table, label], ctx) => removeStream(String(table), String(label), ctx),
});
