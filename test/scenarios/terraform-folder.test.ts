// A function that Terraform deploys from a folder of this machine: changed code needs no apply, and the plan stays empty.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { body, type FolderFixture, startFolderFixture } from '../conformance/lambda/use-folders.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { openProject, whyNoTerraform } from '../support/terraform.ts';

const MAIN = `
provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}
resource "aws_lambda_function" "hot" {
  function_name = "applied"
  role          = "arn:aws:iam::000000000000:role/lambda"
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  s3_bucket     = "hot-reload"
  s3_key        = abspath("\${path.module}/code")
}
`;

describe.skipIf(isMissing('Terraform with a folder as code', whyNoLongScenario() ?? whyNoTerraform()))('Terraform', () => {
  const source = mkdtempSync(join(tmpdir(), 'terraform-source-'));
  let fixture: FolderFixture;
  beforeAll(async () => {
    fixture = await startFolderFixture();
    mkdirSync(join(source, 'code'));
    writeFileSync(join(source, 'main.tf'), MAIN);
    writeFileSync(join(source, 'code/index.js'), body('return 1;'));
  });
  afterAll(async () => {
    await fixture.emulator.stop();
    rmSync(source, { recursive: true, force: true });
  });

  it('runs a function from a folder, and plans nothing when its files change', async () => {
    using project = openProject(source, fixture.emulator.url);
    await project.run('init', '-no-color');
    await project.run('apply', '-auto-approve', '-no-color');
    expect(await fixture.invoke('applied')).toBe(1);
    await fixture.reloaded('applied', () => writeFileSync(join(project.folder, 'code/index.js'), body('return 2;')));
    expect(await fixture.invoke('applied')).toBe(2);
    expect(await project.run('plan', '-detailed-exitcode', '-no-color')).toContain('No changes.');
    await project.run('destroy', '-auto-approve', '-no-color');
    await expect(fixture.invoke('applied')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
