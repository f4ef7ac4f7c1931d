// `awslocal` in init scripts, on machines that do not have it: with a command in the place of the AWS CLI, and with the AWS CLI of this machine.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { whyNoAws } from '../../support/aws-clients.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { addScript, initFolder } from '../../support/init-folder.ts';
import { isMissing } from '../../support/is-missing.ts';

const running: TestEmulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});

/** Starts an emulator whose scripts have run, with this PATH. */
async function started(folder: string, PATH: string): Promise<TestEmulator> {
  const emulator = await startTestEmulator({ initDirectories: [folder], environment: { PATH, HOME: folder } });
  running.push(emulator);
  await emulator.ready;
  return emulator;
}
const script = async ({ url }: TestEmulator): Promise<unknown> =>
  ((await (await fetch(`${url}/_emulator/init`)).json()) as { scripts: object[] }).scripts[0];

/** A folder of scripts, and beside it commands of which each writes its words to the file `words`. */
function withCommands(ready: string, ...names: string[]): { folder: string; commands: string; words: () => string } {
  const folder = initFolder({ 'ready.d/a.sh': ready });
  for (const name of names) {
    addScript(folder, `bin/${name}`, `#!/bin/sh\necho "${name} $*" >> "${folder}/words"\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return { folder, commands: join(folder, 'bin'), words: () => readFileSync(join(folder, 'words'), 'utf8') };
}

describe('awslocal in an init script', () => {
  it('runs the AWS CLI with the address of the emulator, unless it is given another one', async () => {
    const { folder, commands, words } = withCommands(
      'awslocal sqs list-queues --output "te xt"; awslocal --endpoint-url=http://x sqs list-queues; awslocal s3 ls --endpoint-url http://y',
      'aws',
    );
    const emulator = await started(folder, `${commands}${delimiter}/usr/bin${delimiter}/bin`);
    expect(await script(emulator)).toMatchObject({ state: 'SUCCESSFUL' });
    expect(words()).toBe(
      `aws --endpoint-url ${emulator.url} sqs list-queues --output te xt\naws --endpoint-url=http://x sqs list-queues\naws s3 ls --endpoint-url http://y\n`,
    );
  });

  it('is the one that is installed, where one is', async () => {
    const { folder, commands, words } = withCommands('awslocal s3 ls', 'aws', 'awslocal');
    await started(folder, `${commands}${delimiter}/usr/bin${delimiter}/bin`);
    expect(words()).toBe('awslocal s3 ls\n');
  });

  it('says what is missing where there is no AWS CLI', async () => {
    const folder = initFolder({ 'ready.d/a.sh': 'PATH="${PATH##*:}" awslocal s3 ls' });
    const emulator = await started(folder, '/usr/bin:/bin');
    expect(await script(emulator)).toMatchObject({
      state: 'ERROR',
      reason: 'exit code 127: awslocal: the AWS CLI is not installed: there is no aws in PATH',
    });
  });

  it.skipIf(isMissing('awslocal with the AWS CLI of this machine', whyNoAws()))(
    'reaches queues, also with version 1 of the AWS CLI',
    async () => {
      const folder = initFolder({
        'ready.d/a.sh':
          'set -e\nurl=$(awslocal sqs create-queue --queue-name jobs --query QueueUrl --output text)\nawslocal sqs send-message --queue-url "$url" --message-body hello',
      });
      const aws = execFileSync('sh', ['-c', 'command -v aws'], { encoding: 'utf8' }).trim();
      const emulator = await started(folder, `${aws.replace(/\/aws$/, '')}${delimiter}${process.env['PATH']}`);
      expect(await script(emulator)).toMatchObject({ state: 'SUCCESSFUL' });
      const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl: `${emulator.url}/000000000000/jobs` });
      expect(Messages).toMatchObject([{ Body: 'hello' }]);
    },
    120_000,
  );
});
