// Makes a zip with one uncompressed file: code that is typed into the page.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Fields of the format, as pairs of bytes in size and value. */
function fields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) bytes.setUint16(at, value, true);
    else bytes.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(bytes.buffer);
}

const REGULAR_FILE_0644 = 0o100644 * 0x10000;
/** 1 January 2020 in the format's own calendar: equal code makes equal archives. */
const DATE = (40 << 9) | (1 << 5) | 1;
const MADE_BY_UNIX = (3 << 8) | 20;

export function zipOf(name: string, text: string): Uint8Array {
  const content = new TextEncoder().encode(text);
  const path = new TextEncoder().encode(name);
  const [size, crc] = [content.length, crc32(content)];
  const common = [
    [2, 0x0800],
    [2, 0],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, size],
    [4, size],
    [2, path.length],
    [2, 0],
  ] as const;
  const local = [fields([4, 0x04034b50], [2, 20], ...common), path, content];
  const localSize = local.reduce((sum, part) => sum + part.length, 0);
  const central = [
    fields([4, 0x02014b50], [2, MADE_BY_UNIX], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, REGULAR_FILE_0644], [4, 0]),
    path,
  ];
  const centralSize = central.reduce((sum, part) => sum + part.length, 0);
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, 1], [2, 1], [4, centralSize], [4, localSize], [2, 0]);
  const parts = [...local, ...central, end];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
