// `emulator dev` with the real Terraform: applies, reloads code without it, applies changes, and survives errors.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDev } from '../support/dev-process.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { whyNoTerraform, writeSettings } from '../support/terraform.ts';

const CONFIGURATION = (bus: string) => `
resource "aws_iam_role" "orders" {
  name               = "orders"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }] })
}
resource "aws_lambda_function" "orders" {
  function_name = "orders"
  role          = aws_iam_role.orders.arn
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  s3_bucket     = "hot-reload"
  s3_key        = abspath("\${path.module}/orders")
}
resource "aws_lambda_function_url" "orders" {
  function_name      = aws_lambda_function.orders.function_name
  authorization_type = "NONE"
}
resource "aws_lambda_permission" "orders" {
  statement_id           = "everybody"
  action                 = "lambda:InvokeFunctionUrl"
  function_name          = aws_lambda_function.orders.function_name
  principal              = "*"
  function_url_auth_type = "NONE"
}
resource "aws_cloudwatch_event_bus" "bus" {
  name = "${bus}"
}
output "bus" {
  value = aws_cloudwatch_event_bus.bus.name
}
`;
const CODE = (word: string) => `exports.handler = async () => "${word}";\n`;

describe.skipIf(isMissing('emulator dev with Terraform', whyNoTerraform() ?? whyNoLongScenario()))('emulator dev', () => {
  it('keeps a Terraform configuration applied like its files', async () => {
    let settings = '';
    const prepare = (folder: string) => {
      settings = writeSettings(join(folder, '..'));
    };
    const files = { 'main.tf': CONFIGURATION('first'), 'orders/index.js': CODE('one') };
    await using loop = await startDev(files, [], (home) => ({ TF_CLI_CONFIG_FILE: join(home, 'terraformrc') }), prepare);
    expect(settings).not.toBe('');
    const deployed = await loop.next('deployed');
    expect(deployed).toMatchObject({ isChanged: true, outputs: { bus: 'first' } });
    expect(deployed['functions']).toEqual([{ name: 'orders', label: 'aws_lambda_function.orders', folder: join(loop.folder, 'orders') }]);
    const [{ url }] = deployed['addresses'] as [{ url: string }];
    const answer = async () => (await fetch(url)).text();
    expect(await answer()).toBe('one');
    loop.write({ 'orders/index.js': CODE('two') });
    await loop.next('reloaded');
    expect(await answer()).toBe('two');
    loop.write({ 'main.tf': 'resource "aws_none" {}' });
    expect(await loop.next('deploying')).toMatchObject({ reason: 'main.tf has changed' });
    expect(await loop.next('failed')).toMatchObject({ hint: expect.stringContaining('main.tf:1:') });
    loop.write({ 'main.tf': CONFIGURATION('second') });
    expect(await loop.next('deployed')).toMatchObject({ isChanged: true, outputs: { bus: 'second' } });
    expect(await answer()).toBe('two');
    expect(await loop.end()).toMatchObject({ code: 0, left: [] });
  });
});
