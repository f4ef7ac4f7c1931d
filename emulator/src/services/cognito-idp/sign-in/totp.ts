// One-time passwords by time (RFC 6238), as authenticator apps make them: SHA-1, six digits, a step of 30 seconds. Pure.
import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Steps that a clock may be off, either way. */
const TOLERANCE = 1;

/** `random`: text of characters of the alphabet. */
export const newTotpSecret = (random: (length: number, alphabet: string) => string): string => random(52, BASE32);

function bytesOf(secret: string): Buffer {
  let [bits, held] = [0, 0];
  const bytes: number[] = [];
  for (const character of secret) {
    held = (held << 5) | BASE32.indexOf(character);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
      held &= (1 << bits) - 1;
    }
  }
  return Buffer.from(bytes);
}

export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = hash.at(-1)! & 0x0f;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The step of a code that is right now; undefined for a wrong code, and for a code that was used (`after`: the last step that was). */
export function stepOf(secret: string, code: string, nowMs: number, after = -1): number | undefined {
  const now = Math.floor(nowMs / STEP_MS);
  for (let step = Math.max(now - TOLERANCE, after + 1, 0); step <= now + TOLERANCE; step++) if (totpAt(secret, step) === code) return step;
  return undefined;
}
