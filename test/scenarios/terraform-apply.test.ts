// The real Terraform against the emulator, which it knows by one address: what it applied, and what it changed, it finds again as it said; what
// it destroyed is gone. Its state may lie in a bucket here.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import * as s3 from '@aws-sdk/client-s3';
import * as ssm from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { told } from '../support/problems.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';
import { leftovers, PROJECT, PROJECT_TYPES, writeArtefacts } from '../support/terraform-project.ts';

/** The required resource types whose services the emulator has; the project's own list holds the other types that it knows. */
const ASKED_FOR = [
  ...['aws_cloudformation_stack', 'aws_cloudwatch_event_api_destination', 'aws_cloudwatch_event_archive', 'aws_cloudwatch_event_bus'],
  ...['aws_cloudwatch_event_bus_policy', 'aws_cloudwatch_event_connection', 'aws_cloudwatch_event_rule', 'aws_cloudwatch_event_target'],
  ...['aws_cloudwatch_log_group', 'aws_cloudwatch_log_stream', 'aws_ecr_repository', 'aws_iam_policy', 'aws_iam_role'],
  ...['aws_iam_role_policy', 'aws_iam_role_policy_attachment', 'aws_kms_alias', 'aws_kms_key', 'aws_lambda_alias'],
  ...['aws_lambda_code_signing_config', 'aws_lambda_event_source_mapping', 'aws_lambda_function'],
  ...['aws_lambda_function_event_invoke_config', 'aws_lambda_function_url', 'aws_lambda_layer_version', 'aws_lambda_permission'],
  ...['aws_lambda_provisioned_concurrency_config', 'aws_s3_bucket', 'aws_s3_bucket_acl', 'aws_s3_bucket_cors_configuration'],
  ...['aws_s3_bucket_lifecycle_configuration', 'aws_s3_bucket_notification', 'aws_s3_bucket_policy', 'aws_s3_bucket_versioning'],
  ...['aws_s3_object', 'aws_secretsmanager_secret', 'aws_secretsmanager_secret_version', 'aws_sqs_queue', 'aws_sqs_queue_policy'],
  'aws_ssm_parameter',
];

const BACKEND = fileURLToPath(new URL('./terraform-apply/backend', import.meta.url));
const TEAM = '111111111111';
const PARTNER = 'aws.partner/plain/orders';
const PARTNER_SOURCE = `
data "aws_cloudwatch_event_source" "partner" {
  name_prefix = "aws.partner/plain"
}
output "partner" {
  value = data.aws_cloudwatch_event_source.partner.name
}
`;

/** The problems without that of the connection whose authorization endpoint is nowhere. */
const toldBesides = async (emulator: TestEmulator) => (await told(emulator)).filter(([cause]) => !cause.includes('connection plain-token'));

describe.skipIf(isMissing('Terraform over all resource types', whyNoLongScenario() ?? whyNoTerraform()))('Terraform', () => {
  const data = mkdtempSync(join(tmpdir(), 'terraform-data-'));
  let emulator: TestEmulator;
  const start = async (port: number) => {
    emulator = await startTestEmulator({ port, environment: { PERSISTENCE: '1', DATA_DIR: data } });
  };
  beforeAll(() => start(0));
  afterAll(async () => {
    await emulator.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it(`applies ${PROJECT_TYPES.length} types of resources, finds them as it left them after a restart, changes and destroys them`, {
    timeout: 900_000,
  }, async () => {
    expect(PROJECT_TYPES).toEqual(expect.arrayContaining(ASKED_FOR));
    using project = openProject(PROJECT, emulator.url);
    await writeArtefacts(project.folder);
    await emulator.client(EventBridge).createPartnerEventSource({ Name: PARTNER, Account: '000000000000' });
    writeFileSync(join(project.folder, 'partner.tf'), PARTNER_SOURCE);
    await project.run('init', '-no-color');
    for (const revision of ['1', '2']) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      const word = revision === '1' ? 'one' : 'two';
      await project.run('apply', '-auto-approve', ...variables);
      expect(await toldBesides(emulator)).toEqual([]);
      if (revision === '1') {
        await emulator.stop();
        await start(Number(new URL(emulator.url).port));
      }
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      expect(JSON.parse(await project.run('output', '-json', 'read'))).toMatchObject({
        ...{ asked: `"${word} ${word} ${word} data"`, note: `hello ${word}`, alias: `plain-account-${word}`, members: ['plain-ci'] },
        ...{ exported: 'arn:aws:sqs:us-east-1:000000000000:plain-from-stack', secret: `{"password":"${word}","user":"admin"}` },
        ...{ secure: `two ${word}`, word: 'a word', password: 30, allowed: true },
      });
    }
    expect(JSON.parse(await project.run('output', '-json', 'partner'))).toBe(PARTNER);
    expect(await project.types()).toEqual(PROJECT_TYPES);
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    for (const region of ['us-east-1', 'us-west-2']) expect(await leftovers(emulator, region)).toEqual({});
    expect(await toldBesides(emulator)).toEqual([]);
  });

  it('keeps its state in a bucket, and locks it there', async () => {
    const client = emulator.client(s3.S3, { credentials: { accessKeyId: TEAM, secretAccessKey: 'test' } });
    const Bucket = 'plain-state';
    const stored = async () => (await client.listObjectsV2({ Bucket })).Contents?.map(({ Key }) => Key) ?? [];
    await client.createBucket({ Bucket });
    using project = openProject(BACKEND, emulator.url, TEAM);
    await project.run('init', '-no-color');
    await project.run('apply', '-auto-approve', '-no-color');
    await project.run('workspace', 'new', 'other');
    await project.run('apply', '-auto-approve', '-no-color');
    expect(await stored()).toEqual(['env:/other/project/terraform.tfstate', 'project/terraform.tfstate']);
    expect(await project.run('plan', '-detailed-exitcode', '-no-color')).toContain('No changes.');

    const lock = { Bucket, Key: 'env:/other/project/terraform.tfstate.tflock' };
    const holder = { ID: 'b3e8a1f2-0000-4000-8000-000000000000', Operation: 'OperationTypeApply', Who: 'someone@else', Path: lock.Key };
    await client.putObject({ ...lock, Body: JSON.stringify(holder) });
    await expect(project.run('plan', '-no-color')).rejects.toThrow(
      /Error acquiring the state lock[\s\S]*PreconditionFailed[\s\S]*someone@else/,
    );
    await project.run('force-unlock', '-force', holder.ID);

    await project.run('destroy', '-auto-approve', '-no-color');
    await project.run('workspace', 'select', 'default');
    await project.run('workspace', 'delete', 'other');
    await project.run('destroy', '-auto-approve', '-no-color');
    expect(await stored()).toEqual(['project/terraform.tfstate']);
    const parameters = emulator.client(ssm.SSM, { credentials: { accessKeyId: TEAM, secretAccessKey: 'test' } });
    expect((await parameters.describeParameters()).Parameters).toEqual([]);
  });
});
