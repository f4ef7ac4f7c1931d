// The calls of `sam deploy`, one by one, with the SDK (aws-sam-cli: lib/utils/managed_cloudformation_stack.py, lib/deploy/deployer.py, lib/package/s3_uploader.py);
// and the same with `aws cloudformation package` and `deploy`, where the command is installed.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoAws } from '../../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { isMissing } from '../../support/is-missing.ts';
import { jsonOf, zipOf } from '../lambda/fixture.ts';

/** Declares the transform and uses none of its types. */
const MANAGED = `
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Resources:
  SamCliSourceBucket:
    Type: AWS::S3::Bucket
    Properties:
      VersioningConfiguration: { Status: Enabled }
      Tags: [{ Key: ManagedStackSource, Value: AwsSamCli }]
  SamCliSourceBucketBucketPolicy:
    Type: AWS::S3::BucketPolicy
    Properties:
      Bucket: !Ref SamCliSourceBucket
      PolicyDocument:
        Statement:
          - Action: [s3:GetObject]
            Effect: Allow
            Resource: !Join ['', ['arn:', !Ref AWS::Partition, ':s3:::', !Ref SamCliSourceBucket, '/*']]
            Principal: { Service: serverlessrepo.amazonaws.com }
            Condition: { StringEquals: { aws:SourceAccount: !Ref AWS::AccountId } }
Outputs: { SourceBucket: { Value: !Ref SamCliSourceBucket } }
`;
const appTemplate = (CodeUri: string): string => `
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Resources:
  Hello:
    Type: AWS::Serverless::Function
    Properties: { FunctionName: sam-hello, Handler: app.handler, Runtime: nodejs20.x, CodeUri: ${CodeUri} }
Outputs: { Function: { Value: !GetAtt Hello.Arn } }
`;
const code = (word: string): string => `exports.handler = async () => '${word}';\n`;

let emulator: TestEmulator;
let cfn: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());
const answer = async (): Promise<unknown> => jsonOf((await emulator.client(Lambda).invoke({ FunctionName: 'sam-hello' })).Payload);

describe('the calls of sam deploy', () => {
  const outputOf = async (StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!.Outputs![0]!.OutputValue!;

  it('makes the bucket of artifacts, as --resolve-s3 asks for it', async () => {
    const StackName = 'aws-sam-cli-managed-default';
    await expect(cfn.describeStacks({ StackName })).rejects.toThrow(`Stack with id ${StackName} does not exist`);
    await cfn.createChangeSet({
      ...{ StackName, TemplateBody: MANAGED, ChangeSetType: 'CREATE', ChangeSetName: 'InitialCreation', Parameters: [] },
      ...{ Tags: [{ Key: 'ManagedStackSource', Value: 'AwsSamCli' }], Capabilities: ['CAPABILITY_AUTO_EXPAND'] },
    });
    expect((await cfn.describeChangeSet({ StackName, ChangeSetName: 'InitialCreation' })).Status).toBe('CREATE_COMPLETE');
    await cfn.executeChangeSet({ StackName, ChangeSetName: 'InitialCreation' });
    await emulator.idle();
    const { Stacks } = await cfn.describeStacks({ StackName });
    expect(Stacks).toMatchObject([{ StackStatus: 'CREATE_COMPLETE', Tags: [{ Key: 'ManagedStackSource', Value: 'AwsSamCli' }] }]);
    expect(await outputOf(StackName)).toMatch(/^aws-sam-cli-managed-default-samclisourcebucket-\w+$/);
  });

  it('uploads what is not there, deploys by a change set, and finds nothing to change', async () => {
    const Bucket = await outputOf('aws-sam-cli-managed-default');
    const s3 = emulator.client(S3);
    const archive = zipOf({ 'app.js': code('one') });
    await expect(s3.headObject({ Bucket, Key: 'shop/code' })).rejects.toMatchObject({ name: 'NotFound' });
    await s3.putObject({ Bucket, Key: 'shop/code', Body: archive });
    await s3.putObject({ Bucket, Key: 'shop/app.template', Body: appTemplate(`s3://${Bucket}/shop/code`) });
    const deploy = (ChangeSetName: string, ChangeSetType: 'CREATE' | 'UPDATE') =>
      cfn.createChangeSet({
        ...{ StackName: 'sam-shop', ChangeSetName, ChangeSetType, Description: 'Created by SAM CLI', Parameters: [], Tags: [] },
        // The address of the cloud, as boto3 makes it for the region.
        ...{ TemplateURL: `https://s3.us-east-1.amazonaws.com/${Bucket}/shop/app.template`, Capabilities: ['CAPABILITY_IAM'] },
      });
    const { StackId } = await deploy('samcli-deploy1', 'CREATE');
    const { Status, Changes = [] } = await cfn.describeChangeSet({ StackName: 'sam-shop', ChangeSetName: 'samcli-deploy1' });
    expect([Status, Changes.map(({ ResourceChange }) => ResourceChange!.ResourceType).sort()]).toEqual([
      'CREATE_COMPLETE',
      ['AWS::IAM::Role', 'AWS::Lambda::Function'],
    ]);
    await cfn.executeChangeSet({ StackName: StackId, ChangeSetName: 'samcli-deploy1' });
    await emulator.idle();
    const { StackEvents = [] } = await cfn.describeStackEvents({ StackName: 'sam-shop' });
    expect(StackEvents[0]).toMatchObject({ ResourceType: 'AWS::CloudFormation::Stack', ResourceStatus: 'CREATE_COMPLETE' });
    expect(await answer()).toBe('one');
    await deploy('samcli-deploy2', 'UPDATE');
    expect(await cfn.describeChangeSet({ StackName: 'sam-shop', ChangeSetName: 'samcli-deploy2' })).toMatchObject({
      Status: 'FAILED',
      StatusReason: expect.stringMatching(/The submitted information didn't contain changes\.|No updates are to be performed/) as string,
    });
    await cfn.deleteStack({ StackName: 'sam-shop' });
    await emulator.idle();
  });
});

describe.skipIf(isMissing('aws cloudformation package, with SAM', whyNoAws()))('the AWS CLI with a SAM template', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sam-cli-'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'template.yaml'), appTemplate('src'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const aws = async (...words: string[]): Promise<string> => {
    const own = { AWS_ENDPOINT_URL: emulator.url, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_PAGER: '' };
    const env = { ...process.env, ...own, AWS_DEFAULT_REGION: 'us-east-1' };
    return (await promisify(execFile)('aws', words, { cwd: folder, env })).stdout;
  };
  const deployed = async (): Promise<string> => {
    const files = ['--template-file', 'template.yaml', '--output-template-file', 'out.yaml'];
    await aws('cloudformation', 'package', '--s3-bucket', 'sam-artifacts', ...files);
    const capabilities = ['--capabilities', 'CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND', '--no-fail-on-empty-changeset'];
    return aws('cloudformation', 'deploy', '--template-file', 'out.yaml', '--stack-name', 'sam-cli', ...capabilities);
  };

  it('packs folders, deploys, deploys the code that has changed, and deletes', async () => {
    await aws('s3', 'mb', 's3://sam-artifacts');
    writeFileSync(join(folder, 'src/app.js'), code('two'));
    expect(await deployed()).toContain('Successfully created/updated stack - sam-cli');
    expect(await answer()).toBe('two');
    expect(await deployed()).toContain('No changes to deploy.');
    writeFileSync(join(folder, 'src/app.js'), code('three'));
    expect(await deployed()).toContain('Successfully created/updated stack - sam-cli');
    expect(await answer()).toBe('three');
    await aws('cloudformation', 'delete-stack', '--stack-name', 'sam-cli');
    await aws('cloudformation', 'wait', 'stack-delete-complete', '--stack-name', 'sam-cli');
  });
});
