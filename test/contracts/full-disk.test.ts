// On a full disk every read works: none of them needs to write. Everything can be deleted, and writes work again once that has made room.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { operationRunner, type RunOperation, readsWithoutInput, SERVICE_NAMES } from './operations.ts';
import { seed } from './seed.ts';

const MARK = 'marked';
const HOME = { account: '111111111111', region: 'us-east-1' };
const QUEUE = `/${HOME.account}/${MARK}`;
const DELAY_S = 5;
const MAX_WRITES = 2000;

const base = mkdtempSync(join(tmpdir(), 'full-disk-'));
const disk = join(base, 'disk');

function mounted(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Takes what room there is. */
function fill(): void {
  for (const bytes of [1 << 20, 1 << 12])
    for (let n = 0; ; n++)
      try {
        writeFileSync(join(disk, `ballast-${bytes}-${n}`), Buffer.alloc(bytes));
      } catch {
        break;
      }
}

describe.skipIf(isMissing('reads on a full disk', !mounted() && 'needs root on Linux, and the right to mount a tmpfs'))(
  'a full disk',
  () => {
    let emulator: TestEmulator;
    let run: RunOperation;
    const send = (service: string, operation: string, input: object = {}) => run(service, operation, HOME, input);
    const Bucket = `${MARK}-bucket`;
    const body = 'x'.repeat(100_000);
    let ciphertext: Uint8Array | undefined;
    let keyId: string | undefined;

    beforeAll(async () => {
      const options = { PERSISTENCE: '1', DATA_DIR: join(disk, 'data') } as const;
      emulator = await startTestEmulator({ clock: 'manual', options });
      run = await operationRunner(emulator);
      await seed(MARK, send, new Set(SERVICE_NAMES));
      for (const DelaySeconds of [0, DELAY_S])
        await send('sqs', 'SendMessage', { QueueUrl: emulator.url + QUEUE, MessageBody: 'm', DelaySeconds });
      await send('s3', 'PutObject', { Bucket, Key: 'big', Body: body });
      await send('events', 'PutTargets', { Rule: MARK, Targets: [{ Id: 'q', Arn: `arn:aws:sqs:us-east-1:${HOME.account}:${MARK}` }] });
      await send('dynamodb', 'PutItem', { TableName: MARK, Item: { id: { S: 'i' } } });
      await startWaiting();
      const { Keys = [] } = (await send('kms', 'ListKeys')) as { Keys?: { KeyId?: string }[] };
      keyId = Keys[0]?.KeyId;
      ({ CiphertextBlob: ciphertext } = (await send('kms', 'Encrypt', { KeyId: keyId, Plaintext: Buffer.from('m') })) as {
        CiphertextBlob?: Uint8Array;
      });
      await emulator.idle();
      fill();
      await writeUntilRefused();
      expect(emulator.lines.some((line) => line.includes('The disk of'))).toBe(true);
      await emulator.clock.advance(`${DELAY_S * 2}s`);
    });
    const late = { machine: `arn:aws:states:us-east-1:${HOME.account}:stateMachine:late`, queue: `/${HOME.account}/late` };
    /** An execution that sends a message once the disk is full. */
    const startWaiting = async (): Promise<void> => {
      await send('sqs', 'CreateQueue', { QueueName: 'late' });
      const Send = { QueueUrl: late.queue, MessageBody: 'late' };
      const States = {
        Wait: { Type: 'Wait', Seconds: DELAY_S, Next: 'Send' },
        Send: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', Parameters: Send, End: true },
      };
      const definition = JSON.stringify({ StartAt: 'Wait', States });
      await send('states', 'CreateStateMachine', { name: 'late', definition, roleArn: `arn:aws:iam::${HOME.account}:role/late` });
      await send('states', 'StartExecution', { stateMachineArn: late.machine, name: 'late' });
    };
    const executionStatus = async (): Promise<string> => {
      const executionArn = `${late.machine.replace('stateMachine', 'execution')}:late`;
      return ((await send('states', 'DescribeExecution', { executionArn })) as { status: string }).status;
    };
    /** The data file has room within itself for a while. */
    const writeUntilRefused = async (): Promise<void> => {
      for (let n = 0; n < MAX_WRITES; n++)
        try {
          await send('ssm', 'PutParameter', { Name: `/fill/${n}`, Type: 'String', Value: 'v'.repeat(4000) });
        } catch (error) {
          expect(error).toMatchObject({ name: 'InternalFailure' });
          return;
        }
      throw new Error('the disk does not fill');
    };
    afterAll(async () => {
      await emulator?.stop();
      execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
      rmSync(base, { recursive: true, force: true });
    });

    it('refuses writes, and says so', async () => {
      await expect(send('ssm', 'PutParameter', { Name: '/late', Type: 'String', Value: 'v' })).rejects.toMatchObject({
        message: expect.stringMatching(
          /^STORE_DISK_FULL: The disk of .* is full .*: the write was refused\. Free some space .*deletions work/,
        ),
        $metadata: { httpStatusCode: 500 },
      });
      await expect(send('s3', 'PutObject', { Bucket, Key: 'late', Body: 'x'.repeat(5_000_000) })).rejects.toMatchObject({
        message: expect.stringContaining('STORE_DISK_FULL'),
      });
      await expect(send('ssm', 'GetParameter', { Name: '/late' })).rejects.toMatchObject({ name: 'ParameterNotFound' });
      const { status } = (await (await fetch(`${emulator.url}/_emulator/health`)).json()) as { status: string };
      expect(status).toBe('full');
    });

    it.each(SERVICE_NAMES)('answers every list and description of %s', async (service) => {
      const statuses = await Promise.all(
        readsWithoutInput(service).map(async (operation) => [
          operation,
          await send(service, operation).then(
            () => 200,
            (error: { $metadata?: { httpStatusCode?: number } }) => error.$metadata?.httpStatusCode,
          ),
        ]),
      );
      expect(statuses.filter(([, status]) => status === undefined || Number(status) >= 500)).toEqual([]);
    });

    it('counts the messages of a queue, also those that became visible since', async () => {
      const { Attributes } = (await send('sqs', 'GetQueueAttributes', { QueueUrl: emulator.url + QUEUE, AttributeNames: ['All'] })) as {
        Attributes?: object;
      };
      expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '2', ApproximateNumberOfMessagesDelayed: '0' });
    });

    const reads: [service: string, operation: string, input: () => object, output: object][] = [
      ['secretsmanager', 'GetSecretValue', () => ({ SecretId: MARK }), { SecretString: MARK }],
      ['secretsmanager', 'BatchGetSecretValue', () => ({ SecretIdList: [MARK] }), { SecretValues: [{ SecretString: MARK }], Errors: [] }],
      ['secretsmanager', 'DescribeSecret', () => ({ SecretId: MARK }), { Name: MARK }],
      ['ssm', 'GetParameter', () => ({ Name: `/${MARK}/p` }), { Parameter: { Value: MARK } }],
      ['kms', 'DescribeKey', () => ({ KeyId: keyId }), { KeyMetadata: { Enabled: true } }],
      ['kms', 'Decrypt', () => ({ CiphertextBlob: ciphertext }), { Plaintext: new Uint8Array(Buffer.from('m')) }],
      ['kms', 'Encrypt', () => ({ KeyId: keyId, Plaintext: Buffer.from('m') }), {}],
      ['s3', 'HeadObject', () => ({ Bucket, Key: 'big' }), { ContentLength: body.length }],
      ['s3', 'ListObjectsV2', () => ({ Bucket }), { KeyCount: 1 }],
      ['lambda', 'GetFunction', () => ({ FunctionName: MARK }), { Configuration: { FunctionName: MARK } }],
      ['events', 'DescribeRule', () => ({ Name: MARK }), { Name: MARK }],
      ['events', 'ListTargetsByRule', () => ({ Rule: MARK }), { Targets: [{ Id: 'q' }] }],
      ['cloudformation', 'GetTemplate', () => ({ StackName: MARK }), {}],
      ['iam', 'GetRole', () => ({ RoleName: MARK }), { Role: { RoleName: MARK } }],
      ['iam', 'GetAccountSummary', () => ({}), {}],
      ['logs', 'GetLogEvents', () => ({ logGroupName: MARK, logStreamName: MARK }), { events: [] }],
      ['sts', 'GetCallerIdentity', () => ({}), { Account: HOME.account }],
      ['ecr', 'DescribeRepositories', () => ({}), {}],
    ];
    it.each(reads)('answers %s %s', async (service, operation, input, output) => {
      expect(await send(service, operation, input())).toMatchObject(output);
    });

    it('still has the bytes of an object', async () => {
      const { Body } = (await send('s3', 'GetObject', { Bucket, Key: 'big' })) as { Body: { transformToString(): Promise<string> } };
      expect(await Body.transformToString()).toBe(body);
    });

    it('keeps an execution waiting whose task finds no room', async () => {
      expect(await executionStatus()).toBe('RUNNING');
    });

    it('lets consumers take messages and delete them', async () => {
      const QueueUrl = emulator.url + QUEUE;
      const { Messages = [] } = (await send('sqs', 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 })) as {
        Messages?: { ReceiptHandle?: string }[];
      };
      expect(Messages).toHaveLength(2);
      for (const { ReceiptHandle } of Messages) await send('sqs', 'DeleteMessage', { QueueUrl, ReceiptHandle });
    });

    const deletions: [service: string, operation: string, input: object][] = [
      ['sqs', 'PurgeQueue', { QueueUrl: QUEUE }],
      ['sqs', 'DeleteQueue', { QueueUrl: QUEUE }],
      ['dynamodb', 'DeleteItem', { TableName: MARK, Key: { id: { S: 'i' } } }],
      ['dynamodb', 'DeleteTable', { TableName: MARK }],
      ['s3', 'DeleteObject', { Bucket, Key: 'big' }],
      ['s3', 'DeleteBucket', { Bucket }],
      ['lambda', 'DeleteFunction', { FunctionName: MARK }],
      ['events', 'RemoveTargets', { Rule: MARK, Ids: ['q'] }],
      ['events', 'DeleteRule', { Name: MARK }],
      ['sns', 'DeleteTopic', { TopicArn: `arn:aws:sns:us-east-1:${HOME.account}:${MARK}` }],
      ['logs', 'DeleteLogGroup', { logGroupName: MARK }],
      ['secretsmanager', 'DeleteSecret', { SecretId: MARK, ForceDeleteWithoutRecovery: true }],
      ['kinesis', 'DeleteStream', { StreamName: MARK }],
      ['states', 'DeleteStateMachine', { stateMachineArn: `arn:aws:states:us-east-1:${HOME.account}:stateMachine:${MARK}` }],
      ['cloudformation', 'DeleteStack', { StackName: MARK }],
      ['iam', 'DeleteUser', { UserName: MARK }],
      ['ecr', 'DeleteRepository', { repositoryName: MARK }],
      ['ssm', 'DeleteParameter', { Name: `/${MARK}/p` }],
    ];
    it.each(deletions)('does %s %s', async (service, operation, input) => {
      await send(service, operation, input);
    });

    it('takes writes again, now that there is room', async () => {
      await send('ssm', 'PutParameter', { Name: '/late', Type: 'String', Value: 'v' });
      expect(await send('ssm', 'GetParameter', { Name: '/late' })).toMatchObject({ Parameter: { Version: 1 } });
    });

    it('goes on with an execution whose task found no room', async () => {
      await emulator.clock.advance('1m');
      expect(await executionStatus()).toBe('SUCCEEDED');
      const { Messages } = (await send('sqs', 'ReceiveMessage', { QueueUrl: late.queue, MaxNumberOfMessages: 10 })) as {
        Messages?: object[];
      };
      expect(Messages).toHaveLength(1);
    });
  },
);
