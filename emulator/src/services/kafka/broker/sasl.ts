// Lets clients tell who they are: SCRAM, or PLAIN with the same names and passwords, which lie in the secrets of the cluster.
// https://docs.aws.amazon.com/msk/latest/developerguide/msk-password.html
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { ERRORS } from '#lib/kafka/error-codes';
import { SASL_AUTHENTICATE, SASL_HANDSHAKE } from '#lib/kafka/messages/connection';
import { type ScramServer, scramServer } from '#lib/kafka/scram';
import { WireError } from '#lib/kafka/wire-error';
import type { ClusterRecord } from '#services/kafka/state';
import { type BrokerCall, handler } from './handler.ts';

const MECHANISMS = ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'];
const NOTHING = Buffer.alloc(0);

/** One client's way to its name. */
export class Login {
  isDone = false;
  #mechanism: string | undefined;
  #scram: ScramServer | undefined;
  #passwords = new Map<string, string>();

  readonly handlers = [
    handler(SASL_HANDSHAKE, ({ mechanism }) => {
      this.#mechanism = MECHANISMS.find((one) => one === mechanism);
      this.#scram = undefined;
      return { error: this.#mechanism ? ERRORS.NONE : ERRORS.UNSUPPORTED_SASL_MECHANISM, mechanisms: MECHANISMS };
    }),
    handler(SASL_AUTHENTICATE, async ({ bytes }, call) => {
      const answer = (error: number, message: string | null, out = NOTHING) => ({ error, message, bytes: out, lifetimeMs: 0 });
      if (!this.#mechanism) return answer(ERRORS.ILLEGAL_SASL_STATE, 'SaslHandshake comes first.');
      const out = await this.#next(bytes.toString(), call);
      if (out === undefined)
        return answer(
          ERRORS.SASL_AUTHENTICATION_FAILED,
          `Authentication failed during authentication due to invalid credentials with SASL mechanism ${this.#mechanism}`,
        );
      return answer(ERRORS.NONE, null, Buffer.from(out));
    }),
  ];

  /** The next message to the client; undefined where it is not let in. */
  async #next(text: string, { cluster, ctx }: BrokerCall): Promise<string | undefined> {
    try {
      if (this.#mechanism === 'PLAIN') return await this.#plain(text, cluster, ctx);
      if (this.#scram) {
        const end = this.#scram.final(text);
        this.#scram = undefined;
        this.isDone = end !== undefined;
        return end;
      }
      this.#passwords = await passwordsOf(cluster, ctx);
      const random = { nonce: randomBytes(18).toString('base64url'), salt: randomBytes(16) };
      const hash = this.#mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha512';
      this.#scram = scramServer(hash, (user) => this.#passwords.get(user), random);
      return this.#scram.first(text);
    } catch (error) {
      if (error instanceof WireError) return undefined;
      throw error;
    }
  }

  async #plain(text: string, cluster: Frozen<ClusterRecord>, ctx: Ctx): Promise<string | undefined> {
    const [, user = '', password] = text.split('\0');
    this.isDone = password !== undefined && (await passwordsOf(cluster, ctx)).get(user) === password;
    return this.isDone ? '' : undefined;
  }
}

/** Passwords by name. Secrets that are gone, or are no such document, let nobody in. */
async function passwordsOf({ secrets }: Frozen<ClusterRecord>, ctx: Ctx): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const SecretId of secrets) {
    const { username, password } = await readSecret(SecretId, ctx);
    if (typeof username === 'string' && typeof password === 'string') found.set(username, password);
  }
  return found;
}

async function readSecret(SecretId: string, ctx: Ctx): Promise<{ username?: unknown; password?: unknown }> {
  try {
    const { SecretString } = await ctx.call('secretsmanager', 'GetSecretValue', { SecretId });
    return (JSON.parse(SecretString ?? '{}') ?? {}) as object;
  } catch (error) {
    if (error instanceof Fault || error instanceof SyntaxError) return {};
    throw error;
  }
}
