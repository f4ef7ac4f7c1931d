// Real scripts in init folders: their order, their states, the reasons of those that do not run, and what the endpoints tell.
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { addScript, initFolder } from '../../support/init-folder.ts';
import { problemsOf } from '../../support/problems.ts';
import { lives } from '../../support/processes.ts';

interface Script {
  stage: string;
  name: string;
  state: string;
  path: string;
  reason?: string;
  durationMs?: number;
}
interface Status {
  completed: Record<string, boolean>;
  scripts: Script[];
  notes: string[];
}

const running: TestEmulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});

async function start(folder: string | string[], options: Record<string, unknown> = {}): Promise<TestEmulator> {
  const emulator = await startTestEmulator({ initDirectories: [folder].flat(), ...options });
  running.push(emulator);
  return emulator;
}
const init = async ({ url }: TestEmulator, stage = ''): Promise<Status> =>
  (await (await fetch(`${url}/_emulator/init${stage && `/${stage}`}`)).json()) as Status;
const log = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n');

describe('order', () => {
  it("takes a folder's own scripts by name, then its subfolders depth first, stage after stage", async () => {
    const note = 'echo "$0" >> "$NOTES"';
    const names = ['b.sh', 'a.sh', '10.sh', '2.sh', 'z-sub/1.sh', 'a-sub/2.sh', 'a-sub/1.sh', 'a-sub/deep/0.sh'];
    const folder = initFolder(
      Object.fromEntries(['start.d', 'ready.d'].flatMap((stage) => names.map((name) => [`${stage}/${name}`, note]))),
    );
    const notes = join(folder, 'notes');
    const emulator = await start(folder, { environment: { NOTES: notes } });
    await emulator.ready;
    const order = ['10.sh', '2.sh', 'a.sh', 'b.sh', 'a-sub/1.sh', 'a-sub/2.sh', 'a-sub/deep/0.sh', 'z-sub/1.sh'];
    const expected = ['start.d', 'ready.d'].flatMap((stage) => order.map((name) => join(folder, stage, name)));
    expect(log(notes)).toEqual(expected);
    expect((await init(emulator)).scripts.map(({ path }) => path)).toEqual(expected);
  });

  it('follows symbolic links to files, as ConfigMaps are mounted, and runs each once', async () => {
    const folder = initFolder({ 'ready.d/..2026_11/a.sh': 'echo a >> "$NOTES"' });
    symlinkSync('..2026_11', join(folder, 'ready.d', '..data'));
    symlinkSync('..data/a.sh', join(folder, 'ready.d', 'a.sh'));
    const notes = join(folder, 'notes');
    const emulator = await start(folder, { environment: { NOTES: notes } });
    await emulator.ready;
    expect(log(notes)).toEqual(['a']);
  });

  it('follows a stage folder that is a link, as volumes with paths are mounted', async () => {
    const folder = initFolder({ '..2026_11/ready.d/a.sh': 'true' });
    symlinkSync('..2026_11', join(folder, '..data'));
    symlinkSync('..data/ready.d', join(folder, 'ready.d'));
    const emulator = await start(folder);
    await emulator.ready;
    expect((await init(emulator)).scripts).toMatchObject([{ stage: 'READY', name: 'a.sh', state: 'SUCCESSFUL' }]);
  });

  it('reads several folders, the native one first', async () => {
    const [one, two] = [initFolder({ 'ready.d/z.sh': 'true' }), initFolder({ 'ready.d/a.sh': 'true' })];
    const emulator = await start([one, two]);
    await emulator.ready;
    expect((await init(emulator)).scripts.map(({ name, state }) => [name, state])).toEqual([
      ['z.sh', 'SUCCESSFUL'],
      ['a.sh', 'SUCCESSFUL'],
    ]);
  });

  it('reports each of fifty', async () => {
    const emulator = await start(initFolder(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`ready.d/${100 + i}.sh`, 'true']))));
    await emulator.ready;
    const { scripts } = await init(emulator, 'ready');
    expect(scripts).toHaveLength(50);
    expect(scripts.every(({ state, durationMs }) => state === 'SUCCESSFUL' && typeof durationMs === 'number')).toBe(true);
  });
});

describe('states', () => {
  it('go from UNKNOWN over RUNNING to SUCCESSFUL or ERROR; a failing script stops nothing; READY comes after the last', async () => {
    const folder = initFolder({
      'boot.d/never.sh': 'exit 9',
      'ready.d/1.sh': 'until [ -e "$GATE" ]; do sleep 0.02; done',
      'ready.d/2.sh': 'echo "no such thing" >&2; exit 3',
      'ready.d/3.py': 'raise SystemExit("broken")',
      'ready.d/4.mjs': 'console.log(process.env.AWS_ENDPOINT_URL, process.env.AWS_ACCESS_KEY_ID, process.env.AWS_REGION)',
      'ready.d/5.ts': 'const text: string = "typed"; console.log(text)',
      'ready.d/6.js': 'console.log(require("node:path").basename(__filename))',
      'shutdown.d/last.sh': 'exit 0',
    });
    const gate = join(folder, 'gate');
    const emulator = await start(folder, { environment: { GATE: gate } });
    const first = await init(emulator);
    expect(first.completed).toEqual({ BOOT: true, START: true, READY: false, SHUTDOWN: false });
    expect(first.scripts.map(({ state }) => state)).toEqual(['UNKNOWN', 'RUNNING', ...Array(6).fill('UNKNOWN')]);
    expect((await fetch(`${emulator.url}/_emulator/health`)).status).toBe(200);
    expect((await fetch(`${emulator.url}/_emulator/health?ready=1`)).status).toBe(503);
    writeFileSync(gate, '');
    await emulator.ready;
    expect((await fetch(`${emulator.url}/_emulator/health?ready=1`)).status).toBe(200);
    const { completed, scripts } = await init(emulator);
    expect(completed).toEqual({ BOOT: true, START: true, READY: true, SHUTDOWN: false });
    expect(scripts.map(({ stage, name, state }) => [stage, name, state])).toEqual([
      ['BOOT', 'never.sh', 'UNKNOWN'],
      ['READY', '1.sh', 'SUCCESSFUL'],
      ['READY', '2.sh', 'ERROR'],
      ['READY', '3.py', 'ERROR'],
      ['READY', '4.mjs', 'SUCCESSFUL'],
      ['READY', '5.ts', 'SUCCESSFUL'],
      ['READY', '6.js', 'SUCCESSFUL'],
      ['SHUTDOWN', 'last.sh', 'UNKNOWN'],
    ]);
    expect(scripts[2]?.reason).toBe('exit code 3: no such thing');
    expect(scripts[3]?.reason).toBe('exit code 1: broken');
    expect(emulator.lines).toContain(`info hooks 4.mjs: ${emulator.url} test us-east-1`);
    expect(emulator.lines).toContain('info hooks 5.ts: typed');
    expect(emulator.lines).toContain('info hooks 6.js: 6.js');
  });

  it('are told with what was found, and with the time each run took, where DEBUG asks', async () => {
    const folder = initFolder({ 'start.d/a.sh': 'true', 'ready.d/b.sh': 'exit 2' });
    const emulator = await start(folder, { environment: { DEBUG: '1' } });
    await emulator.ready;
    const [a, b] = [join(folder, 'start.d/a.sh'), join(folder, 'ready.d/b.sh')];
    const hooks = emulator.lines.filter((line) => line.startsWith('debug hooks')).map((line) => line.replace(/\d+ ms/, '<time>'));
    expect(hooks).toEqual([
      `debug hooks found ${a}, ${b}`,
      ...[`debug hooks START ${a} runs`, `debug hooks START ${a} SUCCESSFUL after <time>`],
      ...[`debug hooks READY ${b} runs`, `debug hooks READY ${b} ERROR after <time>`],
    ]);
  });

  it('run the shutdown scripts while the gateway still answers', async () => {
    const folder = initFolder({
      'shutdown.d/bye.mjs':
        'import { writeFileSync } from "node:fs"; const answer = await fetch(process.env.AWS_ENDPOINT_URL + "/_emulator/init/shutdown"); writeFileSync(process.env.NOTES, await answer.text())',
    });
    const notes = join(folder, 'notes');
    const emulator = await start(folder, { environment: { NOTES: notes } });
    await emulator.ready;
    await emulator.stop();
    expect(JSON.parse(readFileSync(notes, 'utf8'))).toMatchObject({ completed: false, scripts: [{ name: 'bye.mjs', state: 'RUNNING' }] });
  });

  it('end a script that still runs when the emulator stops, with what it started, and do not begin the next', async () => {
    const folder = initFolder({ 'ready.d/1.sh': 'sleep 600 & echo $! > "$NOTES"; wait', 'ready.d/2.sh': 'touch "$NOTES.second"' });
    const notes = join(folder, 'notes');
    const emulator = await start(folder, { environment: { NOTES: notes } });
    await expect.poll(() => readFileSync(notes, { encoding: 'utf8', flag: 'a+' })).toMatch(/\d+\n/);
    await emulator.stop();
    await expect.poll(() => lives(readFileSync(notes, 'utf8').trim())).toBe(false);
    expect(() => readFileSync(`${notes}.second`)).toThrow();
  });

  it('of scripts that an earlier stage wrote are told too', async () => {
    const folder = initFolder({
      'start.d/write.sh': 'printf "#!/bin/sh\\ntrue\\n" > "$FOLDER/ready.d/new.sh"; chmod +x "$FOLDER/ready.d/new.sh"',
    });
    mkdirSync(join(folder, 'ready.d'));
    const emulator = await start(folder, { environment: { FOLDER: folder } });
    await emulator.ready;
    expect((await init(emulator, 'ready')).scripts).toMatchObject([{ name: 'new.sh', state: 'SUCCESSFUL' }]);
  });
});

describe('a script that cannot run says why, in the status and in the log', () => {
  const cases: [name: string, text: string, reason: RegExp][] = [
    ['a.txt', 'hello', /unknown extension \.txt: what runs ends with \.sh, \.py/],
    ['curl.sh', '#!/bin/sh\necho "curl: (7) Failed to connect to localhost port 4566: refused" >&2; exit 7\n', /use \$AWS_ENDPOINT_URL/],
    ['boto.py', 'raise SystemExit(\'Could not connect to the endpoint URL: "http://localhost:4566/"\')', /listens at http:\/\/127/],
    ['c.sh', '#!/nowhere/sh\n', /interpreter \/nowhere\/sh was not found/],
    ['d.sh', '#!/usr/bin/env -S nowhere -x\n', /interpreter nowhere was not found/],
    ['main.tf', '', /EXTENSION_AUTO_INSTALL=emulator-extension-terraform-init/],
  ];
  it.each(cases)('%s', async (name, text, reason) => {
    const emulator = await start(initFolder({ [`ready.d/${name}`]: text }));
    await emulator.ready;
    const { scripts } = await init(emulator, 'ready');
    expect(scripts).toMatchObject([{ stage: 'READY', name, state: 'ERROR', reason: expect.stringMatching(reason) }]);
    expect(emulator.lines.some((line) => line.startsWith('warn hooks') && reason.test(line))).toBe(true);
  });

  it.each([
    ['mark.sh', '\ufeff#!/bin/sh\nset -e\ntrue\n'],
    ['crlf.sh', '#!/bin/sh -e\r\nif true; then\r\n  true\r\nfi\r\n'],
    ['both.sh', '\ufeff#!/usr/bin/env sh\r\nset -e\r\n'],
    ['mark.py', '\ufeff#!/usr/bin/env python3\r\nimport os\r\n'],
  ])('but runs with the marks and line ends of Windows: %s', async (name, text) => {
    const folder = initFolder({ [`ready.d/${name}`]: '#!' });
    writeFileSync(join(folder, 'ready.d', name), text);
    const emulator = await start(folder);
    await emulator.ready;
    expect((await init(emulator, 'ready')).scripts).toMatchObject([{ name, state: 'SUCCESSFUL' }]);
  });

  it('without its executable flag, without a shebang, without an interpreter in PATH', async () => {
    const folder = initFolder({ 'ready.d/flag.sh': 'true', 'ready.d/python.py': '', 'ready.d/shebang.sh': '#!' });
    chmodSync(join(folder, 'ready.d/flag.sh'), 0o644);
    writeFileSync(join(folder, 'ready.d/shebang.sh'), 'true\n');
    const emulator = await start(folder, { environment: { PATH: '/nowhere' } });
    await emulator.ready;
    const { scripts } = await init(emulator, 'ready');
    const reasons = [
      'it is not executable: chmod +x (in Kubernetes, defaultMode: 0755)',
      'its interpreter python3 was not found in PATH',
      'the shebang is missing: its first line must name its interpreter, such as #!/bin/sh',
    ];
    expect(scripts.map(({ state, reason }) => [state, reason])).toEqual(reasons.map((reason) => ['ERROR', reason]));
    for (const [i, reason] of reasons.entries()) expect(emulator.lines).toContain(`warn hooks ${scripts[i]?.path}: ${reason}`);
  });

  it('before the emulator started: its state stays as it was, and the reason is told', async () => {
    const folder = initFolder({ 'boot.d/flag.sh': 'true', 'boot.d/good.sh': 'true', 'boot.d/notes.txt': '' });
    chmodSync(join(folder, 'boot.d/flag.sh'), 0o644);
    const { scripts } = await init(await start(folder), 'boot');
    expect(scripts.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['flag.sh', 'UNKNOWN', 'it is not executable: chmod +x (in Kubernetes, defaultMode: 0755)'],
      ['good.sh', 'UNKNOWN', undefined],
      ['notes.txt', 'UNKNOWN', expect.stringContaining('unknown extension .txt')],
    ]);
  });

  it('where its calls arrived unsigned', async () => {
    const call = `await fetch(process.env.AWS_ENDPOINT_URL, { method: 'POST', headers: { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' }, body: '{}' })`;
    const emulator = await start(initFolder({ 'ready.d/call.mjs': call }));
    await emulator.ready;
    expect((await init(emulator, 'ready')).scripts[0]?.reason).toMatch(/1 of the calls meanwhile arrived unsigned/);
  });

  it('where folders are absent or empty', async () => {
    const folder = initFolder({});
    mkdirSync(join(folder, 'start.d'));
    mkdirSync(join(folder, 'ready.d'));
    const emulator = await start(folder);
    const notes = [
      `BOOT: ${folder}/boot.d is not there (not mounted?)`,
      `START: ${folder}/start.d is empty`,
      `READY: ${folder}/ready.d is empty`,
      `SHUTDOWN: ${folder}/shutdown.d is not there (not mounted?)`,
    ];
    expect((await init(emulator)).notes).toEqual(notes);
    expect(emulator.lines).toContain(`info hooks ${notes.join('; ')}`);
    expect((await init(emulator, 'start')).notes).toEqual([notes[1]]);
    const partly = await start(initFolder({ 'ready.d/a.sh': 'true' }));
    expect((await init(partly)).notes).toEqual([]);
    const other = await start('/nowhere/init');
    expect((await init(other, 'ready')).notes).toEqual(['no init folder: /nowhere/init (not mounted?)']);
    expect(other.lines).toContain('warn hooks no init folder: /nowhere/init (not mounted?)');
    expect((await start('/etc/emulator/init')).lines.filter((line) => line.includes('hooks'))).toEqual([]);
    expect(await init(other)).toEqual({
      completed: { BOOT: true, START: true, READY: true, SHUTDOWN: false },
      scripts: [],
      notes: ['no init folder: /nowhere/init (not mounted?)'],
    });
  });
});

describe('the endpoints', () => {
  it('answer one stage in lower case or not, and a sentence for one that does not exist', async () => {
    const folder = initFolder({ 'start.d/a.sh': 'true' });
    addScript(folder, 'ready.d/b.sh', 'true');
    const emulator = await start(folder);
    await emulator.ready;
    for (const stage of ['start', 'START'])
      expect(await init(emulator, stage)).toMatchObject({
        completed: true,
        scripts: [{ stage: 'START', name: 'a.sh', state: 'SUCCESSFUL' }],
      });
    const answer = await fetch(`${emulator.url}/_emulator/init/later`);
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'no such stage later: there are boot, start, ready, shutdown' }]);
  });
});

it('that fail are in the ledger of problems, with their reason', async () => {
  const folder = initFolder({ 'ready.d/bad.sh': 'echo "no such table" >&2; exit 3', 'ready.d/good.sh': 'true' });
  const emulator = await start(folder);
  await emulator.ready;
  const path = join(folder, 'ready.d/bad.sh');
  expect(await problemsOf(emulator)).toMatchObject([
    { code: 'SCRIPT_FAILED', resource: `script ${path}`, cause: expect.stringMatching(new RegExp(`^${path}: .*3`)) },
  ]);
});
