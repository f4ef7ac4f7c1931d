// Ids of APIs: a host name contains neither account nor region, so the ids of all are in one collection, those of REST, HTTP and WebSocket APIs together.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { collection, type Frozen, type Records, type Tx } from '#core/records';

const ID_LENGTH = 10;
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CUSTOM_ID_FORM = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** The tag by which clients of the established emulator choose an id. */
const CUSTOM_ID_TAG = '_custom_id_';

export interface ApiOwner {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly protocol: 'REST' | 'HTTP' | 'WEBSOCKET';
}

const apiIds = collection<[id: string], ApiOwner>('apigateway.api-ids', { global: true });

const recordsOf = (ctx: Ctx): Records<[id: string], ApiOwner> => ctx.in({ account: DEFAULT_ACCOUNT }).records(apiIds);

/** `id` in any case. */
export const ownerOfApi = (id: string, ctx: Ctx): Frozen<ApiOwner> | undefined => recordsOf(ctx).get([id.toLowerCase()]);

export function putApiId(tx: Tx, id: string, protocol: ApiOwner['protocol'], ctx: Ctx): void {
  tx.put(recordsOf(ctx), [id], { id, account: ctx.account, region: ctx.region, protocol });
}

export function deleteApiId(tx: Tx, id: string, ctx: Ctx): void {
  tx.delete(recordsOf(ctx), [id]);
}

/** Random, unless a tag chooses one. Undefined where the chosen one is taken or is no label of a host name. */
export function newApiId(tags: Readonly<Record<string, string>> | undefined, ctx: Ctx): string | undefined {
  const chosen = tags?.[CUSTOM_ID_TAG]?.toLowerCase();
  if (chosen === undefined) return newId(ctx);
  return CUSTOM_ID_FORM.test(chosen) && !ownerOfApi(chosen, ctx) ? chosen : undefined;
}

/** Ids of everything below an API have fewer characters. */
export const newId = (ctx: Ctx, length = ID_LENGTH): string => ctx.random(length, ID_ALPHABET);
