// SCRAM (RFC 5802) with SHA-256 and SHA-512: both sides of the exchange, as texts. Pure, but for the nonces that the caller gives.
import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { WireError } from './wire-error.ts';

export type ScramHash = 'sha256' | 'sha512';

const ITERATIONS = 4096;
const MAX_ITERATIONS = 100_000;

interface Keys {
  readonly client: Buffer;
  readonly server: Buffer;
}

function keysOf(hash: ScramHash, password: string, salt: Buffer, iterations: number): Keys {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, hash === 'sha256' ? 32 : 64, hash);
  return { client: hmac(hash, salted, 'Client Key'), server: hmac(hash, salted, 'Server Key') };
}

const hmac = (hash: ScramHash, key: Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest();

function proofOf(hash: ScramHash, { client }: Keys, message: string): Buffer {
  const signature = hmac(hash, createHash(hash).update(client).digest(), message);
  return Buffer.from(client.map((byte, index) => byte ^ signature[index]!));
}

const escaped = (name: string): string => name.replaceAll('=', '=3D').replaceAll(',', '=2C');
const unescaped = (name: string): string => name.replaceAll('=2C', ',').replaceAll('=3D', '=');

/** The members of a message (`r=…,s=…`). */
const membersOf = (text: string): Map<string, string> => new Map(text.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));

export interface ScramClient {
  readonly first: string;
  /** Answers the server's first message. @throws WireError */
  final(serverFirst: string): string;
  /** @throws WireError where the server does not know the password */
  check(serverFinal: string): void;
}

export function scramClient(hash: ScramHash, user: string, password: string, nonce: string): ScramClient {
  const bare = `n=${escaped(user)},r=${nonce}`;
  let expected = '';
  return {
    first: `n,,${bare}`,
    final: (serverFirst) => {
      const members = membersOf(serverFirst);
      const [joint = '', salt = '', iterations] = [members.get('r'), members.get('s'), Number(members.get('i'))];
      if (!joint.startsWith(nonce) || !(iterations >= 1 && iterations <= MAX_ITERATIONS))
        throw new WireError('The server speaks SCRAM wrongly.');
      const keys = keysOf(hash, password, Buffer.from(salt, 'base64'), iterations);
      const without = `c=biws,r=${joint}`;
      const message = `${bare},${serverFirst},${without}`;
      expected = `v=${hmac(hash, keys.server, message).toString('base64')}`;
      return `${without},p=${proofOf(hash, keys, message).toString('base64')}`;
    },
    check: (serverFinal) => {
      if (serverFinal !== expected) throw new WireError('The server does not know the password.');
    },
  };
}

export interface ScramServer {
  /** Answers the client's first message. @throws WireError */
  first(clientFirst: string): string;
  /** Answers the client's last message; undefined where the password is wrong. @throws WireError */
  final(clientFinal: string): string | undefined;
}

/** `passwordOf` tells the password of a user; undefined for unknown ones, who fail at the end as with a wrong password. */
export function scramServer(
  hash: ScramHash,
  passwordOf: (user: string) => string | undefined,
  { nonce, salt }: { readonly nonce: string; readonly salt: Buffer },
): ScramServer {
  let keys: Keys | undefined;
  let [bare, said, joint, isKnown] = ['', '', '', false];
  return {
    first: (clientFirst) => {
      bare = /^[ny],[^,]*,(.*)$/s.exec(clientFirst)?.[1] ?? '';
      const members = membersOf(bare);
      const [user, theirs] = [members.get('n'), members.get('r')];
      if (!user || !theirs) throw new WireError('The first message of SCRAM lacks a name or a nonce.');
      const password = passwordOf(unescaped(user));
      isKnown = password !== undefined;
      keys = keysOf(hash, password ?? '', salt, ITERATIONS);
      joint = theirs + nonce;
      said = `r=${joint},s=${salt.toString('base64')},i=${ITERATIONS}`;
      return said;
    },
    final: (clientFinal) => {
      const members = membersOf(clientFinal);
      // As Kafka's brokers until 3.7: clients on librdkafka before 2.6 say their own nonce twice.
      if (!keys || !members.get('r')?.endsWith(joint)) throw new WireError('The last message of SCRAM belongs to another exchange.');
      const without = clientFinal.slice(0, clientFinal.lastIndexOf(',p='));
      const message = `${bare},${said},${without}`;
      const proof = Buffer.from(members.get('p') ?? '', 'base64');
      const right = proofOf(hash, keys, message);
      if (!isKnown || proof.length !== right.length || !timingSafeEqual(proof, right)) return undefined;
      return `v=${hmac(hash, keys.server, message).toString('base64')}`;
    },
  };
}
