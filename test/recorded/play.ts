// Plays a recorded case against an emulator and tells how its answers differ.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { CloudControl } from '@aws-sdk/client-cloudcontrol';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { ECR } from '@aws-sdk/client-ecr';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { IAM } from '@aws-sdk/client-iam';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda } from '@aws-sdk/client-lambda';
import { Pipes } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { differences } from '#lib/recorded/compare';
import { filled } from '#lib/recorded/filled';
import { plain } from '#lib/recorded/plain';
import type { TestEmulator } from '../support/emulator.ts';
import type { ClientCall, HttpCall, RecordedCase, SocketCall, Step } from './case.ts';
import { RecordedSockets } from './sockets.ts';

const CLIENTS = {
  apigateway: APIGateway,
  apigatewayv2: ApiGatewayV2,
  cloudcontrol: CloudControl,
  cloudformation: CloudFormation,
  dynamodb: DynamoDB,
  dynamodbstreams: DynamoDBStreams,
  ecr: ECR,
  events: EventBridge,
  firehose: Firehose,
  iam: IAM,
  kinesis: Kinesis,
  kms: KMS,
  lambda: Lambda,
  logs: CloudWatchLogs,
  pipes: Pipes,
  s3: S3,
  scheduler: Scheduler,
  secretsmanager: SecretsManager,
  sns: SNS,
  states: SFN,
  sqs: SQS,
  ssm: SSM,
  sts: STS,
};

type Client = Record<string, (input: unknown) => Promise<object>>;

/** The clients of all cases: to make one takes longer than most calls. `accessKeyId`: of the call that is made now, as cases follow each other. */
class Clients {
  accessKeyId = '';
  readonly #made = new Map<string, Client>();

  of(step: ClientCall, emulator: TestEmulator): Client {
    const [service = ''] = step.call.split('.');
    const isAnonymous = step.by === 'anonymous';
    const key = `${service} ${step.region} ${isAnonymous}`;
    const made =
      this.#made.get(key) ??
      (emulator.client(CLIENTS[service as keyof typeof CLIENTS] as never, {
        ...(isAnonymous ? { signer: { sign: async (unsigned: unknown) => unsigned } } : {}),
        ...(step.region ? { region: step.region } : {}),
        // No name resolves that the SDK puts in front of an address
        disableHostPrefix: true,
        // Credentials without time left are asked for again at each call.
        credentials: async () => ({ accessKeyId: this.accessKeyId, secretAccessKey: 'test', expiration: new Date(0) }),
      }) as unknown as Client);
    this.#made.set(key, made);
    return made;
  }
}

const clientsOf = new WeakMap<TestEmulator, Clients>();

interface Stage {
  readonly emulator: TestEmulator;
  readonly clients: Clients;
  readonly account: string;
  /** The values to which text in braces refers. */
  readonly made: Record<string, unknown>;
  readonly sockets: RecordedSockets;
}

/** Differences between the recorded answers and the emulator's, each with the call; `number` gives the case an account of its own. */
export async function play({ steps }: RecordedCase, number: number, emulator: TestEmulator): Promise<string[]> {
  const account = String(100_000_000_000 + number);
  const now = emulator.clock.now();
  const sockets = new RecordedSockets(emulator);
  const clients = clientsOf.get(emulator) ?? new Clients();
  clientsOf.set(emulator, clients);
  const stage: Stage = { emulator, clients, account, sockets, made: { account, id: `case-${number}`, endpoint: emulator.url, now } };
  const all: string[] = [];
  for (const step of steps) all.push(...(await take(step, stage)));
  sockets.close();
  return all;
}

async function take(step: Step, stage: Stage): Promise<string[]> {
  if ('wait' in step) {
    await stage.emulator.clock.advance(step.wait);
    await stage.emulator.idle();
    return [];
  }
  if ('socket' in step) {
    const found = await stage.sockets.take(filled(step, stage.made) as SocketCall, stage.made);
    return found.map((each) => `${step.socket}: ${each}`);
  }
  const [name, found] = 'http' in step ? [step.http, await request(step, stage)] : [step.call, await repeated(step, stage)];
  return found.map((each) => `${name}: ${each}`);
}

/** Seconds for which a call is repeated that its program repeated. */
const MAX_REPEATS = 60;

async function repeated(step: ClientCall, stage: Stage): Promise<string[]> {
  for (let left = step.eventually ? MAX_REPEATS : 0; ; left--) {
    const found = await callClient(step, stage);
    if (found.length === 0 || left === 0) return found;
    await stage.emulator.clock.advance('1s');
    await stage.emulator.idle();
  }
}

async function callClient(step: ClientCall, stage: Stage): Promise<string[]> {
  const [, operation = ''] = step.call.split('.');
  const input = filled(step.input ?? {}, stage.made);
  stage.clients.accessKeyId = step.by ?? stage.account;
  const client = stage.clients.of(step, stage.emulator);
  // A history is read once its execution goes on no further by itself.
  if (step.call === 'states.GetExecutionHistory') await stage.emulator.idle();
  const method = `${operation[0]!.toLowerCase()}${operation.slice(1)}`;
  try {
    const { $metadata: _, ...answer } = (await client[method]!(input)) as Record<string, unknown>;
    if ('Body' in answer) answer['Body'] = await (answer['Body'] as { transformToString(): Promise<string> }).transformToString();
    if (step.as) stage.made[step.as] = answer;
    if (step.error) return [`answered, recorded ${step.error.code}`];
    if (step.answer !== undefined) return differences(filled(step.answer, stage.made), plain(answer), 'whole');
    return step.contains === undefined ? [] : differences(filled(step.contains, stage.made), plain(answer), 'part');
  } catch (error) {
    if (!step.error) return [`fails: ${String(error)}`];
    const { name, message, $metadata } = error as { name: string; message: string; $metadata?: { httpStatusCode?: number } };
    const { code, message: text, status, contains = {} } = step.error;
    return [
      ...differences(code, name, 'whole', 'the error'),
      ...(text === undefined ? [] : differences(filled(text, stage.made), message, 'whole', 'the message')),
      ...(status === undefined ? [] : differences(status, $metadata?.httpStatusCode, 'whole', 'the status')),
      ...differences(filled(contains, stage.made), { ...(error as object) }, 'part', 'the error'),
    ];
  }
}

async function request(step: HttpCall, { emulator, account, made }: Stage): Promise<string[]> {
  const [method = '', path = ''] = (filled(step.http, made) as string).split(/ (.*)/);
  const signer = `AWS4-HMAC-SHA256 Credential=${account}/20260101/us-east-1/${step.service}/aws4_request, SignedHeaders=host, Signature=0`;
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(step.unsigned ? {} : { authorization: signer }), ...(filled(step.headers ?? {}, made) as Record<string, string>) },
    ...(step.body === undefined ? {} : { body: filled(step.body, made) as string }),
  });
  const body = await response.text();
  if (step.as) made[step.as] = { body, headers: Object.fromEntries(response.headers) };
  const lacks = step.answerLacks?.test(body) ? [`the body has ${step.answerLacks}: ${body}`] : [];
  return [
    ...differences(step.status, response.status, 'whole', 'the status'),
    ...differences(filled(step.answerHeaders ?? {}, made), Object.fromEntries(response.headers), 'part', 'header'),
    ...(step.answerBody === undefined ? [] : differences(filled(step.answerBody, made), body, 'whole', 'the body')),
    ...lacks,
  ];
}
