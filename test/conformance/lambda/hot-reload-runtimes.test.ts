// Functions in other languages that run from a folder, a checkout of a whole repository, and how SAM names a folder.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilerAmong } from '../../../emulator/src/containers/embedded/find-java.ts';
import { findInterpreters } from '../../../emulator/src/containers/embedded/interpreters.ts';
import { isMissing } from '../../support/is-missing.ts';
import { WAITER } from '../../support/until-passes.ts';
import { ROLE } from './fixture.ts';
import { body, type FolderFixture, startFolderFixture } from './use-folders.ts';

const rubies = (await findInterpreters('ruby')).found;
const javac = await compilerAmong((await findInterpreters('java')).found);
const lacksRuby = isMissing('a function in Ruby that runs from a folder', rubies.length === 0 && 'no Ruby is on this machine');
const lacksJava = isMissing('a function in Java that runs from a folder', javac === undefined && 'no JDK is on this machine');

const has = (command: string): boolean => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const lacksCurl = isMissing('a custom runtime that runs from a folder', !has('curl') && 'no curl is on this machine');
const lacksGit = isMissing('a checkout below a function', !has('git') && 'no git is on this machine');

describe('a folder with', () => {
  let fixture: FolderFixture;
  beforeAll(async () => {
    fixture = await startFolderFixture();
  });
  afterAll(() => fixture.emulator.stop());

  it.skipIf(lacksRuby)('Ruby is reloaded', async () => {
    const code = (said: number) => `def handler(event:, context:)\n  ${said}\nend\n`;
    const folder = fixture.folder({ 'app.rb': code(1) });
    await fixture.run('ruby', folder, { Runtime: 'ruby3.3', Handler: 'app.handler' });
    expect(await fixture.invoke('ruby')).toBe(1);
    await fixture.reloaded('ruby', () => folder.write({ 'app.rb': code(2) }));
    await expect.poll(() => fixture.invoke('ruby')).toBe(2);
  });

  it.skipIf(lacksJava)('classes of Java is reloaded when they are compiled', async () => {
    const folder = fixture.folder({});
    const compile = (said: number): void => {
      const file = join(folder.path, '../App.java');
      writeFileSync(file, `public class App { public int handle(Object event) { return ${said}; } }`);
      execFileSync(javac!, ['--release', '11', '-Xlint:-options', '-d', folder.path, file]);
    };
    compile(1);
    await fixture.run('java', folder, { Runtime: 'java17', Handler: 'App::handle', Timeout: 20 });
    expect(await fixture.invoke('java')).toBe(1);
    await fixture.reloaded('java', () => compile(2));
    await expect.poll(() => fixture.invoke('java')).toBe(2);
  });

  it.skipIf(lacksCurl)('a custom runtime is reloaded', async () => {
    const program = (said: number) => `#!/bin/sh
api=http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation
while curl -s "$api/next" -D /tmp/head -o /dev/null; do
  id=$(tr -d '\\r' < /tmp/head | sed -n 's/^[Ll]ambda-[Rr]untime-[Aa]ws-[Rr]equest-[Ii]d: //p')
  curl -s "$api/$id/response" --data-binary ${said} -o /dev/null
done
`;
    const folder = fixture.folder({});
    const write = (said: number) => writeFileSync(join(folder.path, 'bootstrap'), program(said), { mode: 0o755 });
    write(1);
    await fixture.run('custom', folder, { Runtime: 'provided.al2023', Handler: 'any' });
    expect(await fixture.invoke('custom')).toBe(1);
    await fixture.reloaded('custom', () => write(2));
    await expect.poll(() => fixture.invoke('custom')).toBe(2);
  });

  it.skipIf(lacksGit)('thousands of files is reloaded once by a checkout', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    const git = (...words: string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'core.fsync=none', ...words], { cwd: folder.path });
    const write = async (value: number): Promise<void> => {
      for (let n = 0; n < 2000; n++) {
        if (n < 30) mkdirSync(join(folder.path, `part-${n}`), { recursive: true });
        writeFileSync(join(folder.path, `part-${n % 30}/${n}.js`), `module.exports = ${value};`);
      }
      folder.write({ 'index.js': body(`return require('./part-0/0.js');`) });
      await git('add', '-A');
      await git('commit', '-qm', String(value));
    };
    await git('init', '-q', '-b', 'one');
    await write(1);
    await git('checkout', '-q', '-b', 'two');
    await write(2);
    await fixture.run('checked-out', folder);
    expect(await fixture.invoke('checked-out')).toBe(2);
    const told = () => fixture.texts.filter((text) => text.startsWith('reloaded checked-out')).length;
    await fixture.reloaded('checked-out', () => void git('checkout', '-q', 'one'));
    await expect.poll(() => fixture.invoke('checked-out')).toBe(1);
    // A busy machine may see the checkout in several parts.
    expect(told()).toBeLessThan(20);
  });

  it('a function of a SAM template, whose published alias is a copy', async () => {
    const folder = fixture.folder({ 'index.js': body('return 1;') });
    const stacks = fixture.emulator.client(CloudFormation);
    const Properties = { FunctionName: 'sam', Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', AutoPublishAlias: 'live' };
    const CodeUri = { Bucket: 'hot-reload', Key: folder.path };
    const Resources = { Function: { Type: 'AWS::Serverless::Function', Properties: { ...Properties, CodeUri } } };
    const TemplateBody = JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', Resources });
    await stacks.createStack({ StackName: 'sam', TemplateBody, Capabilities: ['CAPABILITY_AUTO_EXPAND', 'CAPABILITY_IAM'] });
    await waitUntilStackCreateComplete({ client: stacks, ...WAITER }, { StackName: 'sam' });
    expect(await fixture.invoke('sam')).toBe(1);
    await fixture.reloaded('sam', () => folder.write({ 'index.js': body('return 2;') }));
    expect([await fixture.invoke('sam'), await fixture.invoke('sam:live')]).toEqual([2, 1]);
  });
});
