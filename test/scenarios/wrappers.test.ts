// The settings that the established emulator's wrappers give to the clients that they start, with the clients themselves: awslocal's variables and
// arguments, tflocal's override file.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoAws } from '../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { sharedTerraformIn, whyNoTerraform, writeSettings } from '../support/terraform.ts';

let emulator: TestEmulator;
let folder: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
  folder = mkdtempSync(join(tmpdir(), 'wrappers-'));
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});
const port = (): string => new URL(emulator.url).port;

describe.skipIf(isMissing('awslocal', whyNoAws()))('awslocal', () => {
  it.each(['localhost', '127.0.0.1'])(
    'reaches services at LOCALSTACK_HOST=%s',
    async (host) => {
      const awslocal = async (...words: string[]): Promise<string> => {
        const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_DEFAULT_REGION: 'us-east-1' };
        const env = { PATH: process.env['PATH'], HOME: folder, PYTHONWARNINGS: 'ignore:Unverified HTTPS request', ...credentials };
        const { stdout } = await promisify(execFile)('aws', [`--endpoint-url=http://${host}:${port()}`, ...words], { env });
        return stdout;
      };
      const bucket = `s3://things-${host.replaceAll('.', '-')}`;
      writeFileSync(join(folder, 'note.txt'), 'text');
      await awslocal('s3', 'mb', bucket);
      await awslocal('s3', 'cp', join(folder, 'note.txt'), `${bucket}/note.txt`);
      expect(await awslocal('s3', 'cp', `${bucket}/note.txt`, '-')).toBe('text');
      const { QueueUrl } = JSON.parse(await awslocal('sqs', 'create-queue', '--queue-name', 'jobs')) as { QueueUrl: string };
      expect(QueueUrl).toBe(`http://${host}:${port()}/000000000000/jobs`);
      await awslocal('sqs', 'send-message', '--queue-url', QueueUrl, '--message-body', 'hello');
      expect(await awslocal('sqs', 'receive-message', '--queue-url', QueueUrl)).toContain('"Body": "hello"');
    },
    120_000,
  );
});

/** A proxy for names that the world's name servers resolve to this machine: requests for them come here instead. */
async function openWay(): Promise<{ url: string; hosts: Set<string | undefined>; [Symbol.dispose](): void }> {
  const hosts = new Set<string | undefined>();
  const server = http.createServer((request, response) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url!);
    hosts.add(headers.host);
    const onward = http.request({ host: '127.0.0.1', port: port(), method, path: `${pathname}${search}`, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    hosts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The provider's names of services, as the wrapper knows them; each has its endpoint. */
const SERVICES = [
  ...['acm', 'apigateway', 'apigatewayv2', 'athena', 'cloudformation', 'cloudwatch', 'cloudwatchlogs', 'cognitoidp', 'dynamodb', 'ec2'],
  ...['ecr', 'ecs', 'es', 'events', 'firehose', 'iam', 'kafka', 'kinesis', 'kms', 'lambda', 'mwaa', 'opensearch', 'rds', 'route53', 's3'],
  ...['s3control', 'secretsmanager', 'ses', 'sns', 'sqs', 'ssm', 'stepfunctions', 'sts', 'transcribe'],
];

function overrideOf(alias: string | undefined, region: string, s3Host: string): string {
  const hosts: Record<string, string> = { s3: s3Host, mwaa: 'mwaa.localhost.localstack.cloud' };
  return `
provider "aws" {
  access_key                  = "test"
  secret_key                  = "test"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
${s3Host.startsWith('s3.') ? '' : ' s3_use_path_style = true\n'}${alias ? ` alias = "${alias}"\n` : ''} region = "${region}"
 endpoints {
${SERVICES.map((service) => `${service} = "http://${hosts[service] ?? 'localhost'}:${port()}"`).join('\n')}
 }
}
`;
}

const PROJECT = `
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" {
  region = "us-east-1"
}
resource "aws_s3_bucket" "things" {
  bucket        = "wrapped-things"
  force_destroy = true
}
resource "aws_s3_object" "note" {
  bucket  = aws_s3_bucket.things.id
  key     = "notes/one.txt"
  content = "a note"
}
resource "aws_cloudwatch_event_bus" "shop" {
  name = "wrapped-shop"
}
`;
/** In a region of its own: Terraform starts a process for each provider, again and again. */
const WEST = `
provider "aws" {
  alias  = "west"
  region = "us-west-2"
}
resource "aws_cloudwatch_log_group" "west" {
  provider = aws.west
  name     = "/wrapped/app"
}
`;

describe.skipIf(isMissing('tflocal', whyNoLongScenario() ?? whyNoTerraform()))('tflocal', () => {
  it.each([
    ['by its own name', 's3.localhost.localstack.cloud', 'wrapped-things.s3.localhost.localstack.cloud', ['/wrapped/app']],
    ['by path', 'localhost', undefined, []],
  ])(
    'applies, plans no changes and destroys, with buckets addressed %s',
    async (_how, s3Host, bucketHost, groupsInWest) => {
      using way = await openWay();
      const project = mkdtempSync(join(folder, 'project-'));
      const isWest = groupsInWest.length > 0;
      writeFileSync(join(project, 'main.tf'), `${PROJECT}${isWest ? WEST : ''}`);
      const overrides = [overrideOf(undefined, 'us-east-1', s3Host), ...(isWest ? [overrideOf('west', 'us-west-2', s3Host)] : [])];
      writeFileSync(join(project, 'localstack_providers_override.tf'), overrides.join('\n'));
      using terraform = sharedTerraformIn(project, { settings: writeSettings(project), more: { HTTP_PROXY: way.url } });
      await terraform.run('init', '-no-color');
      await terraform.run('apply', '-auto-approve', '-no-color');
      const { Body } = await emulator.client(S3).getObject({ Bucket: 'wrapped-things', Key: 'notes/one.txt' });
      expect(await Body?.transformToString()).toBe('a note');
      const { logGroups } = await emulator.client(CloudWatchLogs, { region: 'us-west-2' }).describeLogGroups();
      expect(logGroups?.map(({ logGroupName }) => logGroupName)).toEqual(groupsInWest);
      expect(await terraform.run('plan', '-detailed-exitcode', '-no-color')).toContain('No changes.');
      expect([...way.hosts]).toEqual(bucketHost === undefined ? [] : expect.arrayContaining([`${bucketHost}:${port()}`]));
      await terraform.run('destroy', '-auto-approve', '-no-color');
      expect((await emulator.client(EventBridge).listEventBuses()).EventBuses).toHaveLength(1);
    },
    400_000,
  );
});
