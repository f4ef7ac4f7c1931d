// Writing function URLs: the record, and whose the id is.
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

/** With the function, or with the alias. */
export function deleteUrlsOf(tx: Tx, name: string, ctx: Ctx, qualifier?: string): void {
  for (const url of ctx.records(urls).range(qualifier === undefined ? [name] : [name, qualifier])) deleteUrl(tx, url, ctx);
}
