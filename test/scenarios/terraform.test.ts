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
import { AT_ONCE, sharedTerraformIn, whyNoTerraform, writeSettings } from '../support/terraform.ts';
import { leftovers, PROJECT, writeArtefacts } from '../support/terraform-project.ts';

/** Some of each service; `terraform-apply` has every type. */
const SHOP = `
resource "aws_cloudwatch_event_bus" "shop" {
  name = "shop"
}
resource "aws_cloudwatch_event_rule" "orders" {
  name           = "orders"
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  event_pattern  = jsonencode({ source = ["shop"] })
}
resource "aws_cloudwatch_event_target" "orders" {
  rule           = aws_cloudwatch_event_rule.orders.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  arn            = aws_sqs_queue.orders.arn
}
resource "aws_sqs_queue" "orders" {
  name                      = "orders"
  message_retention_seconds = 600
}
resource "aws_iam_role" "hello" {
  name = "hello"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }]
  })
}
resource "aws_lambda_layer_version" "words" {
  layer_name = "words"
  filename   = "layer-one.zip"
}
resource "aws_lambda_function" "hello" {
  function_name = "hello"
  role          = aws_iam_role.hello.arn
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  filename      = "hello-one.zip"
  layers        = [aws_lambda_layer_version.words.arn]
}
resource "aws_lambda_event_source_mapping" "orders" {
  event_source_arn = aws_sqs_queue.orders.arn
  function_name    = aws_lambda_function.hello.arn
}
resource "aws_s3_bucket" "files" {
  bucket = "shop-files"
}
resource "aws_ssm_parameter" "word" {
  name  = "word"
  type  = "String"
  value = "a word"
}
`;
const SHOP_TYPES = [...new Set([...SHOP.matchAll(/^resource "(\w+)"/gm)].map(([, type]) => type!))].sort();

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
  it.skipIf(isMissing('a project at the start', whyNoLongScenario()))(
    'applies a project, plans no changes afterwards, and destroys it',
    async () => {
      const { emulator, scripts, settings } = await startWith(async (project) => {
        writeFileSync(join(project, 'main.tf'), SHOP);
        await writeArtefacts(project);
      }, 'emulator-extension-terraform-init');
      const clients = clientsOf(emulator.url);
      try {
        expect(scripts.map(({ name, state, reason }) => [name, state, reason])).toEqual([['main.tf', 'SUCCESSFUL', undefined]]);
        const more = { AWS_REGION: 'us-east-1' };
        using terraform = sharedTerraformIn(scripts[0]!.directory, { settings, endpoint: emulator.url, more });
        expect(await terraform.types()).toEqual(SHOP_TYPES);
        expect(await terraform.run('plan', '-detailed-exitcode', '-no-color', AT_ONCE)).toContain('No changes.');
        await terraform.run('destroy', '-auto-approve', '-no-color', AT_ONCE);
        expect(await leftovers(clients, 'us-east-1')).toEqual({});
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
