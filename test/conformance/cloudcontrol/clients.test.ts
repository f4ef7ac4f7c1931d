// The same through clients that nobody wrote for a test: the AWS CLI, boto3 with its waiter, Terraform.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoAws, whyNoBoto3 } from '../../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { isMissing } from '../../support/is-missing.ts';
import { openProject, whyNoTerraform } from '../../support/terraform.ts';

const PYTHON = `
import boto3, json, sys
client = boto3.client('cloudcontrol', endpoint_url=sys.argv[1], region_name='us-east-1')
made = client.create_resource(TypeName='AWS::Logs::LogGroup', DesiredState=json.dumps({'LogGroupName': 'from-python', 'RetentionInDays': 7}))
client.get_waiter('resource_request_success').wait(RequestToken=made['ProgressEvent']['RequestToken'])
listed = [each['Identifier'] for page in client.get_paginator('list_resources').paginate(TypeName='AWS::Logs::LogGroup') for each in page['ResourceDescriptions']]
found = client.get_resource(TypeName='AWS::Logs::LogGroup', Identifier='from-python')['ResourceDescription']
failed = client.create_resource(TypeName='AWS::Logs::LogGroup', DesiredState=json.dumps({'LogGroupName': 'from-python'}))
try:
  client.get_waiter('resource_request_success').wait(RequestToken=failed['ProgressEvent']['RequestToken'])
except Exception as error:
  print(json.dumps({'listed': listed, 'retention': json.loads(found['Properties'])['RetentionInDays'], 'error': type(error).__name__}))
`;

let emulator: TestEmulator;
const command = async (name: string, ...args: string[]): Promise<string> => {
  const { PATH, HOME } = process.env;
  const access = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_DEFAULT_REGION: 'us-east-1', AWS_PAGER: '' };
  const env = { PATH, HOME, ...access, AWS_ENDPOINT_URL: emulator.url };
  return (await promisify(execFile)(name, args, { env })).stdout;
};
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

describe.skipIf(isMissing('aws cloudcontrol', whyNoAws()))('the AWS CLI', () => {
  it('makes, waits, changes, lists and deletes', async () => {
    const control = async (...args: string[]) => JSON.parse((await command('aws', 'cloudcontrol', ...args)) || '{}');
    const type = ['--type-name', 'AWS::SSM::Parameter'];
    const state = JSON.stringify({ Name: '/from/cli', Type: 'String', Value: 'one' });
    const { ProgressEvent } = await control('create-resource', ...type, '--desired-state', state);
    await control('wait', 'resource-request-success', '--request-token', ProgressEvent.RequestToken);
    const patch = JSON.stringify([{ op: 'replace', path: '/Value', value: 'two' }]);
    await control('update-resource', ...type, '--identifier', '/from/cli', '--patch-document', patch);
    const { ResourceDescription } = await control('get-resource', ...type, '--identifier', '/from/cli');
    expect(JSON.parse(ResourceDescription.Properties)).toMatchObject({ Name: '/from/cli', Type: 'String', Value: 'two' });
    const { ResourceDescriptions } = await control('list-resources', ...type);
    expect(ResourceDescriptions).toMatchObject([{ Identifier: '/from/cli' }]);
    await control('delete-resource', ...type, '--identifier', '/from/cli');
    expect((await control('list-resources', ...type)).ResourceDescriptions).toEqual([]);
  });
});

describe.skipIf(isMissing('boto3 and the Cloud Control API', whyNoBoto3()))('boto3', () => {
  it('waits, and says what failed', async () => {
    expect(JSON.parse(await command('python3', '-c', PYTHON, emulator.url))).toEqual({
      listed: ['from-python'],
      retention: 7,
      error: 'WaiterError',
    });
  });
});

describe.skipIf(isMissing('aws_cloudcontrolapi_resource', whyNoTerraform()))('Terraform', () => {
  it('applies, plans nothing, changes in place and destroys', async () => {
    using project = openProject(new URL('terraform', import.meta.url).pathname, emulator.url);
    await project.run('init', '-no-color');
    await project.run('apply', '-auto-approve', '-no-color');
    expect(await project.run('plan', '-detailed-exitcode', '-no-color')).toContain('No changes.');
    expect(await project.run('output', '-raw', 'arn')).toBe('arn:aws:sqs:us-east-1:000000000000:tf-queue');
    expect(await project.run('apply', '-auto-approve', '-no-color', '-var', 'delay=3')).toContain('0 added, 1 changed, 0 destroyed');
    expect(await project.run('plan', '-no-color', '-var', 'delay=3', '-var', 'name=other')).toContain('forces replacement');
    expect(await project.run('destroy', '-auto-approve', '-no-color')).toContain('2 destroyed');
  });
});
