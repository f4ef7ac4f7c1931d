// The cost on the server of reading and writing an object of 10 KB, against raw node:http that sends or reads the same bytes. A write has a
// second floor, which also computes the sums that every write needs: they alone cost as much as to read the bytes.
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

/** Reads a body and computes the sums that a write of an object needs: its ETag, the hash that the request signs, the checksum that it claims. */
const summingServer = (): string => `
  import http from 'node:http';
  import { hash } from 'node:crypto';
  import { crc32 } from 'node:zlib';
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const body = Buffer.concat(chunks);
      response.writeHead(200, { etag: hash('md5', body), 'x-sums': hash('sha256', body) + crc32(body), 'content-length': 0 });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1', () => console.log('listening ' + server.address().port));`;

export async function objectsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const agent = new http.Agent({ keepAlive: true });
  try {
    await fire(emulator.url, agent, { method: 'PUT', path: `/${BUCKET}`, headers: HEADERS, body: '' });
    await fire(emulator.url, agent, PUT);
    const rows: BenchRow[] = [];
    for (const { what, shot, script, floorIs, limit } of [
      { what: 'PutObject of 10 KB', shot: PUT, script: rawServer(''), floorIs: 'raw node:http', limit: undefined },
      { what: 'PutObject of 10 KB', shot: PUT, script: summingServer(), floorIs: 'raw node:http with MD5, SHA-256 and CRC32', limit: 3 },
      { what: 'GetObject of 10 KB', shot: GET, script: rawServer(BODY), floorIs: 'raw node:http', limit: 3 },
    ]) {
      const floor = await startFloor(script);
      const [raw, ours] = await cpuPerRequest(floor, emulator, shot, { rounds: 6 });
      await floor.stop();
      rows.push({
        what: `server CPU per ${what}`,
        figure: `${ours.toFixed(0)} µs`,
        ratio: ours / raw,
        ...(limit === undefined ? {} : { limit }),
        floor: `${raw.toFixed(0)} µs, ${floorIs}`,
      });
    }
    return rows;
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}
