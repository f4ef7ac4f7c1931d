// Records of function URLs.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { collection, type Records } from '#core/records';

export interface UrlCors {
  readonly AllowCredentials?: boolean | undefined;
  readonly AllowHeaders?: readonly string[] | undefined;
  readonly AllowMethods?: readonly string[] | undefined;
  readonly AllowOrigins?: readonly string[] | undefined;
  readonly ExposeHeaders?: readonly string[] | undefined;
  readonly MaxAge?: number | undefined;
}

export interface UrlRecord {
  /** First label of the host name. */
  readonly id: string;
  readonly name: string;
  /** An alias, or '' for the function itself. */
  readonly qualifier: string;
  readonly authType: 'NONE' | 'AWS_IAM';
  readonly cors?: UrlCors | undefined;
  /** Undefined until it is chosen; then it is `BUFFERED`. */
  readonly invokeMode?: 'BUFFERED' | 'RESPONSE_STREAM' | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** The function behind an id. */
export interface UrlOwner {
  readonly account: string;
  readonly region: string;
  readonly name: string;
  readonly qualifier: string;
}

export const urls = collection<[name: string, qualifier: string], UrlRecord>('lambda.urls');
const urlOwners = collection<[id: string, region: string], UrlOwner>('lambda.url-owners', { global: true });

/** A host name does not contain an account, so the ids of all accounts are in one collection. */
export const ownersOf = (ctx: Ctx): Records<[id: string, region: string], UrlOwner> =>
  ctx.in({ account: DEFAULT_ACCOUNT }).records(urlOwners);
