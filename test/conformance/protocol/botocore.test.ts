// botocore as a second, independent witness: another model of the same services, other serialisers and parsers.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eventStreamMember } from '#protocol/event-stream';
import { parseQuery, type WireRequest, type WireResponse } from '#protocol/http/wire';
import type { ProtocolId, StructureShape } from '#protocol/ir';
import { type CompiledService, createModels } from '#protocol/models';
import { isMissing } from '../../support/is-missing.ts';
import { normalise, RandomValues } from './random-values.ts';

const WITNESS = fileURLToPath(new URL('botocore-witness.py', import.meta.url));
const present = spawnSync('python3', ['-c', 'import botocore'], { stdio: 'ignore' }).status === 0;
const noBotocore = !present && 'needs python3 in PATH, with botocore: pip install botocore';
const models = createModels();

interface Sent {
  service: string;
  operation: string;
  protocol: ProtocolId;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
  wanted: Record<string, unknown>;
}

interface Disagreement {
  service: string;
  operation: string;
  protocol: string;
  wanted: unknown;
  got: unknown;
}

/** Operations that are not compared, and why. */
const REASONS: Record<string, string> = {
  's3 ListDirectoryBuckets in': 'goes to a host of its own; by its path it is ListBuckets',
  's3 ListParts in': 'PartNumberMarker is a number there and text in the JS model',
  's3 GetObjectAttributes in': 'PartNumberMarker is a number there and text in the JS model',
  's3 ListParts out': 'PartNumberMarker is a number there and text in the JS model',
  's3 GetObjectAttributes out': 'PartNumberMarker is a number there and text in the JS model',
  's3 GetBucketLocation out': 'reads the bare element by a hook outside its parser',
  's3 RestoreObject out': 'a patch lets handlers choose the status',
  's3 GetObject out': 'a patch lets handlers choose the status',
  's3 HeadObject out': 'a patch lets handlers choose the status',
};

const python = (mode: string, input = ''): string[] => {
  const { stdout, stderr, status } = spawnSync('python3', [WITNESS, mode], { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n');
};

/** Members that our model lacks are left out: the two models are of different days. */
async function readSent(sent: Sent): Promise<{ routed: string | undefined; parsed: unknown }> {
  const service = models.service(sent.service);
  const wire: WireRequest = {
    method: sent.method,
    path: sent.path,
    query: parseQuery(sent.query),
    headers: sent.headers,
    body: Buffer.from(sent.body, 'base64'),
  };
  const rest = sent.protocol === 'restJson1' || sent.protocol === 'restXml';
  const match = rest ? service.route(wire) : undefined;
  if (rest && match?.operation !== sent.operation) return { routed: match?.operation, parsed: undefined };
  const codec = service.codec(sent.operation, sent.protocol);
  const stream = codec.streamsInput ? { stream: Readable.from([wire.body]) } : {};
  return { routed: sent.operation, parsed: await codec.parse({ ...wire, ...stream, ...(match ? { labels: match.labels } : {}) }) };
}

/** Streams stand for the bytes that were sent. */
function withoutStreams(service: CompiledService, operation: string, value: unknown, body: string): unknown {
  const index = service.ir.operations[operation]!.input;
  const stream = index === null ? undefined : (service.ir.shapes[index] as StructureShape).members.find(([, ref]) => ref === 'stream');
  if (!stream) return value;
  const { [stream[0]]: _, ...rest } = value as Record<string, unknown>;
  return body === '' ? rest : { ...rest, [stream[0]]: Buffer.from(body, 'base64') };
}

function answerLine(service: CompiledService, protocol: ProtocolId, operation: string, seed: number): string | undefined {
  const { output } = service.ir.operations[operation]!;
  // Its parser of events is another; the SDK covers them.
  if (eventStreamMember(service.ir, output)) return undefined;
  const value = output === null ? {} : (new RandomValues(service.ir, seed, true).value(output, 4) as Record<string, unknown>);
  const { status, headers, body }: WireResponse = service.codec(operation, protocol).write(value, 'the-request-id');
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) return undefined;
  const bytes = Buffer.from((body ?? '') as string).toString('base64');
  const line = JSON.stringify({ service: service.ir.id, operation, protocol, status, headers, body: bytes, wanted: normalise(value) });
  // Times of objects are whole seconds, whatever the handlers have.
  return service.ir.id === 's3' ? line.replaceAll(/(?<=T\d\d:\d\d:\d\d)\.\d{3}Z/g, '.000Z') : line;
}

const detection = JSON.parse(readFileSync(new URL('../../../emulator/models/dist/detection.json', import.meta.url), 'utf8')) as {
  id: string;
}[];

describe.skipIf(isMissing('botocore as a witness', noBotocore))('botocore agrees', () => {
  test('we read what it sends', async () => {
    const problems: string[] = [];
    let read = 0;
    for (const line of python('requests')) {
      const sent = JSON.parse(line) as Sent;
      const { service: id, operation, protocol } = sent;
      const service = models.service(id);
      if (!service.hasOperation(operation) || REASONS[`${id} ${operation} in`]) continue;
      const { routed, parsed } = await readSent(sent);
      const got = routed === operation ? normalise(withoutStreams(service, operation, parsed ?? {}, sent.body)) : `routed to ${routed}`;
      // Raw shapes keep their bytes as texts.
      const raw = service.ir.shapes.some((shape) => 'raw' in shape);
      const [left, right] = [JSON.stringify(normalise(sent.wanted)), JSON.stringify(got)].map((text) =>
        raw ? text.replaceAll('bytes:', '') : text,
      ) as [string, string];
      read++;
      if (left !== right) problems.push(`${id} ${protocol} ${operation}\n  wanted ${left.slice(0, 500)}\n  got    ${right.slice(0, 500)}`);
    }
    expect(problems.join('\n')).toBe('');
    expect(read).toBeGreaterThan(2500);
  });

  test('it reads what we write', () => {
    const lines: string[] = [];
    for (const { id } of detection) {
      const service = models.service(id);
      for (const protocol of [service.ir.protocol, ...service.ir.also]) {
        // Its models of queues and of parameters know JSON only.
        if ((id === 'sqs' || id === 'ssm') && protocol === 'awsQuery') continue;
        for (const [index, operation] of Object.keys(service.ir.operations).entries()) {
          if (REASONS[`${id} ${operation} out`] || operation === 'PostObject') continue;
          const line = answerLine(service, protocol, operation, index * 17 + 5);
          if (line !== undefined) lines.push(line);
        }
      }
    }
    const answers = python('responses', `${lines.join('\n')}\n`).map((line) => JSON.parse(line) as Disagreement | { read: number });
    const problems = answers.filter((one): one is Disagreement => 'got' in one);
    expect(
      problems
        .map(
          ({ service, operation, protocol, wanted, got }) =>
            `${service} ${protocol} ${operation}\n  wanted ${JSON.stringify(wanted).slice(0, 500)}\n  got    ${JSON.stringify(got).slice(0, 500)}`,
        )
        .join('\n'),
    ).toBe('');
  });
});
