// What is remembered of function URLs.
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
  /** First label of its host name. */
  readonly id: string;
  readonly name: string;
  /** An alias; '' is the function itself. */
  readonly qualifier: string;
  readonly authType: 'NONE' | 'AWS_IAM';
  readonly cors?: UrlCors | undefined;
  readonly invokeMode: 'BUFFERED' | 'RESPONSE_STREAM';
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** Whose URL an id is. */
export interface UrlOwner {
  readonly account: string;
  readonly region: string;
  readonly name: string;
  readonly qualifier: string;
}

export const urls = collection<[name: string, qualifier: string], UrlRecord>('lambda.urls');
const urlOwners = collection<[id: string, region: string], UrlOwner>('lambda.url-owners', { global: true });

/** A host name tells no account: ids of all accounts lie in one place. */
export const ownersOf = (ctx: Ctx): Records<[id: string, region: string], UrlOwner> =>
  ctx.in({ account: DEFAULT_ACCOUNT }).records(urlOwners);
