// Credentials of functions: one session per role, reused until shortly before it expires.
import { randomInt } from 'node:crypto';
import { newAccessKeyId } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

interface Session {
  readonly credentials: Promise<Credentials>;
  expiresMs: number;
}

/** A session with less time left is replaced. */
const MARGIN_MS = 5 * 60_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export class RoleSessions {
  readonly #sessions = new Map<string, Session>();

  credentials(role: string, sessionName: string, ctx: Ctx): Promise<Credentials> {
    const key = `${role} ${sessionName}`;
    const known = this.#sessions.get(key);
    if (known && known.expiresMs - MARGIN_MS > ctx.now()) return known.credentials;
    const session: Session = { credentials: Promise.resolve(NONE), expiresMs: Number.POSITIVE_INFINITY };
    const credentials = assume(role, sessionName, ctx).then(({ expiresMs, ...rest }) => {
      session.expiresMs = expiresMs;
      return rest;
    });
    this.#sessions.set(key, Object.assign(session, { credentials }));
    return credentials;
  }
}

const NONE: Credentials = { accessKeyId: '', secretAccessKey: '', sessionToken: '' };

async function assume(role: string, sessionName: string, ctx: Ctx): Promise<Credentials & { expiresMs: number }> {
  try {
    const input = { RoleArn: role, RoleSessionName: sessionName };
    const { Credentials: given } = await ctx.call('sts', 'AssumeRole', input, {
      as: { service: 'lambda.amazonaws.com' },
      isPlumbing: true,
    });
    if (given)
      return {
        accessKeyId: given.AccessKeyId,
        secretAccessKey: given.SecretAccessKey,
        sessionToken: given.SessionToken,
        expiresMs: given.Expiration.getTime(),
      };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    ctx.log.debug(() => `${role} could not be assumed (${error.code}); its functions get a key of the account.`);
  }
  return ownKey(role, ctx);
}

/** The role need not exist in the emulator. The key then only names the account, which is all that the emulator reads from it. */
const ownKey = (role: string, ctx: Ctx) => ({
  accessKeyId: newAccessKeyId('ASIA', parseArn(role)?.account ?? ctx.account, (below) => randomInt(below)),
  secretAccessKey: ctx.random(40, LETTERS),
  sessionToken: ctx.random(200, LETTERS),
  expiresMs: ctx.now() + 3_600_000,
});
