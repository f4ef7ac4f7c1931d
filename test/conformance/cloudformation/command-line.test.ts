// `aws cloudformation package` and `deploy`, where the command is installed.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoAws } from '../../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { isMissing } from '../../support/is-missing.ts';

const CHILD = `
Parameters: { Delay: { Type: Number } }
Resources: { Q: { Type: AWS::SQS::Queue, Properties: { DelaySeconds: !Ref Delay } } }
Outputs: { Name: { Value: !GetAtt Q.QueueName } }
`;
const PARENT = `
Parameters: { Delay: { Type: Number, Default: 1 } }
Resources:
  Child: { Type: AWS::CloudFormation::Stack, Properties: { TemplateURL: ./child.yaml, Parameters: { Delay: !Ref Delay } } }
  Role:
    Type: AWS::IAM::Role
    Properties:
      AssumeRolePolicyDocument: { Version: 2012-10-17, Statement: [{ Effect: Allow, Principal: { Service: lambda.amazonaws.com }, Action: 'sts:AssumeRole' }] }
Outputs: { Name: { Value: !GetAtt Child.Outputs.Name } }
`;

describe.skipIf(isMissing('aws cloudformation deploy', whyNoAws()))('the AWS CLI', () => {
  let emulator: TestEmulator;
  let folder: string;
  const aws = async (...args: string[]): Promise<string> => {
    const env = {
      ...process.env,
      AWS_ENDPOINT_URL: emulator.url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_PAGER: '',
    };
    const { stdout } = await promisify(execFile)('aws', args, { cwd: folder, env });
    return stdout;
  };
  beforeAll(async () => {
    emulator = await startTestEmulator();
    folder = mkdtempSync(join(tmpdir(), 'aws-cli-'));
    writeFileSync(join(folder, 'child.yaml'), CHILD);
    writeFileSync(join(folder, 'parent.yaml'), PARENT);
    await aws('s3', 'mb', 's3://packages');
  });
  afterAll(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const deploy = (...more: string[]) =>
    aws('cloudformation', 'deploy', '--stack-name', 'cli', '--template-file', 'out.yaml', '--capabilities', 'CAPABILITY_IAM', ...more);
  const describeStack = (query: string) =>
    aws('cloudformation', 'describe-stacks', '--stack-name', 'cli', '--output', 'text', '--query', query);

  it('packages, deploys, changes and deletes a stack with another in it', async () => {
    await aws(
      'cloudformation',
      'package',
      '--template-file',
      'parent.yaml',
      '--s3-bucket',
      'packages',
      '--output-template-file',
      'out.yaml',
    );
    expect(await deploy()).toContain('Successfully created/updated stack - cli');
    expect(await describeStack('Stacks[0].[StackStatus,Outputs[0].OutputValue]')).toMatch(/^CREATE_COMPLETE\tcli-Child-\w+-Q-\w+/);
    expect(await deploy('--no-fail-on-empty-changeset')).toContain('No changes to deploy. Stack cli is up to date');
    expect(await deploy('--parameter-overrides', 'Delay=2', '--s3-bucket', 'packages')).toContain('Successfully created/updated stack');
    expect(await describeStack('Stacks[0].[StackStatus,Parameters[0].ParameterValue]')).toMatch(/^UPDATE_COMPLETE\t2/);
    await aws('cloudformation', 'delete-stack', '--stack-name', 'cli');
    await aws('cloudformation', 'wait', 'stack-delete-complete', '--stack-name', 'cli');
  });
});
