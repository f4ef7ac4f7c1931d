// `emulator deploy` and `emulator delete`, as they were built: plain templates with code, and a nested stack with its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeployProject, openDeployProject } from '../support/deploy.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { told } from '../support/problems.ts';
import { recordsOf } from '../support/records.ts';

/** Collections that keep a history, which outlives the resources. */
const HISTORY = [
  'cloudformation.',
  'core.due',
  'lambda.layers',
  'lambda.totals',
  's3.lifecycle-due',
  'lambda.signing-keys',
  'sts.sessions',
];

describe('emulator deploy, with a plain template', () => {
  let emulator: TestEmulator;
  let project: DeployProject;
  let bare: string[];
  beforeAll(async () => {
    emulator = await startTestEmulator();
    project = openDeployProject('plain', emulator.url);
    bare = records();
    // The first command waits for the bundle.
    await project.emulator('--version');
  });
  afterAll(async () => {
    await emulator.stop();
    project[Symbol.dispose]();
  });
  const records = () => recordsOf(emulator, { without: HISTORY, apart: [] });
  const deploy = (...words: string[]) => project.documents('deploy', '--stack-name', 'shop', ...words);
  const changed = (documents: readonly Record<string, unknown>[]) =>
    documents
      .filter(({ type, status }) => type === 'resource' && /_COMPLETE$/.test(String(status)))
      .map(({ stackName, logicalId, status }) => `${String(stackName).replace(/-[A-Za-z0-9]{12}$/, '')} ${logicalId} ${status}`);
  const say = async (): Promise<unknown> => {
    const { Payload } = await emulator.client(Lambda).invoke({ FunctionName: 'shop-handler', Payload: '{"name":"you"}' });
    return JSON.parse(Payload?.transformToString() ?? 'null');
  };

  it('shows what would be made, and makes nothing', async () => {
    const { code, stdout, stderr } = await project.emulator('deploy', '--stack-name', 'shop', '--dry-run');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('shop is new: 4 to add, 0 to change, 0 to remove. Nothing was deployed.');
    expect(stdout).toMatch(/\+ AWS::SQS::Queue Jobs\n\s+VisibilityTimeout: 30/);
    expect(stdout).toMatch(
      /\+ AWS::CloudFormation::Stack Inner[\s\S]+ {6}\+ AWS::SSM::Parameter Parameter\n\s+Type: String\n\s+Value: first/,
    );
    expect(records()).toEqual(bare);
  });

  it('deploys, and shows outputs', async () => {
    const documents = await deploy();
    expect(documents.find(({ type }) => type === 'artifacts')).toMatchObject({ uploaded: 2, unchanged: 0 });
    expect(changed(documents)).toContain('shop-Inner Parameter CREATE_COMPLETE');
    const { outputs, status } = documents.at(-1) as { status: string; outputs: { name: string; value: string }[] };
    expect(status).toBe('CREATE_COMPLETE');
    expect(outputs.map(({ name }) => name)).toEqual(['Jobs', 'Inner']);
    expect(await say()).toBe('hello you');
    expect(await told(emulator)).toEqual([]);
  });

  it('says that nothing has changed', async () => {
    const { code, stdout } = await project.emulator('deploy', '--stack-name', 'shop');
    expect(code).toBe(0);
    expect(stdout).toContain('0 uploaded, 2 unchanged');
    expect(stdout).toContain('shop has no changes (CREATE_COMPLETE).');
  });

  it('changes only what differs, and shows it before', async () => {
    project.edit('children/settings.yaml', 'Value: first', 'Value: second');
    const { stdout } = await project.emulator('deploy', '--stack-name', 'shop', '--parameter', 'Greeting=bye', '--dry-run');
    expect(stdout).toContain('Environment.Variables.GREETING: hello → bye');
    expect(stdout).toContain('Value: first → second');
    const documents = await deploy('--parameter', 'Greeting=bye', '--tag', 'team=orders');
    expect(changed(documents)).toContain('shop-Inner Parameter UPDATE_COMPLETE');
    expect(await say()).toBe('bye you');
    const { Stacks } = await emulator.client(CloudFormation).describeStacks({ StackName: 'shop' });
    expect(Stacks?.[0]?.Tags).toEqual([{ Key: 'team', Value: 'orders' }]);
    const name = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'Inner')?.OutputValue;
    expect((await emulator.client(SSM).getParameter({ Name: name })).Parameter?.Value).toBe('second');
  });

  it('uploads the code that has changed, and keeps parameters that are not named again', async () => {
    project.edit('src/index.js', '`$', '`new $');
    const documents = await deploy('--tag', 'team=orders');
    expect(documents.filter(({ type }) => type === 'uploaded').map(({ source }) => String(source).split('/').at(-1))).toContain('src');
    expect(changed(documents)).not.toContain('shop Jobs UPDATE_COMPLETE');
    expect(await say()).toBe('new bye you');
  });

  it('names the reason of the resource that failed, in nested stacks too, and goes on from there', async () => {
    project.edit('children/settings.yaml', 'Type: String', 'Type: String\n      Name: /aws/forbidden');
    const { code, stdout, stderr } = await project.emulator('deploy', '--stack-name', 'shop');
    expect(code).toBe(1);
    expect(stdout).toContain('shop rolls back.');
    expect(stderr).toMatch(
      /^DEPLOY_FAILED: shop ended as UPDATE_ROLLBACK_COMPLETE: Parameter \(AWS::SSM::Parameter\) in the nested stack shop-Inner-\w+ failed\. .*No access to reserved parameter name/,
    );
    project.edit('children/settings.yaml', '/aws/forbidden', '/allowed');
    expect((await deploy()).at(-1)).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });

  // A published template exports a fixed name: a second stack of it fails by its outputs, not by a resource.
  it('names the reason of the stack where no resource failed', async () => {
    const Resources = { Topic: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: 'x' } } };
    const Outputs = { Name: { Value: 'x', Export: { Name: 'taken' } } };
    const cloudFormation = emulator.client(CloudFormation);
    await cloudFormation.createStack({ StackName: 'first', TemplateBody: JSON.stringify({ Resources, Outputs }) });
    await emulator.idle();
    writeFileSync(join(project.folder, 'exporting.yaml'), JSON.stringify({ Resources, Outputs }));
    const { stderr } = await project.emulator('deploy', 'exporting.yaml', '--stack-name', 'second');
    expect(stderr).toMatch(
      /^DEPLOY_FAILED: second ended as ROLLBACK_COMPLETE: Export with name taken is already exported by stack first\.$/m,
    );
    for (const StackName of ['first', 'second']) await cloudFormation.deleteStack({ StackName });
    await emulator.idle();
  });

  it('makes a stack anew whose creation failed', async () => {
    const { code } = await project.emulator('deploy', 'children', '--stack-name', 'broken', '--parameter', 'None=1');
    expect(code).toBe(1);
    project.edit('children/settings.yaml', 'Content: ../src', 'Content: ../src\n      CompatibleRuntimes: [node7]');
    const refused = await project.emulator('deploy', 'children', '--stack-name', 'broken');
    expect(refused.stderr).toMatch(/^DEPLOY_FAILED: /);
    const planned = await project.emulator('deploy', 'children', '--stack-name', 'broken', '--dry-run');
    expect(planned.stderr).toContain('broken is left from a creation that failed, and has nothing to compare with.');
    project.edit('children/settings.yaml', '\n      CompatibleRuntimes: [node7]', '');
    project.edit('children/settings.yaml', '/allowed', '/other');
    expect((await project.documents('deploy', 'children', '--stack-name', 'broken')).at(-1)).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect((await project.documents('delete', 'broken')).at(-1)).toMatchObject({ status: 'DELETE_COMPLETE' });
  });

  it('deletes all that it made', async () => {
    const { code, stdout } = await project.emulator('delete', 'shop');
    expect(code).toBe(0);
    expect(stdout).toContain('shop is deleted.');
    expect(records().filter((key) => !key.startsWith('logs.'))).toEqual(bare);
    const again = await project.emulator('delete', 'shop');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('NO_STACK: There is no stack shop in us-east-1') as string });
  });

  it('uploads a template that is too long for a request', async () => {
    const notes = Array.from({ length: 600 }, (_, line) => `    N${line}: ${'x'.repeat(100)}\n`).join('');
    project.edit('children/settings.yaml', 'Resources:', `Metadata:\n  Notes:\n${notes}Resources:`);
    const planned = await project.emulator('deploy', 'children', '--stack-name', 'long', '--dry-run', '--parameter', 'None=1');
    expect(planned.stderr).toMatch(/^DEPLOY_FAILED: CloudFormation refused the template \(ValidationError\)/);
    expect(records().filter((key) => !key.startsWith('logs.'))).toEqual(bare);
    expect((await project.documents('deploy', 'children', '--stack-name', 'long')).at(-1)).toMatchObject({ status: 'CREATE_COMPLETE' });
    await project.documents('delete', 'long');
  });

  it('says in a sentence what it cannot do', async () => {
    project.edit('template.yaml', './src', './sources');
    const missing = await project.emulator('deploy');
    expect(missing.stderr).toMatch(/^PACKAGE_FAILED: Code of Handler names .*\/sources, which is not there\.\nIt is \.\/sources in /);
    const nameless = 'Parameters:\n  Name:\n    Type: String\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n';
    writeFileSync(join(project.folder, 'nameless.yaml'), nameless);
    expect((await project.emulator('deploy', 'nameless.yaml', '--stack-name', 'nameless')).stderr).toMatch(
      /^DEPLOY_FAILED: .*Parameters: \[Name\] must have values\n`--parameter Name=value` gives one its value/,
    );
    const many =
      'Transform: AWS::Serverless-2016-10-31\nParameters: { Stage: { Type: String } }\nResources:\n' +
      '  Esbuild: { Type: AWS::Serverless::Function, Metadata: { BuildMethod: esbuild }, Properties: { Runtime: nodejs22.x, Handler: a.b, CodeUri: children } }\n' +
      '  Make: { Type: AWS::Serverless::Function, Metadata: { BuildMethod: makefile }, Properties: { Runtime: nodejs22.x, Handler: a.b, CodeUri: children } }\n';
    writeFileSync(join(project.folder, 'many.yaml'), many);
    expect((await project.emulator('deploy', 'many.yaml', '--stack-name', 'many')).stderr).toMatch(
      /^DEPLOY_FAILED: 3 things keep many from being deployed:\n- .*\[Stage\] must have values\n {2}`--parameter.*\n- Esbuild .*names no entry point\.\n {2}.*\n- Make .*no Makefile\./,
    );
    expect((await project.emulator('deploy', '--parameter', 'Greeting')).stderr).toContain('--parameter Greeting is no pair.');
    const silent = await project.emulator('deploy', '--endpoint', 'http://127.0.0.1:1');
    expect(silent).toMatchObject({ code: 3, stderr: expect.stringContaining('`emulator start` starts one') as string });
  });
});
