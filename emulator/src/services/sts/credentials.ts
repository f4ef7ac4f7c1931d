// Issues temporary credentials, and remembers them for some time after they expire.
import { newAccessKeyId } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import { type Session, sessions } from './state.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SECRET_LENGTH = 40;
const TOKEN_LENGTH = 356;
/** Limit: bytes of a session token. */
const MAX_TOKEN_BYTES = 4096;
/** Expired credentials are remembered this long, to answer ExpiredToken rather than take them for an unknown key. */
const REMEMBERED_MS = 24 * 3_600_000;

interface CredentialOptions {
  readonly DurationSeconds?: number | undefined;
  readonly MinimumSessionTokenSize?: number | undefined;
}

/** Issues credentials of this account for a session; `seconds` has been checked by the operation. */
export function issue(
  account: string,
  session: Omit<Session, 'expiresMs' | 'secret' | 'token'>,
  seconds: number,
  wanted: CredentialOptions = {},
  ctx: Ctx,
) {
  const size = Math.max(TOKEN_LENGTH, wanted.MinimumSessionTokenSize ?? 0);
  if (size > MAX_TOKEN_BYTES) throw unmodelled('ValidationError', `MinimumSessionTokenSize must not exceed ${MAX_TOKEN_BYTES} bytes.`);
  const accessKeyId = newAccessKeyId('ASIA', account, (below) => BASE32.indexOf(ctx.random(1, BASE32.slice(0, below))));
  // Whole seconds, as in the answer.
  const expiresMs = Math.floor(ctx.now() / 1000 + seconds) * 1000;
  const [secret, token] = [ctx.random(SECRET_LENGTH, BASE64), ctx.random(size, BASE64)];
  const there = ctx.in({ account });
  ctx.write((tx) => {
    tx.put(there.records(sessions), [accessKeyId], { ...session, expiresMs, secret, token });
    there.later(tx, 'sts.forget', [accessKeyId], expiresMs + REMEMBERED_MS);
  });
  return {
    Credentials: {
      AccessKeyId: accessKeyId,
      SecretAccessKey: secret,
      SessionToken: token,
      Expiration: new Date(expiresMs),
    },
    SessionTokenSize: size,
    SessionTokenUtilization: Math.ceil((size * 100) / MAX_TOKEN_BYTES),
  };
}
