// A project in `ready.d`, applied at the start by the real Terraform with the real AWS provider: afterwards it plans no changes, and what it
// destroys leaves nothing behind.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridgeClient, ListEventBusesCommand, ListRulesCommand } from '@aws-sdk/client-eventbridge';
import {
  IAMClient,
  ListGroupsCommand,
  ListInstanceProfilesCommand,
  ListPoliciesCommand,
  ListRolesCommand,
  ListUsersCommand,
} from '@aws-sdk/client-iam';
import { KMSClient, ListAliasesCommand } from '@aws-sdk/client-kms';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DescribeParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { type ChildEmulator, startChild } from '../support/child.ts';

/** Every resource type of the project: what its services know must stand here. */
const TYPES = [
  ...['aws_cloudformation_stack', 'aws_cloudwatch_event_bus', 'aws_cloudwatch_event_bus_policy', 'aws_cloudwatch_event_rule'],
  ...['aws_cloudwatch_event_target', 'aws_cloudwatch_log_group', 'aws_cloudwatch_log_metric_filter', 'aws_cloudwatch_log_resource_policy'],
  ...['aws_cloudwatch_log_stream', 'aws_iam_access_key', 'aws_iam_group', 'aws_iam_group_membership', 'aws_iam_group_policy'],
  ...['aws_iam_group_policy_attachment', 'aws_iam_instance_profile', 'aws_iam_openid_connect_provider', 'aws_iam_policy', 'aws_iam_role'],
  ...['aws_iam_role_policy', 'aws_iam_role_policy_attachment', 'aws_iam_user', 'aws_iam_user_policy', 'aws_iam_user_policy_attachment'],
  ...[
    'aws_kms_alias',
    'aws_kms_grant',
    'aws_kms_key',
    'aws_lambda_alias',
    'aws_lambda_function',
    'aws_lambda_function_event_invoke_config',
  ],
  ...['aws_lambda_permission', 'aws_s3_bucket', 'aws_s3_bucket_acl', 'aws_s3_bucket_cors_configuration'],
  ...['aws_s3_bucket_lifecycle_configuration', 'aws_s3_bucket_logging', 'aws_s3_bucket_notification', 'aws_s3_bucket_ownership_controls'],
  ...['aws_s3_bucket_policy', 'aws_s3_bucket_public_access_block', 'aws_s3_bucket_server_side_encryption_configuration'],
  ...['aws_s3_bucket_versioning', 'aws_s3_bucket_website_configuration', 'aws_s3_object', 'aws_secretsmanager_secret'],
  ...['aws_secretsmanager_secret_policy', 'aws_secretsmanager_secret_version', 'aws_sqs_queue', 'aws_sqs_queue_policy'],
  ...['aws_sqs_queue_redrive_allow_policy', 'aws_sqs_queue_redrive_policy', 'aws_ssm_parameter'],
];

const PROJECT = fileURLToPath(new URL('./terraform', import.meta.url));
const MIRRORS = [process.env['TERRAFORM_MIRROR'], '/opt/tf-plugins', '/usr/local/share/terraform/plugins', '/usr/share/terraform/plugins'];
const mirror = MIRRORS.find((folder) => folder && existsSync(join(folder, 'registry.terraform.io/hashicorp/aws')));
const base = mkdtempSync(join(tmpdir(), 'terraform-'));
const settings = join(base, 'terraformrc');
afterAll(() => rmSync(base, { recursive: true, force: true }));

function whyNot(): string | undefined {
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore' });
  } catch {
    return 'no terraform in PATH';
  }
  return mirror ? undefined : 'no mirror with the AWS provider (TERRAFORM_MIRROR names one)';
}
const skipped = whyNot();

async function initFolder(): Promise<string> {
  cpSync(PROJECT, base, { recursive: true });
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('exports.handler = async () => "hello";'), 'index.js');
  zip.end();
  const project = join(base, 'ready.d');
  writeFileSync(join(project, 'hello.zip'), await buffer(zip.outputStream));
  writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  chmodSync(project, 0o555);
  return base;
}

/** Every list of what the project made, without what is always there. */
async function leftovers({ url: endpoint }: ChildEmulator): Promise<Record<string, number>> {
  const config = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, forcePathStyle: true };
  const iam = new IAMClient(config);
  const lists: Record<string, unknown[] | undefined> = {
    stacks: (await new CloudFormationClient(config).send(new DescribeStacksCommand({}))).Stacks,
    groups: (await new CloudWatchLogsClient(config).send(new DescribeLogGroupsCommand({}))).logGroups?.filter(
      ({ logGroupName }) => !logGroupName?.startsWith('/aws/lambda/'),
    ),
    rules: (await new EventBridgeClient(config).send(new ListRulesCommand({}))).Rules,
    buses: (await new EventBridgeClient(config).send(new ListEventBusesCommand({}))).EventBuses?.filter(({ Name }) => Name !== 'default'),
    roles: (await iam.send(new ListRolesCommand({}))).Roles,
    users: (await iam.send(new ListUsersCommand({}))).Users,
    teams: (await iam.send(new ListGroupsCommand({}))).Groups,
    profiles: (await iam.send(new ListInstanceProfilesCommand({}))).InstanceProfiles,
    policies: (await iam.send(new ListPoliciesCommand({ Scope: 'Local' }))).Policies,
    aliases: (await new KMSClient(config).send(new ListAliasesCommand({}))).Aliases?.filter(
      ({ AliasName }) => !AliasName?.startsWith('alias/aws/'),
    ),
    functions: (await new LambdaClient(config).send(new ListFunctionsCommand({}))).Functions,
    buckets: (await new S3Client(config).send(new ListBucketsCommand({}))).Buckets,
    secrets: (await new SecretsManagerClient(config).send(new ListSecretsCommand({}))).SecretList,
    queues: (await new SQSClient(config).send(new ListQueuesCommand({}))).QueueUrls,
    parameters: (await new SSMClient(config).send(new DescribeParametersCommand({}))).Parameters,
  };
  return Object.fromEntries(Object.entries(lists).flatMap(([name, list]) => (list?.length ? [[name, list.length]] : [])));
}

describe.skipIf(skipped !== undefined)(`Terraform${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  it('applies a project at the start, plans no changes afterwards, and destroys it whole', { timeout: 400_000 }, async () => {
    const folder = await initFolder();
    const before = readdirSync(join(folder, 'ready.d'));
    const emulator = await startChild({
      EMULATOR_INIT_DIR: folder,
      EXTENSION_AUTO_INSTALL: 'emulator-extension-terraform-init',
      TF_CLI_CONFIG_FILE: settings,
      TF_PLUGIN_CACHE_DIR: join(base, 'cache'),
    });
    try {
      const { scripts } = (await (await fetch(`${emulator.url}/_emulator/init/ready`)).json()) as { scripts: { directory: string }[] };
      expect(scripts).toMatchObject([{ name: 'main.tf', state: 'SUCCESSFUL' }]);
      expect(readdirSync(join(folder, 'ready.d'))).toEqual(before);
      const terraform = async (...args: string[]): Promise<string> => {
        const env = {
          ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], TF_CLI_CONFIG_FILE: settings, AWS_ENDPOINT_URL: emulator.url },
          ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
        };
        const { stdout } = await promisify(execFile)('terraform', [`-chdir=${scripts[0]!.directory}`, ...args], {
          env,
          maxBuffer: 1e8,
        });
        return stdout;
      };
      const managed = (await terraform('state', 'list')).split('\n').filter((name) => name.startsWith('aws_'));
      expect([...new Set(managed.map((name) => name.split('.')[0]))].sort()).toEqual(TYPES.toSorted());
      expect(await terraform('plan', '-detailed-exitcode', '-no-color')).toContain('No changes.');
      await terraform('destroy', '-auto-approve', '-no-color');
      expect(await leftovers(emulator)).toEqual({});
    } finally {
      await emulator.kill('SIGTERM');
      chmodSync(join(folder, 'ready.d'), 0o755);
    }
  });

  it("says why in Terraform's own words where a project cannot be applied", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(base, 'broken-'));
    cpSync(join(PROJECT, 'ready.d/main.tf'), join(folder, 'ready.d', 'main.tf'), { recursive: true });
    writeFileSync(join(folder, 'ready.d', 'broken.tf'), 'resource "aws_sqs_queue" "q" {\n  nmae = "x"\n}\n');
    const emulator = await startChild({
      EMULATOR_INIT_DIR: folder,
      EXTENSION_AUTO_INSTALL: 'localstack-extension-terraform-init',
      TF_CLI_CONFIG_FILE: settings,
      TF_PLUGIN_CACHE_DIR: join(base, 'cache'),
    });
    try {
      const { scripts } = (await (await fetch(`${emulator.url}/_emulator/init/ready`)).json()) as { scripts: { reason: string }[] };
      expect(scripts).toMatchObject([{ name: 'main.tf', state: 'ERROR' }]);
      expect(scripts[0]?.reason).toMatch(/^terraform apply: Error: Unsupported argument .*broken\.tf line 2.*nmae/);
    } finally {
      await emulator.kill('SIGTERM');
    }
  });
});
