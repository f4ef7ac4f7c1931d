// On a full disk every read works: none of them needs to write.
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
        $metadata: { httpStatusCode: 500 },
      });
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
  },
);
