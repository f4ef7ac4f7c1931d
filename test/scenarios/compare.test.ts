// `emulator compare`: two emulators that answer differently, moto as the other side, saved recordings that are played, and requests signed anew for the cloud.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { IAM } from '@aws-sdk/client-iam';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudSide, type OnwardRequest } from '#cli/compare/other-side';
import { RecordingProxy } from '#cli/compare/proxy';
import { readCalls } from '#cli/compare/recorded-calls';
import { createDetection } from '#protocol/detect';
import { createModels } from '#protocol/models';
import { commandWords } from '../support/command.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

/** A program that asks a queue for its messages and its attributes, with the client of AWS. */
const PROGRAM = `
import { SQS } from '@aws-sdk/client-sqs';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
const sqs = new SQS({});
const { QueueUrl } = await sqs.createQueue({ QueueName: 'orders-' + Math.random().toString(36).slice(2, 12).padEnd(10, '0') + '1' });
await sqs.sendMessage({ QueueUrl, MessageBody: 'one' });
const { Messages } = await sqs.receiveMessage({ QueueUrl });
await sqs.deleteMessage({ QueueUrl, ReceiptHandle: Messages[0].ReceiptHandle });
await sqs.getQueueUrl({ QueueName: 'shared' }).catch(() => {});
const secrets = new SecretsManager({});
await secrets.createSecret({ Name: 'key', SecretString: 'do-not-tell' });
await secrets.getSecretValue({ SecretId: 'key' });
await secrets.deleteSecret({ SecretId: 'key', ForceDeleteWithoutRecovery: true });
await sqs.deleteQueue({ QueueUrl });
`;

interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let ours: TestEmulator;
let theirs: TestEmulator;
let folder: string;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([startTestEmulator(), startTestEmulator({ options: { SIGNATURES: 'verify' } })]);
  // Beside the modules that the program imports
  folder = mkdtempSync(join(import.meta.dirname, '.compare-'));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
});
afterAll(async () => {
  await Promise.all([ours.stop(), theirs.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function compare(...words: string[]): Promise<CommandOutcome> {
  const all = [...(await commandWords()), 'compare', ...words];
  const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', AWS_ENDPOINT_URL: ours.url };
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

const whyNoMoto = (): string | undefined =>
  spawnSync('python3', ['-c', 'import moto.server']).status === 0
    ? undefined
    : 'needs python3 in PATH, with moto: pip install moto[server]';

const program = ['--', process.execPath, 'program.mjs'];

describe('emulator compare', () => {
  it('tells the calls that are answered differently, and ends with 1', async () => {
    await theirs.client(SQS).createQueue({ QueueName: 'shared' });
    const { code, stdout } = await compare('--with', theirs.url, ...program);
    expect(stdout).toMatch(/✗ sqs\.GetQueueUrl\n {4}answer: \{"QueueUrl".*→ not there/);
    expect(stdout).toMatch(/✓ sqs\.ReceiveMessage\n✓ sqs\.DeleteMessage/);
    expect(stdout).toMatch(/1 of \d+ calls differ/);
    expect(code).toBe(1);
  });

  it('saves what the other side answered without secrets and accounts, and plays it', async () => {
    const { stderr } = await compare('--with', theirs.url, '--save', 'case.json', '--title', 'a queue', '--yes', ...program);
    const text = readFileSync(join(folder, 'case.json'), 'utf8');
    expect(stderr).toContain(text.trim().split('\n')[1]);
    expect(text).not.toContain('do-not-tell');
    expect(text).not.toContain('000000000000');
    expect(stderr).toContain('replaced: your account number');
    expect(JSON.parse(text)).toMatchObject({
      title: 'a queue',
      steps: expect.arrayContaining([expect.objectContaining({ call: 'sqs.DeleteQueue' })]),
    });
    const played = await compare('play', '.');
    expect(played.stdout).toMatch(/✗ a queue/);
    expect(played.stdout.split('\n').filter((line) => line.startsWith('    '))).toEqual([
      expect.stringMatching(/sqs\.GetQueueUrl: fails: QueueDoesNotExist/),
    ]);
    expect(played.code).toBe(1);
  });

  it('never calls the cloud by an address, and needs a profile that exists', async () => {
    expect((await compare('--with', 'https://sqs.us-east-1.amazonaws.com', ...program)).stderr).toContain('SIDE_INVALID');
    expect((await compare('--with', 'work', ...program)).stderr).toContain('PROFILE_UNUSABLE: There is no profile work.');
    expect((await compare('--with', theirs.url)).stderr).toContain('COMMAND_MISSING');
    expect((await compare('play', 'nowhere')).stderr).toContain('CASE_INVALID');
  });

  it.skipIf(isMissing('moto as the other side', whyNoMoto()))('compares with moto', async () => {
    const child = spawn('python3', ['-m', 'moto.server', '-p', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let text = '';
        const look = (chunk: unknown): void => {
          text += String(chunk);
          const found = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1];
          if (found) resolve(found);
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('exit', () => reject(new Error(text)));
      });
      const { stdout } = await compare('--with', url, '--json', ...program);
      const { calls } = JSON.parse(stdout) as { calls: { name: string; madeBy: string; differences: string[] }[] };
      expect(calls.map(({ name, madeBy }) => `${name} ${madeBy}`)).toContain('sqs.ReceiveMessage both');
      expect(calls.find(({ name }) => name === 'sqs.SendMessage')).toMatchObject({ differences: [] });
    } finally {
      child.kill();
    }
  });
});

/** Sends a request that is meant for the cloud to an emulator that checks signatures. */
function sendTo(url: string, { method, origin, target, headers, body }: OnwardRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, path: target, headers: { ...headers, host: new URL(origin).host, 'content-length': body.length } };
    const sent = http.request(new URL(url), options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += String(chunk);
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Regions but the first want it of a new bucket. */
const IN_IRELAND = '<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>';

describe('requests for the cloud', () => {
  it('are signed with the key of the profile, and name its hosts', async () => {
    const { AccessKey } = await theirs
      .client(IAM)
      .createAccessKey({ UserName: (await theirs.client(IAM).createUser({ UserName: 'me' })).User!.UserName! });
    const key = { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! };
    const side = cloudSide({ profile: 'work', key, region: 'eu-west-1', proxyUrl: () => 'http://127.0.0.1:1', now: Date.now });
    const detection = createDetection();
    const models = createModels();
    const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/SERVICE/aws4_request, SignedHeaders=host, Signature=0';
    const onward = (service: string, method: string, target: string, headers: Record<string, string>, body = '') => {
      const sent = {
        method,
        target,
        headers: { ...headers, host: '127.0.0.1:1', authorization: authorization.replace('SERVICE', service) },
        body: Buffer.from(body),
      };
      const [path = '', query = ''] = target.split('?');
      const wire = { ...sent, path, query: new Map(new URLSearchParams(query)) };
      return side.onward(sent, detection.detect(wire), models.service(service).ir, undefined);
    };
    const json = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.CreateQueue' };
    const queue = onward('sqs', 'POST', '/', json, '{"QueueName":"made"}');
    expect(queue.origin).toBe('https://sqs.eu-west-1.amazonaws.com');
    expect(JSON.stringify(queue)).not.toContain('Signature=0"');
    expect(await sendTo(theirs.url, queue)).toMatchObject({ status: 200 });
    expect(await sendTo(theirs.url, { ...queue, body: Buffer.from('{"QueueName":"more"}') })).toMatchObject({
      status: 400,
      text: expect.stringContaining('InvalidSignature'),
    });
    const purge = { ...json, 'x-amz-target': 'AmazonSQS.PurgeQueue' };
    const named = onward('sqs', 'POST', '/', purge, '{"QueueUrl":"http://127.0.0.1:1/000000000000/made"}');
    expect(Buffer.from(named.body).toString()).toContain('https://sqs.eu-west-1.amazonaws.com/000000000000/made');
    expect(await sendTo(theirs.url, onward('s3', 'PUT', '/bucket-of-mine', {}, IN_IRELAND))).toMatchObject({ status: 200 });
    const object = onward('s3', 'PUT', '/bucket-of-mine/a%20b%2Bc/d?X-Amz-Signature=1&X-Amz-Credential=x', { 'x-amz-meta-a': 'b' }, 'text');
    expect(object.target).toBe('/bucket-of-mine/a%20b%2Bc/d');
    expect(await sendTo(theirs.url, object)).toMatchObject({ status: 200 });
    expect(onward('iam', 'POST', '/', {}, 'Action=ListUsers&Version=2010-05-08').origin).toBe('https://iam.amazonaws.com');
  });

  it('are kept without credentials', async () => {
    const models = createModels();
    const proxy = new RecordingProxy({
      side: { name: ours.url, onward: (sent) => ({ ...sent, origin: ours.url }), learn: () => undefined },
      detection: createDetection(),
      models,
    });
    await proxy.start();
    try {
      const sqs = new SQS({
        endpoint: proxy.url,
        region: 'us-east-1',
        credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'hidden', sessionToken: 'token-of-me' },
      });
      await sqs.listQueues({});
      sqs.destroy();
      expect(JSON.stringify(proxy.exchanges.map(({ request, headers }) => [request, [...request.query], headers]))).not.toMatch(
        /AKIAIOSFODNN7EXAMPLE|token-of-me/,
      );
      expect((await readCalls(proxy.exchanges, models)).map(({ name }) => name)).toEqual(['sqs.ListQueues']);
    } finally {
      await proxy.stop();
    }
  });
});
