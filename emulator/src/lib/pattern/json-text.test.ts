// Where strings stop: quotes, backslashes and control characters, at every place in a word of four bytes.
import { expect, it } from 'vitest';
import { byteText, DOTS, stringStop } from './json-text.ts';

const ROOM = 32;
const LENGTH = 11;
const stops = (byte: number): boolean => byte < 32 || byte === 34 || byte === 92;

/** The first place at which a byte stops a string, one byte at a time. */
const naiveStop = (bytes: Uint8Array, from: number, also?: number): number =>
  bytes.findIndex((byte, at) => at >= from && (stops(byte) || byte === also));

it('stops at each byte that ends or breaks a string, wherever it stands and whatever follows it', () => {
  const { bytes, words } = byteText(ROOM);
  const dot = DOTS & 0xff;
  for (const filler of [0x20, 0x21, 0x41, 0x7f, 0x80, 0xff])
    for (const follower of [0, 0x1f, 0x22, 0x2e, 0x5c, 0x7f, 0xa2, 0xdc, 0xff])
      for (let byte = 0; byte < 256; byte++)
        for (let at = 0; at < LENGTH; at++) {
          bytes.fill(filler, 0, LENGTH).fill(0, LENGTH);
          bytes[at + 1] = follower;
          bytes[at] = byte;
          for (const from of [0, 1, 3]) {
            const where = `${byte} at ${at} before ${follower} among ${filler}, from ${from}`;
            if (stringStop(words, from) !== naiveStop(bytes, from)) expect.fail(where);
            if (stringStop(words, from, DOTS) !== naiveStop(bytes, from, dot)) expect.fail(`${where}, or a dot`);
          }
        }
  expect(bytes).toHaveLength(ROOM);
});
