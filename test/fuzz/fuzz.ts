// A run: requests of every operation of every service, made from the models and then changed, one at a time, each under the watchdog.
import { gzipSync } from 'node:zlib';
import type { ServiceIR } from '#protocol/ir';
import { readGenerated } from '#protocol/models';
import { SERVICES } from '#service-list';
import type { CapturedRequest } from '../support/captured.ts';
import { createMutator } from '../support/mutate.ts';
import { DurableRun } from './durable-run.ts';
import { encodeInput } from './encode-input.ts';
import { generateInput } from './generate-input.ts';
import { asCurl, problemOf, slowness } from './judge.ts';
import { createRandom, type Random } from './random.ts';
import { rawBytes } from './raw-bytes.ts';
import { restartProblem } from './restart.ts';
import { MAX_BLOCKED_MS, type Watched, WatchedEmulator } from './watched-emulator.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** The number of the first request, which a finding names. */
  readonly from?: number;
  readonly count?: number;
  readonly service?: string | undefined;
  /** Keeps the state of the emulator, which is started again at the end. */
  readonly dataDirectory?: string | undefined;
  readonly say?: (line: string) => void;
}

export interface FuzzReport {
  readonly requests: number;
  readonly findings: readonly string[];
  /** The slowest request of each service. */
  readonly slowest: ReadonlyMap<string, { readonly name: string; readonly cpuMs: number; readonly index: number }>;
  readonly statuses: ReadonlyMap<number, number>;
  readonly memoryMb: readonly [first: number, last: number];
}

const MAX_FINDINGS = 40;
/** Every so many requests what was made is thrown away, and memory is looked at. */
const ROUND = 2_000;
const MAX_GROWTH_MB = 150;
/** One request of so many is raw bytes. */
const RAW_EVERY = 12;

export function everyOperation(service?: string): readonly (readonly [ServiceIR, string])[] {
  return SERVICES.filter(({ name }) => service === undefined || name === service).flatMap(({ name }) => {
    const ir = readGenerated(`${name}.json`) as ServiceIR;
    return Object.keys(ir.operations).map((operation) => [ir, operation] as const);
  });
}

/** The request of this number: the same for the same seed. */
export function requestOf(
  operations: ReturnType<typeof everyOperation>,
  seed: number,
  index: number,
): { request: CapturedRequest; over: 'http1' | 'http2' | readonly Buffer[] } {
  const random = createRandom(seed, index);
  const [ir, operation] = random.pick(operations);
  const generated = encodeInput(ir, operation, generateInput(ir, operation, random));
  const request = random.chance(70) ? generated : changed(generated, random);
  const http2 = random.chance(4);
  if (index % RAW_EVERY === RAW_EVERY - 1)
    return { request: { ...generated, name: `raw ${generated.name}` }, over: rawBytes(generated, random) };
  return { request, over: http2 ? 'http2' : 'http1' };
}

function changed(request: CapturedRequest, random: Random): CapturedRequest {
  if (random.chance(15)) return { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' }, body: gzipSync(request.body) };
  if (random.chance(15)) return chunked(request, random);
  return createMutator(random.below(2 ** 31))([request]);
}

/** As SDKs stream: framed in the body, with sizes that may lie. */
function chunked(request: CapturedRequest, random: Random): CapturedRequest {
  const size = random.pick([request.body.length, 0, 1, 2 ** 31, request.body.length + 1]).toString(16);
  const body = Buffer.concat([Buffer.from(`${size};chunk-signature=0\r\n`), request.body, Buffer.from('\r\n0\r\n\r\n')]);
  const headers = { ...request.headers, 'content-encoding': 'aws-chunked', 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
  return { ...request, headers: { ...headers, 'x-amz-decoded-content-length': String(request.body.length) }, body };
}

export async function fuzz({
  seed,
  durationMs,
  from = 0,
  count = Number.POSITIVE_INFINITY,
  service,
  dataDirectory,
  say,
}: FuzzOptions): Promise<FuzzReport> {
  const operations = everyOperation(service);
  const findings: string[] = [];
  const slowest = new Map<string, { name: string; cpuMs: number; index: number }>();
  const statuses = new Map<number, number>();
  const durable = operations.some(([, operation]) => operation === 'CheckpointDurableExecution') ? new DurableRun() : undefined;
  let emulator = await prepared(operations, durable, dataDirectory);
  const untilMs = Date.now() + durationMs;
  let index = from;
  let memory: [number, number] = [0, 0];
  try {
    for (; index < from + count && Date.now() < untilMs && findings.length < MAX_FINDINGS; index++) {
      const { request: made, over } = requestOf(operations, seed, index);
      const request = durable?.filled(made) ?? made;
      const send = (): Promise<Watched> => (typeof over === 'string' ? emulator.send(request, over) : emulator.sendRaw(over));
      let answer = await send();
      // Compiling, collecting garbage and loading code count once: what is slow is slow again.
      for (let again = 0; again < 3 && answer.cpuMs > MAX_BLOCKED_MS && !emulator.exited && !answer.hung; again++) {
        const next = await send();
        if (next.cpuMs < answer.cpuMs) answer = next;
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const id = request.name.split(/[ .]/, 1)[0]!;
      if (answer.cpuMs > (slowest.get(id)?.cpuMs ?? 0)) slowest.set(id, { name: request.name, cpuMs: answer.cpuMs, index });
      const limit = answer.cpuMs > MAX_BLOCKED_MS ? MAX_BLOCKED_MS * slowness() : MAX_BLOCKED_MS;
      const problem = problemOf(answer, emulator, limit);
      if (problem !== undefined) {
        const finding = `${request.name}: ${problem}\n  --seed ${seed} --from ${index} --count 1${service ? ` --service ${service}` : ''}\n  ${typeof over === 'string' ? asCurl(request, emulator.url) : JSON.stringify(Buffer.concat(over).toString('latin1').slice(0, 2_000))}`;
        findings.push(finding);
        say?.(finding);
      }
      if (emulator.exited || answer.hung) {
        await emulator.stop();
        emulator = await prepared(operations, durable, dataDirectory);
      } else if (durable && !durable.sees(request, answer)) await durable.begin((one) => emulator.send(one));
      if ((index - from) % ROUND === ROUND - 1) {
        memory = await nextRound(emulator, operations, durable, memory);
        say?.(`${index - from + 1} requests, ${findings.length} findings, ${memory[1].toFixed(0)} MB`);
      }
    }
    durable?.end();
    const lost = dataDirectory === undefined || emulator.exited ? undefined : await restartProblem(emulator, dataDirectory);
    if (lost !== undefined) findings.push(lost);
  } finally {
    await emulator.stop();
    durable?.stop();
  }
  if (memory[0] > 0 && memory[1] - memory[0] > MAX_GROWTH_MB)
    findings.push(`memory grew from ${memory[0].toFixed(0)} to ${memory[1].toFixed(0)} MB`);
  return { requests: index - from, findings, slowest, statuses, memoryMb: memory };
}

/** An emulator in which the names that inputs use stand for something. */
async function prepared(
  operations: ReturnType<typeof everyOperation>,
  durable: DurableRun | undefined,
  dataDirectory?: string,
): Promise<WatchedEmulator> {
  const emulator = await WatchedEmulator.start(dataDirectory);
  await seedResources(emulator, operations, durable);
  return emulator;
}

async function nextRound(
  emulator: WatchedEmulator,
  operations: ReturnType<typeof everyOperation>,
  durable: DurableRun | undefined,
  memory: [number, number],
): Promise<[number, number]> {
  await emulator.send({ name: 'reset', method: 'POST', path: '/_emulator/state/reset', headers: {}, body: Buffer.alloc(0) });
  await emulator.collectGarbage();
  const now = emulator.rssMb();
  await seedResources(emulator, operations, durable);
  return [memory[0] || now, now];
}

const RESOURCES: Readonly<Record<string, object>> = {
  'sqs.CreateQueue': { QueueName: 'q' },
  's3.CreateBucket': { Bucket: 'bucket' },
  's3.PutObject': { Bucket: 'bucket', Key: 'k', Body: Buffer.from('x') },
  'events.PutRule': { Name: 'r', EventPattern: '{"source":["a"]}' },
  'events.CreateEventBus': { Name: 'b' },
  'iam.CreateRole': { RoleName: 'r', AssumeRolePolicyDocument: '{"Version":"2012-10-17","Statement":[]}' },
  'iam.CreateUser': { UserName: 'u' },
  'logs.CreateLogGroup': { logGroupName: 'g' },
  'logs.CreateLogStream': { logGroupName: 'g', logStreamName: 's' },
  'ssm.PutParameter': { Name: 'n', Value: 'v', Type: 'String' },
  'secretsmanager.CreateSecret': { Name: 's', SecretString: '{}' },
  'kms.CreateKey': {},
  'ecr.CreateRepository': { repositoryName: 'repo' },
  'dynamodb.CreateTable': {
    TableName: 'table',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      { IndexName: 'index', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], Projection: { ProjectionType: 'KEYS_ONLY' } },
    ],
    VectorIndexes: [
      {
        IndexName: 'vectors',
        VectorAttribute: { AttributeName: 'look' },
        Dimensions: 1,
        DistanceFunction: 'COSINE',
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
  'dynamodb.UpdateContinuousBackups': { TableName: 'table', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  'dynamodb.PutItem': { TableName: 'table', Item: { id: { S: 'x' }, look: { L: [{ N: '1' }] } } },
  'cloudformation.CreateStack': { StackName: 's', TemplateBody: '{"Resources":{"Q":{"Type":"AWS::SQS::Queue"}}}' },
};

async function seedResources(
  emulator: WatchedEmulator,
  operations: ReturnType<typeof everyOperation>,
  durable: DurableRun | undefined,
): Promise<void> {
  for (const [name, input] of Object.entries(RESOURCES)) {
    const found = operations.find(([ir, operation]) => `${ir.id}.${operation}` === name);
    if (found) await emulator.send(encodeInput(...found, input as never));
  }
  await durable?.begin((request) => emulator.send(request));
}
