// What reading and writing an object of 10 KB costs the server, against raw node:http that sends or reads the same bytes.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { crc32 } from 'node:zlib';
import { cpuPerRequest, fire, type Shot } from './load.ts';
import { rawServer, startBuilt, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const BODY = 'x'.repeat(10 * 1024);
const BUCKET = 'bench';
/** As the SDKs send them: signed, with a checksum of the body. */
const HEADERS = {
  authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=0',
  'x-amz-content-sha256': createHash('sha256').update('').digest('hex'),
};

const checksum = (text: string): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64');
};

const PUT: Shot = {
  method: 'PUT',
  path: `/${BUCKET}/object`,
  headers: {
    ...HEADERS,
    'content-type': 'application/octet-stream',
    'x-amz-content-sha256': createHash('sha256').update(BODY).digest('hex'),
    'x-amz-checksum-crc32': checksum(BODY),
    'x-amz-sdk-checksum-algorithm': 'CRC32',
  },
  body: BODY,
};
const GET: Shot = { method: 'GET', path: `/${BUCKET}/object`, headers: { ...HEADERS, 'x-amz-checksum-mode': 'ENABLED' }, body: '' };

export async function objectsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const agent = new http.Agent({ keepAlive: true });
  try {
    await fire(emulator.url, agent, { method: 'PUT', path: `/${BUCKET}`, headers: HEADERS, body: '' });
    await fire(emulator.url, agent, PUT);
    const rows: BenchRow[] = [];
    for (const [what, shot, answer] of [
      ['PutObject of 10 KB', PUT, ''],
      ['GetObject of 10 KB', GET, BODY],
    ] as const) {
      const floor = await startFloor(rawServer(answer));
      const [raw, ours] = await cpuPerRequest(floor, emulator, shot, { rounds: 6 });
      await floor.stop();
      rows.push({
        what: `server CPU per ${what}`,
        figure: `${ours.toFixed(0)} µs`,
        ratio: ours / raw,
        floor: `${raw.toFixed(0)} µs, raw node:http`,
      });
    }
    return rows;
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}
