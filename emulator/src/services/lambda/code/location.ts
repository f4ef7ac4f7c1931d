// The address for downloading a function's code. It is signed, so that nobody can guess it, and valid for ten minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { folderUrl } from '#hot-reload/folder/folder-path';
import { type CodeRef, signingKeys } from '#services/lambda/state';
import { isFolder } from './code-ref.ts';

export const CODE_PATH = '/_cloud/function/code/';
const VALID_MS = 10 * 60_000;

const signature = (secret: string, what: string): string => createHmac('sha256', secret).update(what).digest('hex');

/** A folder is on this machine: its address is its path. */
export function codeLocation(code: Frozen<CodeRef>, ctx: Ctx): string {
  if (isFolder(code)) return folderUrl(code.folder);
  const { sha256 } = code;
  const path = `${CODE_PATH}${ctx.account}/${ctx.region}/${sha256}`;
  const expires = ctx.now() + VALID_MS;
  return `${ctx.origin}${path}?expires=${expires}&signature=${signature(secretOf(ctx), `${path} ${expires}`)}`;
}

/** Created on first use and stored, so that addresses outlive a restart. On a full disk a secret in memory signs them. */
function secretOf(ctx: Ctx): string {
  const keys = ctx.records(signingKeys);
  const known = keys.get(['code']);
  if (known) return known.secret;
  if (!ctx.writable) return unkeptSecret(ctx);
  const secret = ctx.random(64);
  ctx.write((tx) => tx.put(keys, ['code'], { secret }));
  return secret;
}

class UnkeptSecret implements Owned {
  readonly secret: string;
  constructor(secret: string) {
    this.secret = secret;
  }
  async stop(): Promise<void> {}
}
const unkeptSecret = (ctx: Ctx): string => ctx.own('lambda.code-location', () => new UnkeptSecret(ctx.random(64))).secret;

export interface Download {
  readonly account: string;
  readonly region: string;
  readonly sha256: string;
}

/** The code that a path names. Undefined if the path has another form. */
export function parseLocation(path: string): Download | undefined {
  const [matched, account = '', region = '', sha256 = ''] =
    /^\/_cloud\/function\/code\/(\d{12})\/([a-z0-9-]+)\/([0-9a-f]{64})$/.exec(path) ?? [];
  return matched === undefined ? undefined : { account, region, sha256 };
}

/** `ctx` is that of the account and region in the path. */
export function isSigned(path: string, query: URLSearchParams, ctx: Ctx): boolean {
  const expires = query.get('expires') ?? '';
  const secret = ctx.records(signingKeys).get(['code'])?.secret ?? (ctx.writable ? undefined : unkeptSecret(ctx));
  if (secret === undefined || !(Number(expires) >= ctx.now())) return false;
  const given = Buffer.from(query.get('signature') ?? '');
  const expected = Buffer.from(signature(secret, `${path} ${expires}`));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
