// A project in `ready.d`, applied at the start by the real Terraform with the real AWS provider: afterwards it plans no changes, and what it
// destroys leaves nothing behind.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { told } from '../support/problems.ts';
import { AT_ONCE, terraformIn, whyNoTerraform, writeSettings } from '../support/terraform.ts';
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

const base = mkdtempSync(join(tmpdir(), 'terraform-start-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Status {
  readonly scripts: readonly { readonly name: string; readonly state: string; readonly reason?: string; readonly directory: string }[];
}

/** An emulator in a process of its own, whose `ready.d` is that project. */
async function startWith(fill: (project: string) => unknown, extension: string) {
  const folder = mkdtempSync(join(base, 'init-'));
  const project = join(folder, 'ready.d');
  mkdirSync(project);
  await fill(project);
  const before = listing(project);
  const settings = writeSettings(folder);
  const emulator = await startChild({
    EMULATOR_INIT_DIR: folder,
    EXTENSION_AUTO_INSTALL: extension,
    TF_CLI_CONFIG_FILE: settings,
    TF_PLUGIN_CACHE_DIR: join(base, 'cache'),
    TF_CLI_ARGS_apply: AT_ONCE,
  });
  const { scripts } = (await (await fetch(`${emulator.url}/_emulator/init/ready`)).json()) as Status;
  expect(listing(project), 'the folder is left as it was').toEqual(before);
  return { emulator, scripts, settings };
}

const listing = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`);

describe.skipIf(isMissing('Terraform at the start', whyNoTerraform()))('Terraform at the start', () => {
  const tooLong = isMissing('all resource types at the start', whyNoLongScenario());
  it.skipIf(tooLong)(
    `applies ${PROJECT_TYPES.length} types of resources, plans no changes afterwards, and destroys them all`,
    {
      timeout: 900_000,
    },
    async () => {
      const { emulator, scripts, settings } = await startWith(async (project) => {
        cpSync(PROJECT, project, { recursive: true });
        await writeArtefacts(project);
      }, 'emulator-extension-terraform-init');
      const clients = clientsOf(emulator.url);
      try {
        expect(scripts.map(({ name, state, reason }) => [name, state, reason])).toEqual([['main.tf', 'SUCCESSFUL', undefined]]);
        const terraform = terraformIn(scripts[0]!.directory, { settings, endpoint: emulator.url });
        expect(await terraform.types()).toEqual(PROJECT_TYPES);
        expect(PROJECT_TYPES).toEqual(expect.arrayContaining(ASKED_FOR));
        expect(ASKED_FOR.length).toBeGreaterThanOrEqual(35);
        expect(await terraform.run('plan', '-detailed-exitcode', '-no-color', AT_ONCE)).toContain('No changes.');
        await terraform.run('destroy', '-auto-approve', '-no-color', AT_ONCE);
        for (const region of ['us-east-1', 'us-west-2']) expect(await leftovers(clients, region)).toEqual({});
        expect(await told(emulator)).toEqual([]);
      } finally {
        clients.destroy();
        await emulator.kill('SIGTERM');
      }
    },
  );

  it("says why in Terraform's own words where a project cannot be applied", async () => {
    const { emulator, scripts } = await startWith((project) => {
      cpSync(join(PROJECT, 'main.tf'), join(project, 'main.tf'));
      writeFileSync(join(project, 'broken.tf'), 'resource "aws_sqs_queue" "q" {\n  nmae = "x"\n}\n');
    }, 'localstack-extension-terraform-init');
    try {
      expect(scripts).toMatchObject([{ name: 'main.tf', state: 'ERROR' }]);
      expect(scripts[0]?.reason).toMatch(/^terraform apply: Error: Unsupported argument .*broken\.tf line 2.*nmae/);
    } finally {
      await emulator.kill('SIGTERM');
    }
  });
});
