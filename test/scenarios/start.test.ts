// The command, with init folders: what runs before the process, when `Ready.` comes, and what still runs at its end; and without rights.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { inProcessCommand } from '../support/in-process-command.ts';
import { initFolder } from '../support/init-folder.ts';
import { isMissing } from '../support/is-missing.ts';
import { untilTrue } from '../support/until-passes.ts';

it('runs boot.d before the emulator, says Ready. after ready.d, and runs shutdown.d when it is told to stop', async () => {
  const note = (text: string): string => `echo "${text}" >> "$NOTES"`;
  const folder = initFolder({
    'boot.d/1.sh': note('boot at $AWS_ENDPOINT_URL.'),
    'boot.d/2.txt': '',
    'start.d/1.sh': note('start'),
    'ready.d/1.sh': `sleep 1; ${note('ready')}`,
    'shutdown.d/1.sh': note('shutdown'),
  });
  const notes = join(folder, 'notes');
  const lines = (): string[] => readFileSync(notes, 'utf8').trim().split('\n');
  const emulator = await startChild({ EMULATOR_INIT_DIR: folder, NOTES: notes });
  expect(lines()).toEqual(['boot at .', 'start', 'ready']);
  const { completed, scripts } = (await (await fetch(`${emulator.url}/_emulator/init`)).json()) as { completed: object; scripts: object[] };
  expect(completed).toEqual({ BOOT: true, START: true, READY: true, SHUTDOWN: false });
  expect(scripts).toMatchObject([
    { stage: 'BOOT', state: 'UNKNOWN' },
    { stage: 'BOOT', state: 'UNKNOWN', reason: expect.stringContaining('unknown extension') },
    { stage: 'START', state: 'SUCCESSFUL' },
    { stage: 'READY', state: 'SUCCESSFUL' },
    { stage: 'SHUTDOWN', state: 'UNKNOWN' },
  ]);
  expect(emulator.log()).toContain(`${join(folder, 'boot.d/2.txt')}: unknown extension .txt`);
  await emulator.kill('SIGTERM');
  expect(emulator.exit).toEqual({ code: 0, signal: null });
  expect(lines().at(-1)).toBe('shutdown');
});

it('tells which init script has failed, and what follows from it', async () => {
  const emulator = await startChild({ EMULATOR_INIT_DIR: initFolder({ 'ready.d/deploy.sh': 'exit 3', 'ready.d/other.sh': 'true' }) });
  const { stdout } = await inProcessCommand(['status', '--endpoint', emulator.url]);
  expect(stdout).toMatch(/an init script failed: .*\/ready\.d\/deploy\.sh: .*3.*\n {2}what they were to make may be missing: calls/);
  expect(stdout).not.toContain('other.sh');
  await emulator.kill('SIGTERM');
});

it.skipIf(process.platform !== 'linux')('serves on, and rests, when nobody reads its console any more', async () => {
  const emulator = await startChild({}, [], [], []);
  const { stdout, stderr, pid } = emulator.process;
  stdout!.destroy();
  stderr!.destroy();
  const fail = () => fetch(`${emulator.url}/none/of/them`, { method: 'PUT', body: 'x' }).then(({ status }) => status);
  expect([await fail(), await fail(), await fail()]).toEqual([404, 404, 404]);
  const cpuMs = (): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  // A process that tells an error of the pipe to the pipe takes what the processor has: nine looks in a row show that this one rests.
  let [before, rests] = [cpuMs(), 0];
  await untilTrue(() => {
    const now = cpuMs();
    rests = now - before < 1 ? rests + 1 : 0;
    before = now;
    return rests === 9;
  });
  await emulator.kill('SIGTERM');
  expect(emulator.exit).toEqual({ code: 0, signal: null });
});

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** There must be somebody who may read this and may not open port 53. */
function whyNobody(): string | undefined {
  try {
    if (Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) <= 53) return 'anybody may open port 53 here';
    execFileSync(nobody[0]!, [...nobody.slice(1), process.execPath, '--version'], { stdio: 'ignore' });
    execFileSync(nobody[0]!, [...nobody.slice(1), 'cat', import.meta.filename], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs Linux, root, setpriv, and Node.js and this folder readable by anybody';
  }
}

const asNobody = it.skipIf(isMissing('a start without rights', whyNobody()));
asNobody('starts without a name server where it may not open port 53, and says so', async () => {
  const emulator = await startChild({ DNS_ADDRESS: '127.0.0.1', AUTHORITY_DIR: '/nowhere' }, [], nobody);
  try {
    expect(emulator.log()).toMatch(/no name server at 127\.0\.0\.1: ports below 1024 need rights/);
    expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
  } finally {
    await emulator.kill('SIGTERM');
  }
});
