// One-time codes of virtual MFA devices (RFC 6238: SHA-1, 30 seconds, six digits).
import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;
const DIGITS = 6;

export function decodeBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    held = (held << 5) | LETTERS.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

export function codeAt(seed: string, ms: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / STEP_MS)));
  const digest = createHmac('sha1', decodeBase32(seed)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Whether the two codes follow each other, up to `steps` periods from now: the clocks of phones drift. */
export function areConsecutive(seed: string, first: string, second: string, nowMs: number, steps = 10): boolean {
  for (let step = -steps; step <= steps; step++) {
    const ms = nowMs + step * STEP_MS;
    if (ms >= 0 && codeAt(seed, ms) === first && codeAt(seed, ms + STEP_MS) === second) return true;
  }
  return false;
}
