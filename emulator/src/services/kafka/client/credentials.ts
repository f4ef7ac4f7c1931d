// How a reader logs in: names, passwords and certificates, out of the secrets that a mapping names.
// https://docs.aws.amazon.com/lambda/latest/dg/kafka-cluster-auth.html
import { randomBytes } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { type ScramHash, scramClient } from '#lib/kafka/scram';
import type { TopicSource } from '#lib/kafka/topic-source';
import { table } from '#lib/table';
import { KafkaProblem } from './kafka-problem.ts';

export interface SaslCredentials {
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
  readonly user: string;
  readonly password: string;
}

export interface Credentials {
  readonly sasl?: SaslCredentials | undefined;
  /** Set where the connection is encrypted. */
  readonly tls?: SecureContextOptions | undefined;
}

const MECHANISMS: Readonly<Record<string, SaslCredentials['mechanism']>> = table({
  BASIC_AUTH: 'PLAIN',
  SASL_SCRAM_256_AUTH: 'SCRAM-SHA-256',
  SASL_SCRAM_512_AUTH: 'SCRAM-SHA-512',
});

type Secret = Readonly<Record<string, unknown>>;

/** @throws KafkaProblem where a secret is missing, or lacks a member */
export async function credentialsOf({ access, role }: TopicSource, ctx: Ctx): Promise<Credentials> {
  let sasl: SaslCredentials | undefined;
  let tls: SecureContextOptions | undefined;
  for (const { kind, uri } of access) {
    const mechanism = MECHANISMS[kind];
    if (mechanism) {
      const secret = await readSecret(uri, role, ctx);
      sasl = { mechanism, user: member(secret, 'username', uri), password: member(secret, 'password', uri) };
    } else if (kind === 'CLIENT_CERTIFICATE_TLS_AUTH') {
      const secret = await readSecret(uri, role, ctx);
      const passphrase = secret['privateKeyPassword'];
      const key = { cert: member(secret, 'certificate', uri), key: member(secret, 'privateKey', uri) };
      tls = { ...tls, ...key, ...(typeof passphrase === 'string' && { passphrase }) };
    } else if (kind === 'SERVER_ROOT_CA_CERTIFICATE') {
      tls = { ...tls, ca: member(await readSecret(uri, role, ctx), 'certificate', uri) };
    }
  }
  return { sasl, tls };
}

async function readSecret(SecretId: string, role: string, ctx: Ctx): Promise<Secret> {
  try {
    const { SecretString } = await ctx.call('secretsmanager', 'GetSecretValue', { SecretId }, { withRole: role });
    return (JSON.parse(SecretString ?? '{}') ?? {}) as Secret;
  } catch (error) {
    if (error instanceof Fault || error instanceof SyntaxError)
      throw new KafkaProblem('SECRET', `the secret ${SecretId}: ${error.message}`);
    throw error;
  }
}

function member(secret: Secret, name: string, uri: string): string {
  const value = secret[name];
  if (typeof value !== 'string') throw new KafkaProblem('SECRET', `the secret ${uri} has no member "${name}"`);
  return value;
}

export interface LoginSteps {
  /** The next text to the broker, after what it has answered; undefined at the end. */
  next(answered: string): string | undefined;
}

/** @throws WireError where the broker cannot know the password */
export function loginSteps({ mechanism, user, password }: SaslCredentials): LoginSteps {
  let step = 0;
  if (mechanism === 'PLAIN') return { next: () => (step++ === 0 ? `\0${user}\0${password}` : undefined) };
  const hash: ScramHash = mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha512';
  const scram = scramClient(hash, user, password, randomBytes(18).toString('base64url'));
  return {
    next: (answered) => {
      if (step++ === 0) return scram.first;
      if (step === 2) return scram.final(answered);
      scram.check(answered);
      return undefined;
    },
  };
}
