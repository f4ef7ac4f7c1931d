// The same requests to moto's server, where it is in PATH: the processor time of both for a dozen of the commonest calls. The requests differ in
// the names of queues and topics alone, which have the account and the address of their server.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Asking, asking } from './asking.ts';
import { json } from './door.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { type Measured, of, startBuilt, started } from './process.ts';
import type { BenchRow } from './row.ts';
import { TABLE } from './tables.ts';

/** Requests of a round to the emulator. */
const COUNT = 3000;
/** Fewer to moto, which takes milliseconds for each. One after the other, as it fails now and then at several at once. */
const LOAD = { count: 300, rounds: 2, connections: 1 };
/** Clock ticks of a second, as Linux counts the time of processes. */
const TICKS = 100;

const BODY = 'x'.repeat(100);
const ITEM = { pk: { S: 'orders' }, sk: { N: '7' }, text: { S: 'x'.repeat(368) } };
const ENTRY = { Source: 'bench', DetailType: 'made', Detail: JSON.stringify({ kind: 'order', total: 120 }) };

const dynamodb = (operation: string, input: object): Shot => json('dynamodb', `DynamoDB_20120810.${operation}`, '1.0', input);
const sqs = (operation: string, input: object): Shot => json('sqs', `AmazonSQS.${operation}`, '1.0', input);
const ssm = (operation: string, input: object): Shot => json('ssm', `AmazonSSM.${operation}`, '1.1', input);
const secrets = (operation: string, input: object): Shot => json('secretsmanager', `secretsmanager.${operation}`, '1.1', input);
const kms = (operation: string, input: object): Shot => json('kms', `TrentService.${operation}`, '1.1', input);
const events = (operation: string, input: object): Shot => json('events', `AWSEvents.${operation}`, '1.1', input);
const { authorization = '' } = json('sns', '', '1.0', {}).headers;
const sns = (form: Record<string, string>): Shot => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
  body: new URLSearchParams({ Version: '2010-03-31', ...form }).toString(),
});
const s3 = (method: string, path: string, body = ''): Shot => ({
  method,
  path,
  headers: { authorization: json('s3', '', '1.0', {}).headers['authorization']!, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  body,
});

/** Makes what the requests need, and returns them. */
async function requestsTo({ ask, fire }: Asking): Promise<Record<string, Shot>> {
  const { QueueUrl } = await ask(sqs('CreateQueue', { QueueName: 'bench' }));
  const full = (await ask(sqs('CreateQueue', { QueueName: 'full' })))['QueueUrl'];
  for (let i = 0; i < 10; i++) await ask(sqs('SendMessage', { QueueUrl: full, MessageBody: BODY }));
  const TopicArn = /<TopicArn>(.*?)</.exec(await fire(sns({ Action: 'CreateTopic', Name: 'bench' })))![1]!;
  await ask(dynamodb('CreateTable', TABLE));
  for (let i = 0; i < 20; i++) await ask(dynamodb('PutItem', { TableName: 'bench', Item: { ...ITEM, sk: { N: `${i}` } } }));
  await fire(s3('PUT', '/bench'));
  await fire(s3('PUT', '/bench/read.txt', BODY));
  await ask(ssm('PutParameter', { Name: '/bench', Type: 'String', Value: BODY }));
  await ask(secrets('CreateSecret', { Name: 'bench', SecretString: BODY, ClientRequestToken: randomUUID() }));
  const { KeyMetadata } = (await ask(kms('CreateKey', {}))) as { KeyMetadata: { KeyId: string } };
  return {
    SendMessage: sqs('SendMessage', { QueueUrl, MessageBody: BODY }),
    ReceiveMessage: sqs('ReceiveMessage', { QueueUrl: full, VisibilityTimeout: 0 }),
    Publish: sns({ Action: 'Publish', TopicArn, Message: BODY }),
    PutEvents: events('PutEvents', { Entries: [ENTRY] }),
    PutItem: dynamodb('PutItem', { TableName: 'bench', Item: ITEM }),
    GetItem: dynamodb('GetItem', { TableName: 'bench', Key: { pk: ITEM.pk, sk: ITEM.sk } }),
    'Query of 20 items': dynamodb('Query', {
      TableName: 'bench',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': ITEM.pk },
    }),
    PutObject: s3('PUT', '/bench/written.txt', BODY),
    GetObject: s3('GET', '/bench/read.txt'),
    GetParameter: ssm('GetParameter', { Name: '/bench' }),
    GetSecretValue: secrets('GetSecretValue', { SecretId: 'bench' }),
    Encrypt: kms('Encrypt', { KeyId: KeyMetadata.KeyId, Plaintext: Buffer.from(BODY).toString('base64') }),
  };
}

/** Undefined where it is not installed. */
async function startMoto(): Promise<Measured | undefined> {
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const isThere = await new Promise((resolve) => child.once('spawn', () => resolve(true)).once('error', () => resolve(false)));
  if (!isThere) return undefined;
  const url = await started(child.stderr, /Running on (http:\S+)/);
  child.stderr.resume();
  // It answers each request in a thread of its own, whose time is the process's after its end.
  const cpuMs = (): number => {
    const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return ((Number(user) + Number(system)) * 1000) / TICKS;
  };
  return { ...of(child, url), cpuMs };
}

export async function besideBench(): Promise<BenchRow[]> {
  const moto = await startMoto();
  if (!moto) return [{ what: "the same requests to moto's server", figure: 'not installed' }];
  const emulator = await startBuilt();
  const [theirs, ours] = [asking(moto.url), asking(emulator.url)];
  try {
    const [toMoto, toEmulator] = [await requestsTo(theirs), await requestsTo(ours)];
    const rows: BenchRow[] = [];
    for (const [name, shot] of Object.entries(toEmulator)) {
      const sides = [
        { server: moto, shot: toMoto[name]! },
        { server: emulator, shot, count: COUNT },
      ] as const;
      const [motoUs, us] = await cpuInTurns(...sides, LOAD);
      rows.push({
        what: `server CPU per ${name}, beside moto`,
        figure: `${us.toFixed(0)} µs`,
        ratio: us / motoUs,
        limit: 0.2,
        floor: `${motoUs.toFixed(0)} µs, moto's server`,
      });
    }
    return rows;
  } finally {
    theirs.close();
    ours.close();
    await Promise.all([moto.stop(), emulator.stop()]);
  }
}
