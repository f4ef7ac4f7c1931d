// Writes function URLs and the index of their ids.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { ownersOf, type UrlRecord, urls } from './url-record.ts';

export function putUrl(tx: Tx, url: UrlRecord | Frozen<UrlRecord>, ctx: Ctx): void {
  const { account, region } = ctx;
  const { id, name, qualifier } = url;
  tx.put(ctx.records(urls), [name, qualifier], url);
  tx.put(ownersOf(ctx), [id, region], { account, region, name, qualifier });
}

export function deleteUrl(tx: Tx, { id, name, qualifier }: Frozen<UrlRecord>, ctx: Ctx): void {
  tx.delete(ctx.records(urls), [name, qualifier]);
  tx.delete(ownersOf(ctx), [id, ctx.region]);
}

/** Deletes the URLs of a function, or only that of a qualifier, when it is deleted. */
export function deleteUrlsOf(tx: Tx, name: string, ctx: Ctx, qualifier?: string): void {
  for (const url of ctx.records(urls).range(qualifier === undefined ? [name] : [name, qualifier])) deleteUrl(tx, url, ctx);
}
