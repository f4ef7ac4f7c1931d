// Damaged requests: whatever arrives, a codec reads it or throws a Fault, and the Fault can be written.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Fault } from '#core/fault';
import { encodeCbor } from '#protocol/cbor/cbor-encoder';
import { parseQuery } from '#protocol/http/wire';
import type { ProtocolId } from '#protocol/ir';
import { type CompiledService, createModels } from '#protocol/models';
import { normalise, RandomValues } from './random-values.ts';

const ROUNDS = 15;
const models = createModels();
const table = JSON.parse(readFileSync(new URL('../../../emulator/models/dist/detection.json', import.meta.url), 'utf8')) as {
  id: string;
}[];

/** The same numbers in every run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * limit);
  };
}

function formOf(value: unknown, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${prefix}=${encodeURIComponent(String(value))}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => formOf(item, `${prefix}.member.${index + 1}`));
  return Object.entries(value).flatMap(([key, part]) => formOf(part, prefix === '' ? key : `${prefix}.${key}`));
}

function xmlOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return `<${name}>${String(value)}</${name}>`;
  if (Array.isArray(value)) return value.map((item) => xmlOf(item, name)).join('');
  return `<${name}>${Object.entries(value)
    .map(([key, part]) => xmlOf(part, key))
    .join('')}</${name}>`;
}

function bodyOf(protocol: ProtocolId, value: object): Buffer {
  if (protocol === 'awsQuery') return Buffer.from(formOf(value, '').join('&'));
  if (protocol === 'restXml') return Buffer.from(xmlOf(value, 'Delete'));
  return Buffer.from(protocol === 'rpcv2Cbor' ? encodeCbor(value) : JSON.stringify(value));
}

/** Swaps, drops, repeats or replaces a few stretches of bytes. */
function mutate(body: Buffer, below: (limit: number) => number): Buffer {
  let result = body;
  for (let times = 1 + below(3); times > 0; times--) {
    const at = below(result.length + 1);
    const rest = result.subarray(Math.min(result.length, at + below(4)));
    const stretch = [
      Buffer.from([below(256)]),
      Buffer.from('[]{}"<>&=.,:0 null'.slice(below(17))),
      result.subarray(at, at + below(40)),
      Buffer.alloc(0),
    ];
    result = Buffer.concat([result.subarray(0, at), stretch[below(stretch.length)]!, rest]);
  }
  return result;
}

function sendDamaged(service: CompiledService, protocol: ProtocolId, operation: string, body: Buffer, text: string): void {
  const codec = service.codec(operation, protocol);
  const labels = new Proxy<Record<string, string>>({}, { get: () => text });
  try {
    const headers = { host: 'localhost', 'x-amz-date': text, 'content-type': text };
    codec.validate(codec.parse({ method: 'POST', path: `/${text}`, query: parseQuery(`max-keys=${text}&${text}`), headers, body, labels }));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    service.error(error, protocol, 'the-request-id');
  }
}

describe('damaged requests', () => {
  for (const { id } of table) {
    test(id, () => {
      const service = models.service(id);
      for (const protocol of [service.ir.protocol, ...service.ir.also]) {
        for (const [index, [operation, { input }]] of Object.entries(service.ir.operations).entries()) {
          const below = randomNumbers(index * 131 + 17);
          const value = input === null ? {} : (normalise(new RandomValues(service.ir, index).value(input, 4)) as object);
          const body = bodyOf(protocol, value);
          for (let round = 0; round < ROUNDS; round++) {
            const damaged = mutate(body, below);
            expect(() => sendDamaged(service, protocol, operation, damaged, damaged.toString('latin1', 0, 20))).not.toThrow();
          }
        }
      }
    });
  }
});
