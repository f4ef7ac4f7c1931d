// Changes requests at random, the same way for the same seed: in bytes, in JSON values, in headers, paths and methods.
import type { CapturedRequest } from './captured.ts';

const STRINGS = [
  '',
  '\0',
  '"',
  '../../etc/passwd',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  'é😀',
  '$' + '{jndi:x}',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  'x'.repeat(5000),
  '-1',
  'NaN',
  'arn:aws:lambda:us-east-1:000000000000:function:f',
];
const VALUES: unknown[] = [null, true, 0, -1, 1e308, 2 ** 53, 'x', '', [], {}, [[]], { __proto__: 1 }, ...STRINGS];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PROPFIND'];
const HEADERS = [
  'x-amz-target',
  'content-type',
  'authorization',
  'x-amz-content-sha256',
  'x-amz-date',
  'content-encoding',
  'smithy-protocol',
  'range',
  'if-match',
  'content-md5',
  'x-amz-copy-source',
  'x-amz-decoded-content-length',
  'expect',
];

export type Mutator = (base: readonly CapturedRequest[]) => CapturedRequest;

export function createMutator(seed: number): Mutator {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below);
  };
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;

  const bytes = (body: Buffer): Buffer => {
    if (body.length === 0) return Buffer.from(pick(STRINGS));
    const at = random(body.length);
    switch (random(6)) {
      case 0:
        return body.subarray(0, at);
      case 1:
        return Buffer.concat([body.subarray(0, at), Buffer.from(pick(STRINGS)), body.subarray(at)]);
      case 2:
        return Buffer.concat([body, body]);
      case 3:
        return Buffer.from('['.repeat(50_000));
      case 4:
        return Buffer.from(`{"a":${'{"a":'.repeat(20_000)}`);
      default: {
        const changed = Buffer.from(body);
        changed[at] = random(256);
        return changed;
      }
    }
  };
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 0 && random(3) > 0) return value.map((item, i) => (i === 0 ? inside(item) : item));
    if (typeof value === 'object' && value !== null && random(6) > 0) {
      const names = Object.keys(value);
      if (names.length === 0) return pick(VALUES);
      const name = pick(names);
      const changed: Record<string, unknown> = { ...value };
      if (random(5) === 0) delete changed[name];
      else if (random(6) === 0) changed[pick(STRINGS)] = pick(VALUES);
      else changed[name] = inside(changed[name]);
      return changed;
    }
    return pick(VALUES);
  };
  const json = (body: Buffer): Buffer => {
    try {
      return Buffer.from(JSON.stringify(inside(JSON.parse(body.toString()))));
    } catch {
      return bytes(body);
    }
  };
  const header = (headers: CapturedRequest['headers']): CapturedRequest['headers'] => {
    const name = random(2) === 0 ? pick(Object.keys(headers)) : pick(HEADERS);
    if (/^(host|connection|transfer-encoding|content-length)$/i.test(name)) return headers;
    const value = random(2) === 0 ? pick(STRINGS) : (headers[name] ?? '').slice(0, random((headers[name] ?? '').length + 1));
    return { ...headers, [name]: value.replace(/[^\t\x20-\x7e]/g, '') };
  };
  const path = (from: string): string => {
    const at = random(from.length) + 1;
    const changed =
      random(2) === 0 ? from.slice(0, at) + encodeURIComponent(pick(STRINGS)).slice(0, 4000) + from.slice(at) : from.slice(0, at);
    return changed.replace(/[^\x21-\x7e]/g, '') || '/';
  };

  return (base) => {
    const request = pick(base);
    switch (random(8)) {
      case 0:
        return { ...request, body: bytes(request.body) };
      case 1:
        return { ...request, headers: header(request.headers) };
      case 2:
        return { ...request, path: path(request.path) };
      case 3:
        return { ...request, method: pick(METHODS), headers: header(request.headers) };
      case 4:
        return { ...request, body: pick(base).body };
      default:
        return { ...request, body: json(request.body) };
    }
  };
}
