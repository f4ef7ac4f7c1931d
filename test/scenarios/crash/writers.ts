// The clients of the crash test: each writer does one kind of thing and enters the acknowledged writes in the ledger.

import { creation } from '../../conformance/lambda/fixture.ts';
import { BUCKET, type Cloud, EMPTY_CODE, SOURCE } from './cloud.ts';
import { count, expectDelivery, expectRecord, type Ledger } from './ledger.ts';

/** One action. `id` is unique; it rejects where the emulator did not acknowledge. */
export type Writer = (id: string, cloud: Cloud, ledger: Ledger) => Promise<void>;

interface Client {
  readonly writer: Writer;
  /** The longest pause between two actions. Clients that start processes or deploy pause longer, as their backlog must be drained. */
  readonly pauseMs: number;
}

const BIG = 'x'.repeat(100_000);
const PART = Buffer.alloc(5 * 1024 * 1024, 'p');

const sendMessage: Writer = async (id, { sqs, queue }, ledger) => {
  await sqs.sendMessage({ QueueUrl: queue('direct'), MessageBody: JSON.stringify({ id }) });
  expectDelivery(ledger, 'direct', id);
};

const sendFifoBatch: Writer = async (id, { sqs, queue }, ledger) => {
  const Entries = [0, 1, 2].map((n) => ({ Id: `${n}`, MessageGroupId: id, MessageBody: JSON.stringify({ id: `${id}/${n}` }) }));
  const { Successful = [] } = await sqs.sendMessageBatch({ QueueUrl: queue('direct.fifo'), Entries });
  for (const { Id } of Successful) expectDelivery(ledger, 'direct.fifo', `${id}/${Id}`);
};

const putEvent: Writer = async (id, { events }, ledger) => {
  const { FailedEntryCount } = await events.putEvents({ Entries: [{ Source: SOURCE, DetailType: 'd', Detail: JSON.stringify({ id }) }] });
  if (FailedEntryCount !== 0) return;
  for (const queue of ['from-rule', 'from-rule.fifo', 'from-bus', 'results'] as const) expectDelivery(ledger, queue, id);
};

const invokeLater =
  (FunctionName: string, queue: 'results' | 'failures'): Writer =>
  async (id, { lambda }, ledger) => {
    await lambda.invoke({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify({ id })) });
    expectDelivery(ledger, queue, id);
  };

const putObject =
  (folder: 'queue' | 'function' | 'plain', pad = ''): Writer =>
  async (id, { s3 }, ledger) => {
    const Key = `${folder}/${id}`;
    await s3.putObject({ Bucket: BUCKET, Key, Body: `${id}${pad}` });
    expectRecord(ledger, 'object', Key, `${id}${pad}`);
    if (folder !== 'plain') expectDelivery(ledger, folder === 'queue' ? 'from-bucket' : 'results', Key);
  };

const uploadInParts: Writer = async (id, { s3 }, ledger) => {
  const about = { Bucket: BUCKET, Key: `queue/${id}` };
  const { UploadId } = await s3.createMultipartUpload(about);
  const bodies = [PART, Buffer.from(id)];
  const Parts = await Promise.all(
    bodies.map(async (Body, index) => {
      const PartNumber = index + 1;
      const { ETag } = await s3.uploadPart({ ...about, UploadId, PartNumber, Body });
      return { ETag, PartNumber };
    }),
  );
  await s3.completeMultipartUpload({ ...about, UploadId, MultipartUpload: { Parts } });
  expectRecord(ledger, 'object', about.Key, `${PART}${id}`);
  expectDelivery(ledger, 'from-bucket', about.Key);
};

const removeObject: Writer = async (id, { s3 }, ledger) => {
  const about = { Bucket: BUCKET, Key: `plain/removed-${id}` };
  await s3.putObject({ ...about, Body: BIG + id });
  await s3.deleteObject(about);
  ledger.removed.add(`object ${about.Key}`);
};

const createFunction: Writer = async (id, { lambda }, ledger) => {
  const name = `f-${id}`;
  await lambda.createFunction(creation(name, EMPTY_CODE));
  expectRecord(ledger, 'function', name);
};

const putRule: Writer = async (id, { events }, ledger) => {
  const name = `r-${id}`;
  await events.putRule({ Name: name, EventPattern: '{"source":["never"]}' });
  expectRecord(ledger, 'rule', name);
};

/** One value after the other under one name, so that a lost overwrite is seen. */
const putParameter: Writer = async (id, { ssm }, ledger) => {
  const Name = `/crash/${id.split('-')[0]}/${Number(id.split('-')[1]) % 3}`;
  const { Version } = await ssm.putParameter({ Name, Type: 'String', Value: id, Overwrite: true });
  expectRecord(ledger, 'parameter', Name, String(Version));
};

const putSecret: Writer = async (id, { secrets }, ledger) => {
  const Name = `s-${id}`;
  await secrets.createSecret({ Name, SecretString: 'first' });
  expectRecord(ledger, 'secret', Name, 'first');
  for (const value of ['second', 'third']) {
    await secrets.putSecretValue({ SecretId: Name, SecretString: value });
    expectRecord(ledger, 'secret', Name, value);
  }
};

const createStack: Writer = async (id, { cloudformation }, ledger) => {
  const StackName = `stack-${id}`;
  const Resources = {
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: StackName } },
    Parameter: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: { Ref: 'Queue' } } },
  };
  await cloudformation.createStack({ StackName, TemplateBody: JSON.stringify({ Resources }) });
  expectRecord(ledger, 'stack', StackName);
};

const createUser: Writer = async (id, { iam }, ledger) => {
  await iam.createUser({ UserName: `u-${id}` });
  expectRecord(ledger, 'user', `u-${id}`);
};

const putLogLine: Writer = async (id, { logs }, ledger) => {
  const logEvents = [{ timestamp: Date.now(), message: id }];
  await logs.putLogEvents({ logGroupName: 'crash', logStreamName: 'crash', logEvents });
  expectRecord(ledger, 'log line', id);
};

const removeRule: Writer = async (id, { events }, ledger) => {
  const Name = `removed-${id}`;
  await events.putRule({ Name, EventPattern: '{"source":["never"]}' });
  await events.deleteRule({ Name });
  ledger.removed.add(`rule ${Name}`);
};

/** The clients that act at the same time: every kind of action once, the hot ones more often. */
export const CLIENTS: readonly Client[] = [
  { writer: sendMessage, pauseMs: 5 },
  { writer: sendMessage, pauseMs: 20 },
  { writer: sendFifoBatch, pauseMs: 30 },
  { writer: putEvent, pauseMs: 120 },
  { writer: putEvent, pauseMs: 200 },
  { writer: invokeLater('worker', 'results'), pauseMs: 250 },
  { writer: invokeLater('failing', 'failures'), pauseMs: 250 },
  { writer: putObject('queue'), pauseMs: 40 },
  { writer: putObject('function', BIG), pauseMs: 250 },
  { writer: putObject('plain', BIG), pauseMs: 60 },
  { writer: uploadInParts, pauseMs: 200 },
  { writer: removeObject, pauseMs: 60 },
  { writer: createFunction, pauseMs: 300 },
  { writer: putRule, pauseMs: 40 },
  { writer: removeRule, pauseMs: 80 },
  { writer: putParameter, pauseMs: 40 },
  { writer: putSecret, pauseMs: 80 },
  { writer: createStack, pauseMs: 400 },
  { writer: createUser, pauseMs: 80 },
  { writer: putLogLine, pauseMs: 40 },
];

export interface Run {
  /** Distinguishes the names of this run from those of others. */
  readonly round: number;
  readonly stopped: () => boolean;
  /** From 0 up to 1: how long the clients pause. */
  readonly random: () => number;
  /** Called with how many actions were acknowledged so far. */
  readonly onAcknowledged: (actions: number) => void;
}

/** Runs all clients until `stopped`; what fails was not acknowledged. */
export async function runClients(cloud: Cloud, ledger: Ledger, { round, stopped, random, onAcknowledged }: Run): Promise<void> {
  let begun = 0;
  let acknowledged = 0;
  await Promise.all(
    CLIENTS.map(async ({ writer, pauseMs }, index) => {
      while (!stopped()) {
        const done = await writer(`${round}-${begun++}`, cloud, ledger).then(
          () => true,
          () => false,
        );
        if (done) {
          count(ledger, `client ${index}`);
          onAcknowledged(++acknowledged);
        }
        await new Promise((resolve) => setTimeout(resolve, random() * pauseMs));
      }
    }),
  );
}
