// A hostile function in each sandbox: tries the list in hostile-probes.ts in Node.js and in Python, and attacks of more than one action.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMissing } from '../../support/is-missing.ts';
import { type Files, type Fixture, invoke, overstay } from './contract-fixture.ts';
import { type Bait, probesFor, SYSCALLS, SYSCALLS_32 } from './hostile-probes.ts';

const NODE = `const fs = require('fs'), cp = require('child_process'), net = require('net');
const actions = {
  read: (on) => fs.readFileSync(on).length,
  list: (on) => fs.readdirSync(on).join(','),
  write: (on) => fs.writeFileSync(on, 'x') ?? '',
  open: (on) => fs.closeSync(fs.openSync(on, 'r+')) ?? '',
  kill: (on) => process.kill(Number(on), 0),
  // Node.js 20 and later take names that begin with a NUL.
  connect: (on) => new Promise((resolve, reject) => net.connect({ path: on.replace('@', '\\0') }).once('connect', resolve).once('error', reject)),
  shell: (on) => { const { status, stdout } = cp.spawnSync('/bin/sh', ['-c', on], { encoding: 'utf8', cwd: '/' }); return status + ' ' + stdout.trim(); },
};
exports.handler = async ({ probes, run }) => {
  if (run) return actions.shell(run);
  const told = [];
  for (const { action, on } of probes) {
    try { told.push('done ' + (await actions[action](on))); } catch (error) { told.push('refused ' + (error.code ?? error.message)); }
  }
  return told;
};`;

const PYTHON = `import ctypes, errno, mmap, os, signal, socket, subprocess
libc = ctypes.CDLL(None, use_errno=True)
memory = {"buffer": b"\\0" * 256, "modes": b"\\x01" + b"\\0" * 255, "perf": (1).to_bytes(4, "little") + (112).to_bytes(4, "little") + b"\\0" * 248,
          "tmpfs": b"tmpfs\\0", "user": b"user\\0", "root": b"/\\0", "node": b"/tmp/node\\0", "one": b"\\x01\\0\\0\\0"}
def syscall(on, victim):
    def argument(word):
        if word == "victim": return ctypes.c_long(victim)
        if word in memory: return ctypes.create_string_buffer(memory[word])
        return ctypes.c_long(int(word, 0))
    words = [argument(word) for word in on.split()]
    before = os.getpid()
    result = libc.syscall(*words)
    if os.getpid() != before: os._exit(0)
    if result == -1: raise OSError(ctypes.get_errno(), "")
    return result
def int80(on, _):
    # push rbx; mov eax, edi; mov ebx, esi; mov ecx, edx; mov edx, r8d; int 0x80; pop rbx; ret
    code = bytes.fromhex("5389f889f389d14489c2cd805bc3")
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    call = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_long] * 5)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    number, one, two, three = [int(word, 0) for word in on.split()]
    child = os.fork()
    if child == 0: os._exit(1 if call(number, one, two, 0, three) < 0 else 0)
    # Kernels without 32-bit programs end the process.
    if os.waitpid(child, 0)[1] != 0: raise OSError(errno.ENOSYS, "")
    return on
def shell(on, _=0):
    ended = subprocess.run(["/bin/sh", "-c", on], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, cwd="/")
    return f"{ended.returncode} {ended.stdout.decode(errors='replace').strip()}"
def open_both(on, _): os.close(os.open(on, os.O_RDWR))
def write(on, _):
    with open(on, "w") as file: file.write("x")
def read(on, _):
    with open(on, "rb") as file: return len(file.read(4096))
def connect(on, _): socket.socket(socket.AF_UNIX).connect(on.replace("@", "\\0"))
actions = {"read": read, "list": lambda on, _: ",".join(os.listdir(on)), "write": write, "open": open_both, "connect": connect,
           "kill": lambda on, _: os.kill(int(on), 0), "shell": shell, "syscall": syscall, "int80": int80}
def handler(event, context):
    if "run" in event: return shell(event["run"])
    if "fork" in event:
        children = []
        try:
            while len(children) < 5000:
                child = os.fork()
                if child == 0: signal.pause()
                children.append(child)
        except OSError as error:
            return [len(children), errno.errorcode[error.errno]]
        finally:
            for child in children: os.kill(child, 9)
            for child in children: os.waitpid(child, 0)
        return [len(children), ""]
    told = []
    for probe in event["probes"]:
        try: told.append(f"done {actions[probe['action']](probe['on'], event.get('victim', 0))}")
        except OSError as error: told.append("refused " + errno.errorcode.get(error.errno, str(error)))
    return told`;

const isEnd = (ends: RegExp | string, told = '') => (typeof ends === 'string' ? told === ends : ends.test(told));

const LANGUAGES: readonly (readonly [string, string, Files])[] = [
  ['nodejs20.x', 'Node.js', { 'index.js': NODE }],
  ['python3.12', 'Python', { 'index.py': PYTHON }],
];
const MORE = { timeoutMs: 60_000, memoryMb: 1024, tmpMb: 16 };

interface SandboxFacts {
  /** Probes, by what they do, that this sandbox answers harmlessly: with something of the environment's own, or read-only. */
  readonly tolerated?: readonly string[];
  /** The kinds of namespaces that each environment has for itself. */
  readonly namespaces?: readonly string[];
}

export function hostileCases(
  fixture: Fixture,
  workDir: string,
  { tolerated = [], namespaces: names = ['ipc', 'mnt', 'pid', 'user', 'uts'] }: SandboxFacts = {},
): void {
  let bait: Bait;
  let server: Server;
  const abstract = createServer();
  const victim = spawn('sleep', ['600'], { env: { PROBE_BAIT: 'secret-of-another' }, stdio: 'ignore', detached: true });

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-bait-'));
    writeFileSync(join(folder, 'secret'), 'secret');
    chmodSync(folder, 0o777);
    server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
    const key = `hostile-bait-${process.pid}-${basename(folder)}`;
    await new Promise<void>((resolve) => abstract.listen(`\0${key}`, resolve));
    // Where the machine has the program for it, the user has a key, too.
    for (const keyring of ['@u', '@s']) spawnSync('keyctl', ['add', 'user', key, 'secret', keyring]);
    bait = { folder, workDir, home: homedir(), pid: victim.pid as number, key };
  });

  afterAll(() => {
    server.close();
    abstract.close();
    spawnSync('keyctl', ['purge', 'user', bait.key]);
    victim.kill('SIGKILL');
    rmSync(bait.folder, { recursive: true, force: true });
  });

  for (const [runtime, language, code] of LANGUAGES) {
    it(`${language}: reaches nothing of the machine`, async () => {
      const { environment } = await fixture.start(runtime, 'index.handler', code, MORE);
      const probes = probesFor(bait).filter(({ what }) => !tolerated.includes(what));
      const { body } = await invoke(environment, { probes });
      const told = body as readonly string[];
      const got = probes.flatMap(({ what, ends = /^refused/ }, at) => (isEnd(ends, told[at]) ? [] : [`${what}: ${told[at]}`]));
      expect(got, JSON.stringify(body).slice(0, 500)).toEqual([]);
      expect(victim.exitCode).toBeNull();
      expect(readdirSync(bait.folder).sort()).toEqual(['secret', 'socket']);
      await environment.stop();
    });
  }

  const noNumbers = process.arch !== 'x64' && 'the numbers of system calls are those of x86-64';
  it.skipIf(isMissing('system calls of functions', noNumbers))('is refused the system calls that are for the machine', async () => {
    const { environment } = await fixture.start('python3.12', 'index.handler', { 'index.py': PYTHON }, MORE);
    const calls = [
      ...SYSCALLS.map(([what, on]) => ({ what, action: 'syscall', on })),
      ...SYSCALLS_32.map(([what, on]) => ({ what, action: 'int80', on })),
    ];
    const probes = calls.filter(({ what }) => !tolerated.includes(what));
    const { body } = await invoke(environment, { probes, victim: bait.pid });
    const got = probes.flatMap(({ what }, at) =>
      /^refused/.test((body as string[])[at] ?? '') ? [] : [`${what}: ${(body as string[])[at]}`],
    );
    expect(got, JSON.stringify(body).slice(0, 500)).toEqual([]);
    await environment.stop();
  });

  it('has an end of processes, of /tmp and of shared memory', async () => {
    // With less, the memory of each of them would have to be measured exactly.
    const { environment } = await fixture.start('python3.12', 'index.handler', { 'index.py': PYTHON }, { ...MORE, memoryMb: 32_000 });
    const { body } = await invoke(environment, { fork: true });
    const [started, why] = body as [number, string];
    expect(why).toBe('EAGAIN');
    expect(started).toBeLessThanOrEqual(1024);
    const fill = (path: string) => invoke(environment, { run: `head -c 100000000 /dev/zero > ${path}; wc -c < ${path}; rm ${path}` });
    expect((await fill('/tmp/full')).body).toBe(`0 ${16 << 20}`);
    expect((await fill('/dev/shm/full')).body).toBe(`0 ${64 << 20}`);
    const files = 'i=0; while : > /tmp/f$i; do i=$((i+1)); [ $i -lt 5000 ] || break; done 2>/dev/null; echo $i; rm -f /tmp/f*';
    expect(Number(String((await invoke(environment, { run: files })).body).slice(2))).toBeLessThan(16 * 128);
    await environment.stop();
  });

  it('shares no file, no memory and no namespace with another function or with the machine', async () => {
    const pair = await Promise.all([1, 2].map(() => fixture.start('python3.12', 'index.handler', { 'index.py': PYTHON }, MORE)));
    const [one, other] = pair.map(({ environment }) => environment) as [(typeof pair)[0]['environment'], (typeof pair)[0]['environment']];
    await invoke(one, { run: 'echo 1 > /tmp/mine; echo 1 > /dev/shm/mine' });
    expect((await invoke(other, { run: 'ls /tmp /dev/shm | grep -c mine' })).body).toBe('1 0');
    expect(existsSync('/dev/shm/mine') || existsSync('/tmp/mine')).toBe(false);
    const links = await Promise.all(
      pair.map(({ environment }) => invoke(environment, { run: `cd /proc/self/ns; readlink ${names.join(' ')}` })),
    );
    const machine = names.map((name) => readlinkSync(`/proc/self/ns/${name}`));
    const [ofOne, ofOther] = links.map(({ body }) => String(body).slice(2).split('\n')) as [string[], string[]];
    for (const [at, name] of names.entries()) expect(new Set([ofOne[at], ofOther[at], machine[at]]).size, name).toBe(3);
    await Promise.all(pair.map(({ environment }) => environment.stop()));
  });

  it('leaves nothing running of an invocation that timed out', async () => {
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': NODE }, MORE);
    const leaving = 'setsid sh -c "trap : TERM HUP INT; sleep 301" & setsid setsid env -i sleep 302 & sleep 300';
    expect((await overstay(environment, { run: leaving }, 1000)).outcome.kind).toBe('timeout');
    expect((await invoke(environment, { run: 'cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -c "sleep 30[0-2]"' })).body).toBe('1 0');
    await environment.stop();
  });

  it('lets no variable of a function reach the programs that build its sandbox', async () => {
    const env = { LD_PRELOAD: join(bait.folder, 'secret') };
    const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': NODE }, { ...MORE, env });
    expect((await invoke(environment, { run: 'echo here' })).body).toBe('0 here');
    // Inside, the file does not exist; outside it exists and is not a library.
    expect(log.filter(({ text }) => text.includes('invalid ELF header') || text.includes('file too short'))).toEqual([]);
    await environment.stop();
  });
}
