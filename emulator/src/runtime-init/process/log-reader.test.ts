import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Frame, FrameReader, LineReader } from './log-reader.ts';

const cut = (bytes: Buffer, sizes: readonly number[]) => {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const size of sizes) {
    pieces.push(bytes.subarray(from, from + size));
    from += size;
  }
  return [...pieces, bytes.subarray(from)];
};
const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });

it('reads lines however the bytes are cut', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n]/.test(text));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), line, sizes, (lines, rest, cuts) => {
      const read: string[] = [];
      const reader = new LineReader((text) => read.push(text));
      for (const piece of cut(Buffer.from(lines.map((text) => `${text}\n`).join('') + rest), cuts)) reader.write(piece);
      reader.end();
      expect(read).toEqual(rest === '' ? lines : [...lines, rest]);
    }),
  );
});

it('cuts a line that is too long', () => {
  const read: number[] = [];
  const reader = new LineReader((text) => read.push(text.length));
  reader.write(Buffer.from(`${'x'.repeat(600_000)}\n`));
  expect(read).toEqual([262_144, 262_144, 75_712]);
});

function frame(type: number, micros: bigint, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(16);
  head.writeUInt32BE(type, 0);
  head.writeUInt32BE(body.length, 4);
  head.writeBigUInt64BE(micros, 8);
  return Buffer.concat([head, body]);
}

it('reads frames however the bytes are cut', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.endsWith('\n'));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), sizes, (texts, cuts) => {
      const read: Frame[] = [];
      const reader = new FrameReader((one) => read.push(one));
      const bytes = Buffer.concat(texts.map((value) => frame(0xa55a0003 + (4 << 2), 1_700_000_000_123_456n, `${value}\n`)));
      for (const piece of cut(bytes, cuts)) reader.write(piece);
      expect(read).toEqual(texts.map((value) => ({ timeMs: 1_700_000_000_123, level: 'WARN', text: value })));
    }),
  );
});

it('shows what is no frame', () => {
  const read: string[] = [];
  new FrameReader(({ text }) => read.push(text)).write(Buffer.from('echo something >&3'));
  expect(read).toEqual(['echo something >&3']);
});

it('tells long frames in pieces, and holds little of one that claims to be longer than it is', () => {
  const read: Frame[] = [];
  const reader = new FrameReader((one) => read.push(one));
  reader.write(frame(0xa55a0003, 0n, `${'x'.repeat(600_000)}\n`));
  reader.write(frame(0xa55a0003, 0n, `${'y'.repeat(262_144)}\n`));
  reader.write(frame(0xa55a0003, 0n, ''));
  expect(read.map(({ text }) => text.length)).toEqual([262_144, 262_144, 75_712, 262_144, 0]);
  const lies = frame(0xa55a0003, 0n, 'z'.repeat(1_000));
  lies.writeUInt32BE(0xffffffff, 4);
  reader.write(lies);
  for (let at = 0; at < 300; at++) reader.write(Buffer.alloc(1_000, 'z'));
  expect(read.at(-1)!.text).toBe('z'.repeat(262_144));
});
