// The image from which an app on a phone reads the seed of a virtual MFA device: a QR code as PNG, in black and white.
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Pixels of a module's side. */
const SCALE = 6;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GREYSCALE = 0;

export function qrCodePng(text: string): Buffer {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  const side = data.length * SCALE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, GREYSCALE, 0, 0, 0], 8);
  const lines = data.flatMap((row) => Array<Buffer>(SCALE).fill(line(row)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One bit per pixel, 1 is white; the first byte says that the line is not filtered. */
function line(row: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil((row.length * SCALE) / 8));
  for (let x = 0; x < row.length * SCALE; x++) if (!row[Math.floor(x / SCALE)]) bytes[1 + (x >> 3)]! |= 128 >> (x & 7);
  return bytes;
}

function chunk(type: string, content: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  framed.writeUInt32BE(content.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}
