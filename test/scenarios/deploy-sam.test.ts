// `emulator deploy` with a project of AWS SAM: samconfig.toml, and functions in Node.js, TypeScript and Python that are built, changed and deployed again.
// Calls are judged (IAM_ENFORCEMENT=enforce): an administrator's key deploys.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCommand } from '../../emulator/src/containers/embedded/system-command.ts';
import { allow, userWith } from '../conformance/iam/use-identities.ts';
import { type DeployProject, installEsbuild, openDeployProject, whyNoPip, writeWheel } from '../support/deploy.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

const SHOUT = 'def shout(text):\n    return text.upper() + "!"\n';
const walls = ['bwrap', 'unshare'].some((name) => systemCommand(name)) ? undefined : 'layers at /opt need bubblewrap or unshare';

const why = whyNoLongScenario() ?? whyNoPip() ?? walls;

describe.skipIf(isMissing('emulator deploy with AWS SAM', why))('emulator deploy, with AWS SAM', () => {
  let emulator: TestEmulator;
  let project: DeployProject;
  beforeAll(async () => {
    emulator = await startTestEmulator({ environment: { CONTAINER_RUNTIME: 'embedded', IAM_ENFORCEMENT: 'enforce' } });
    const { credentials } = await userWith(emulator, 'admin', [allow('*')]);
    project = openDeployProject('sam', emulator.url, {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    installEsbuild(project);
    await writeWheel(join(project.folder, 'python/wheels'), 'shout', SHOUT);
    // The first command waits for the bundle.
    await project.emulator('--version');
  });
  afterAll(async () => {
    await emulator.stop();
    project[Symbol.dispose]();
  });
  const say = async (name: string): Promise<unknown> => {
    const { Payload } = await emulator
      .client(Lambda, { region: 'eu-west-1' })
      .invoke({ FunctionName: `words-${name}`, Payload: '{"name":"you"}' });
    return JSON.parse(Payload?.transformToString() ?? 'null');
  };
  const built = (documents: readonly Record<string, unknown>[]) =>
    documents
      .filter(({ type }) => type === 'built')
      .map(({ logicalId, builder }) => `${logicalId} ${builder}`)
      .sort();

  it('builds and deploys as samconfig.toml says', async () => {
    const documents = await project.documents('deploy');
    expect(built(documents)).toEqual(['Node npm', 'Python pip', 'TypeScript esbuild', 'Words npm']);
    expect(documents.at(-1)).toMatchObject({ type: 'result', stackName: 'words', status: 'CREATE_COMPLETE' });
    const { outputs } = documents.at(-1) as { outputs: { name: string; local: string }[] };
    expect(await (await fetch(outputs.find(({ name }) => name === 'Url')?.local ?? '')).text()).toBe('typed for nobody');
    expect(await say('node')).toBe('hello you from a layer dev');
    expect(await say('typescript')).toBe('typed for you');
    expect(await say('python')).toBe('YOU DEV!');
    for (const name of ['node', 'python', 'layer']) expect(existsSync(join(project.folder, name, 'node_modules'))).toBe(false);
  });

  it('packs again what has changed, and nothing else', async () => {
    project.edit('typescript/src/answer.ts', 'typed for', 'typed again for');
    project.edit('python/app.py', '["name"]', '["name"] + "s"');
    const documents = await project.documents('deploy');
    expect(documents.find(({ type }) => type === 'artifacts')).toMatchObject({ uploaded: 2, unchanged: 2 });
    const updated = documents.filter(({ status }) => status === 'UPDATE_COMPLETE').map(({ logicalId }) => logicalId);
    expect(updated).toEqual(expect.arrayContaining(['Python', 'TypeScript']));
    expect(updated).not.toContain('Node');
    expect(await say('typescript')).toBe('typed again for you');
    expect(await say('python')).toBe('YOUS DEV!');
  });

  it('shows values before and after', async () => {
    const { stdout } = await project.emulator('deploy', '--dry-run', '--parameter', 'Stage=prod');
    expect(stdout).toContain('Environment.Variables.STAGE: dev → prod');
    expect(await say('python')).toBe('YOUS DEV!');
  });

  it('tells which build failed, with what the tool said', async () => {
    project.edit('typescript/src/app.ts', './answer.js', './nothing.js');
    const { code, stderr } = await project.emulator('deploy');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^BUILD_FAILED: .* for the function TypeScript:\n[\s\S]*Could not resolve "\.\/nothing\.js"/);
    project.edit('typescript/src/app.ts', './nothing.js', './answer.js');
    project.edit('python/requirements.txt', 'shout==1.0', 'shout==2.0');
    expect((await project.emulator('deploy')).stderr).toMatch(/^BUILD_FAILED: .* for the packages of Python:\n[\s\S]*shout==2\.0/);
    project.edit('python/requirements.txt', 'shout==2.0', 'shout==1.0');
  });

  it('refuses a build that is not done here, unless folders are packed as they are', async () => {
    project.edit('template.yaml', '- src/app.ts', '- src/app.ts\n      ContextPath: ..');
    expect((await project.emulator('deploy')).stderr).toContain('Metadata.ContextPath of TypeScript is not honoured.');
    const documents = await project.documents('deploy', '--no-build');
    expect(built(documents)).toEqual([]);
  });

  it('is deleted by its folder', async () => {
    expect((await project.documents('delete', '.')).at(-1)).toMatchObject({ stackName: 'words', status: 'DELETE_COMPLETE' });
    expect((await emulator.client(Lambda, { region: 'eu-west-1' }).listFunctions()).Functions).toEqual([]);
  });

  it('was done by the administrator alone, whose calls were judged', async () => {
    const { accesses, missing } = await emulator.policyOf('arn:aws:iam::000000000000:user/admin');
    const actions = accesses.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['cloudformation:CreateChangeSet', 'cloudformation:DeleteStack', 's3:PutObject']));
    expect(missing).toEqual([]);
  });

  it('runs functions straight from their folders, TypeScript too', async () => {
    project.edit('template.yaml', '\n      ContextPath: ..', '');
    const documents = await project.documents('deploy', '--hot');
    const { code } = documents.at(-1) as { code: { logicalId: string; hotFolder?: string }[] };
    expect(code.find(({ logicalId }) => logicalId === 'TypeScript')?.hotFolder).toBe(join(project.folder, 'typescript/src'));
    expect(documents.filter(({ type }) => type === 'warning')).toMatchObject([
      { text: expect.stringMatching(/^Node runs from /) as string },
    ]);
    expect(await say('typescript')).toBe('typed again for you');
    project.edit('typescript/src/answer.ts', 'typed again', 'hot');
    expect(await say('typescript')).toBe('hot for you');
    expect((await project.documents('delete', '.')).at(-1)).toMatchObject({ status: 'DELETE_COMPLETE' });
  });
});
