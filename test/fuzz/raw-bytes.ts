// Bytes that no HTTP client sends: broken framing, lengths that contradict each other, odd chunks, huge and injected headers, requests
// in one write, requests cut in the middle. Made from a request that is well formed.
import type { CapturedRequest } from '../support/captured.ts';
import type { Random } from './random.ts';

interface RequestText {
  line: string;
  headers: string[];
  body: Buffer;
}

/** The bytes for the connection, piece by piece. The client then closes its side. */
export function rawBytes(request: CapturedRequest, random: Random): readonly Buffer[] {
  const parts = partsOf(request);
  const whole = random.pick(CHANGES)(parts, random);
  return random.chance(40) ? inPieces(whole, random) : [whole];
}

function partsOf({ method, path, headers, body }: CapturedRequest): RequestText {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return { line: `${method} ${path} HTTP/1.1`, headers: lines, body: body.subarray(0, 100_000) };
}

const joined = ({ line, headers, body }: RequestText, newline = '\r\n'): Buffer =>
  Buffer.concat([Buffer.from([line, ...headers, '', ''].join(newline), 'latin1'), body]);
const framed = (parts: RequestText, ...more: string[]): Buffer =>
  joined({ ...parts, headers: [...parts.headers, ...more, `content-length: ${parts.body.length}`] });

const LENGTHS = ['-1', '+5', '0x10', '1e3', '99999999999999999999', ' 5 5', '5,6', '', 'NaN', '18446744073709551616', '9007199254740993'];
const CHUNK_SIZES = [
  '-1',
  'zz',
  'ffffffffffffffff',
  '7fffffff',
  '0x5',
  '5 ',
  '',
  '00000000000000005',
  `5;${'x'.repeat(20_000)}`,
  '5;a="\r\n"',
];
const ENCODINGS = ['chunked', 'chunked, chunked', 'gzip, chunked', 'identity', 'chunked ', 'xchunked', 'Chunked\t'];
const HEADERS = [
  'no colon here',
  ': no name',
  'space before : colon',
  ' folded: line',
  'nul: a\0b',
  'cr: a\rb',
  'lf: a\nb',
  'high: \xff\xfe',
  `long: ${'x'.repeat(70_000)}`,
  `${'n'.repeat(70_000)}: long name`,
  'host: other.example',
  'host: a, b',
  'expect: 100-continue',
  'expect: nothing known',
  'upgrade: websocket\r\nconnection: upgrade',
  'upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABk',
  'connection: close, keep-alive',
  'te: trailers\r\ntrailer: x',
  'content-encoding: gzip',
  'origin: null\r\nsec-fetch-site: cross-site',
  '__proto__: x\r\nconstructor: y',
];
const LINES = [
  'GET /',
  'GET / HTTP/9.9',
  'get / http/1.1',
  'GET http://evil.example/ HTTP/1.1',
  'GET * HTTP/1.1',
  'CONNECT localhost:22 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'GET  /  HTTP/1.1',
  'GET /\t HTTP/1.1',
  'GET /%0d%0aset-cookie:%20a HTTP/1.1',
  'GET /%00%ff%zz HTTP/1.1',
  'GET //evil.example/..//%2e%2e/ HTTP/1.1',
  'GET /_emulator/../_emulator/health HTTP/1.1',
  'GET /a HTTP/1.1\r\nx-injected: 1\r\n\r\nGET /b HTTP/1.1',
  `GET /${'a'.repeat(100_000)} HTTP/1.1`,
  `${'G'.repeat(5_000)} / HTTP/1.1`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
];

type Change = (parts: RequestText, random: Random) => Buffer;
const CHANGES: readonly Change[] = [
  // Two lengths, and a length beside an encoding.
  (parts, random) => framed(parts, `content-length: ${random.pick(LENGTHS)}`),
  (parts, random) => framed(parts, `content-length: ${parts.body.length + random.below(3)}`),
  (parts, random) => framed(parts, `transfer-encoding: ${random.pick(ENCODINGS)}`),
  (parts, random) => joined({ ...parts, headers: [...parts.headers, `content-length: ${random.pick(LENGTHS)}`] }),
  (parts, random) => {
    const size = random.chance(70) ? random.pick(CHUNK_SIZES) : parts.body.length.toString(16);
    const end = random.pick([
      '\r\n0\r\n\r\n',
      '\n0\n\n',
      '0\r\n\r\n',
      '\r\n0\r\nx: y\r\n\r\n',
      `\r\n0\r\n${'t: x\r\n'.repeat(3_000)}\r\n`,
      '',
    ]);
    const body = Buffer.concat([Buffer.from(`${size}\r\n`, 'latin1'), parts.body, Buffer.from(end)]);
    return joined({ ...parts, headers: [...parts.headers, `transfer-encoding: ${random.pick(ENCODINGS)}`], body });
  },
  (parts, random) => {
    const body = Buffer.from(`1\r\n{\r\n`.repeat(1 + random.below(20_000)));
    return joined({ ...parts, headers: [...parts.headers, 'transfer-encoding: chunked'], body });
  },
  (parts, random) => framed(parts, random.pick(HEADERS)),
  (parts, random) => framed(parts, random.pick(HEADERS), random.pick(HEADERS)),
  (parts, random) => framed(parts, ...Array.from({ length: random.pick([100, 3_000]) }, (_, index) => `x-${index}: ${index}`)),
  (parts, random) => framed({ ...parts, line: random.pick(LINES) }),
  (parts, random) =>
    joined({ ...parts, headers: [...parts.headers, `content-length: ${parts.body.length}`] }, random.pick(['\n', '\r', '\n\r'])),
  // Pipelined, the last one cut.
  (parts, random) => {
    const one = framed(parts);
    const many = Buffer.concat(Array.from({ length: 2 + random.below(one.length > 10_000 ? 3 : 30) }, () => one));
    return random.chance(50) ? many : many.subarray(0, many.length - random.below(one.length));
  },
  (parts, random) => {
    const one = framed(parts);
    return one.subarray(0, random.below(one.length));
  },
  (parts, random) => {
    const one = Buffer.from(framed(parts));
    for (let count = 1 + random.below(5); count > 0; count--) one[random.below(Math.min(one.length, 2_000))] = random.below(256);
    return one;
  },
  (_parts, random) => Buffer.from(Array.from({ length: random.below(500) }, () => random.below(256))),
];

function inPieces(whole: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length && pieces.length < 20; ) {
    const end = pieces.length === 19 ? whole.length : at + 1 + random.below(Math.max(1, whole.length / 4));
    pieces.push(whole.subarray(at, end));
    at = end;
  }
  return pieces;
}
