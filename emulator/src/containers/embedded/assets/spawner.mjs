// The process that starts and kills the functions' processes, so that the emulator, which may hold gigabytes, never forks itself.
// In (stdin): JSON lines {op: run | kill | terminate | watch | freeze | thaw | flush | weigh | owns | sweep | unmount, …}. Out (stdout): frames u32 length | u8 type | u32 id | bytes.
// When stdin ends, the emulator is gone: every group is killed.

import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isHeldBy } from './connections.mjs';
import { endOf } from './ends.mjs';
import { Memory } from './memory.mjs';
import { family, isInside, list, read, signalEach } from './processes.mjs';
import { setUp, takeDown } from './stage.mjs';

const frameTypes = { output: 1, errors: 2, telemetry: 3, exit: 4, flushed: 5, owned: 6, weighed: 7 };
const watchEveryMs = 20;
const shortMs = 5;
const freshMs = 100;
/** The flag that `fdinfo` shows for a descriptor that is closed on exec. */
const O_CLOEXEC = 0o2000000;
const running = new Map();
const paused = new Set();
const watchdogScript = fileURLToPath(new URL('watchdog.sh', import.meta.url));

function send(type, id, bytes = Buffer.alloc(0)) {
  const frame = Buffer.allocUnsafe(9 + bytes.length);
  frame.writeUInt32BE(5 + bytes.length, 0);
  frame[4] = type;
  frame.writeUInt32BE(id, 5);
  frame.set(bytes, 9);
  return process.stdout.write(frame);
}

const sendJson = (type, id, value) => send(type, id, Buffer.from(JSON.stringify(value)));

process.stdout.on('drain', () => {
  for (const stream of paused) stream.resume();
  paused.clear();
});
process.stdout.setMaxListeners(0); // one for each environment whose output waits
// The emulator is gone: stdin ends as well, and its handler cleans up.
process.stdout.on('error', () => {});

function relay(entry, stream, type, id) {
  stream.on('data', (bytes) => {
    entry.relayedBytes += bytes.length;
    if (send(type, id, bytes)) return;
    stream.pause();
    paused.add(stream);
  });
  stream.on('error', () => {});
}

// --- descriptors: those inherited by this process are closed before it starts anything, so that they are not passed on

for (const fd of list('/proc/self/fdinfo').map(Number)) {
  const flags = /^flags:\s+(\d+)/m.exec(read(`/proc/self/fdinfo/${fd}`))?.[1];
  if (fd > 2 && flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0) closeSync(fd);
}

// --- memory: of a process and its descendants, and of the extensions beside it

/** Whether a process is the function's own. Remembered, because it never changes. */
function isOwn({ contained, own }, pid) {
  if (!contained) return true;
  if (!own.has(pid)) own.set(pid, isInside(pid));
  return own.get(pid);
}

const ownFamily = (entry) => family(entry.child.pid).filter((pid) => isOwn(entry, pid));
/** A process that was started ahead and is not used yet counts for itself alone. */
const isUsed = ({ ahead, watchedAtMs }) => !ahead || watchedAtMs > 0;
const beside = ({ environment }) =>
  [...running.values()].filter((other) => environment !== undefined && other.environment === environment && isUsed(other));

/** The processes that use memory, without the programs of their sandboxes. Refreshed only now and then, because it reads dozens of files. */
function members(entry, now) {
  if (entry.pids === undefined || now - entry.pidsAtMs > freshMs) {
    entry.pids = [...new Set([entry, ...beside(entry)])].flatMap(ownFamily);
    entry.pidsAtMs = now;
  }
  return entry.pids;
}

const watched = new Set();
let watchTimer;

/** Kills a process that takes more than it may. */
function limit(entry, now) {
  if (!entry.memory.exceeds(members(entry, now), now, () => limit(entry, performance.now())) || entry.limitBytes === undefined) return;
  entry.outOfMemory = true;
  kill(entry);
}

/** Watching one environment takes no more of the time than this: a thousand processes are looked at less often. */
const watchShare = 0.2;

function watchAll() {
  const now = performance.now();
  for (const entry of watched) {
    // A process that has only just begun is measured the next time, unless it has ended by then.
    if (now - entry.watchedAtMs < watchEveryMs || now < entry.nextWatchMs) continue;
    const startedAt = performance.now();
    limit(entry, now);
    entry.nextWatchMs = now + (performance.now() - startedAt) / watchShare;
  }
}

function watch(entry) {
  watched.add(entry);
  entry.watchedAtMs = performance.now();
  watchTimer ??= setInterval(watchAll, watchEveryMs);
}

function unwatch(entry) {
  if (!watched.delete(entry) || watched.size > 0) return;
  clearInterval(watchTimer);
  watchTimer = undefined;
}

/** Measuring takes longer than a short invocation: the last result stays valid for a moment. */
function measure(entry) {
  const now = performance.now();
  if (now - entry.watchedAtMs < shortMs && now - entry.measuredAtMs < freshMs) return;
  entry.measuredAtMs = now;
  entry.memory.note(members(entry, now), now);
}

// --- ends: no process survives

function signalGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

/** Marks extensions: they share the address of the Runtime API with the runtime's processes, but do not end with the runtime. */
const extensionMark = '_EMULATOR_EXTENSION=';
const isMarked = (environment, mark) =>
  environment.includes(`${mark}\0`) && (mark.startsWith(extensionMark) || !environment.includes(extensionMark));

/** Processes that left the group (setsid) still have the variables with which they were started. `spared`: processes that go on. */
function killMarked(marks, spared = new Set()) {
  if (marks.length === 0 || process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid || spared.has(Number(pid))) continue;
    const environment = read(`/proc/${pid}/environ`);
    if (!marks.some((mark) => isMarked(environment, mark))) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

let watchdog;

/** A variable of all processes that this spawner starts without a sandbox, and of no others. */
const ownMark = ['EMULATOR_SPAWNER', `${process.pid}-${Date.now()}`];

/** Processes in sessions of their own are not tied to this process: a watchdog that outlives it kills them then. */
function startWatchdog() {
  if (watchdog !== undefined || process.platform !== 'linux') return;
  const command = [watchdogScript, ownMark.join('=')];
  const started = spawn('/bin/sh', command, {
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const lost = () => {
    if (watchdog === started) watchdog = undefined;
  };
  for (const event of ['error', 'exit']) started.on(event, lost);
  started.stdin.on('error', lost);
  watchdog = started;
}

const kill = (entry) => signalGroup(entry.child.pid);

const FREEZE_ROUNDS = 50;

/** Sandboxes keep running, because they report ends. A process started by a process that is not stopped yet is found in the next round. */
function freeze(entry) {
  const { child } = entry;
  entry.frozen = new Set();
  for (let round = 0; round < FREEZE_ROUNDS; round++) {
    const found = family(child.pid).filter((pid) => !entry.frozen.has(pid) && isOwn(entry, pid));
    if (found.length === 0) break;
    for (const pid of found) entry.frozen.add(pid);
    signalEach(found, 'SIGSTOP');
  }
  unwatch(entry);
  if (entry.limitBytes !== undefined) limit(entry, performance.now());
}

function thaw(entry) {
  signalEach(entry.frozen ?? [], 'SIGCONT');
  entry.frozen = undefined;
}

/** Spares the sandbox itself, because its end would end all processes inside at once. */
function terminate({ child, contained }) {
  const pids = contained ? family(child.pid).filter(isInside) : [-child.pid];
  signalEach(pids, 'SIGTERM');
}

/** Runs a command inside the network that another process has opened. */
function within(network, command) {
  if (network === undefined) return command;
  const holder = [...running.values()].find(({ opensNetwork }) => opensNetwork === network.name);
  if (!holder) throw new Error('the network of the environment is gone');
  return [network.nsenter, `--net=/proc/${holder.child.pid}/ns/net`, '--', ...command];
}

function run({
  id,
  command: words,
  env,
  cwd,
  limitBytes,
  mark,
  contained,
  ahead = false,
  environment,
  network,
  opensNetwork,
  stage = [],
  input,
}) {
  let child;
  let inputFd;
  const failed = (error) => sendJson(frameTypes.exit, id, { error: error.message });
  try {
    for (const root of stage) setUp(root);
    const command = within(network, words);
    const marked = contained ? env : { ...env, [ownMark[0]]: ownMark[1] };
    // Opened anew each time: processes that share a descriptor share its position.
    if (input !== undefined) inputFd = openSync(input, 'r');
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe', contained ? 'pipe' : 'ignore', ...(inputFd === undefined ? [] : [inputFd])];
    child = spawn(command[0], command.slice(1), { env: marked, cwd, detached: true, stdio });
  } catch (error) {
    return failed(error);
  } finally {
    if (inputFd !== undefined) closeSync(inputFd);
  }
  child.on('error', (error) => {
    if (child.pid === undefined) failed(error);
  });
  if (child.pid === undefined) return;
  const entry = {
    child,
    limitBytes,
    mark,
    contained,
    ahead,
    own: new Map(),
    environment,
    opensNetwork,
    memory: new Memory(contained, limitBytes),
    watchedAtMs: 0,
    nextWatchMs: 0,
    measuredAtMs: Number.NEGATIVE_INFINITY,
    relayedBytes: 0,
  };
  running.set(id, entry);
  relay(entry, child.stdout, frameTypes.output, id);
  relay(entry, child.stderr, frameTypes.errors, id);
  relay(entry, child.stdio[3], frameTypes.telemetry, id);
  child.stdio[4]?.on('data', () => {
    entry.signalled = true;
  });
  child.on('exit', (code, signal) => ended(id, entry, code, signal));
  if (!contained) startWatchdog();
}

/** Processes that carry the mark and have not ended: of an environment whose next process waits. */
const familiesOf = (mark) =>
  new Set([...running.values()].filter((entry) => entry.mark === mark).flatMap((entry) => family(entry.child.pid)));

/** Kills children first, because they may hold the pipes open; then reads the rest of the pipes, then reports the end. */
function ended(id, entry, code, signal) {
  running.delete(id);
  unwatch(entry);
  signalGroup(entry.child.pid);
  if (!entry.contained) killMarked([entry.mark], familiesOf(entry.mark));
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    sendJson(frameTypes.exit, id, { ...endOf(entry, code, signal), outOfMemory: entry.outOfMemory, peakBytes: entry.memory.peak });
  };
  entry.child.on('close', tell);
  setTimeout(tell, 200).unref();
}

/** Pipes hold less: more than this was written after the request. */
const inPipesBytes = 2 ** 20;

/** Answers when everything that was in the pipes at the request has been read and sent: after two turns of the event loop without output. */
function flush({ id }) {
  const entry = running.get(id);
  if (!entry) return;
  const lastByte = entry.relayedBytes + inPipesBytes;
  const look = (quietTurns, before) => {
    if (running.get(id) !== entry) return;
    const isQuiet = entry.relayedBytes === before || entry.relayedBytes > lastByte;
    if (!isQuiet || quietTurns === 0) return next(isQuiet ? quietTurns + 1 : 0);
    measure(entry);
    sendJson(frameTypes.flushed, id, { peakBytes: entry.memory.peak });
  };
  const next = (quietTurns) => {
    const before = entry.relayedBytes;
    const later = () => look(quietTurns, before);
    // A paused stream is read again once what was sent before has left.
    if (entry.child.stdio.some((stream) => paused.has(stream))) process.stdout.once('drain', () => setImmediate(later));
    else setImmediate(later);
  };
  next(0);
}

/** Its memory now. Pages that it shares with others count in part (PSS). */
function weigh({ id, process: weighed }) {
  const entry = running.get(weighed);
  const bytesOf = (pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
  sendJson(frameTypes.weighed, id, { bytes: (entry ? family(entry.child.pid) : []).reduce((sum, pid) => sum + bytesOf(pid), 0) });
}

/** Whether a process of the environment holds a connection's other end. */
function owns({ id, environment, connection }) {
  const entries = [...running.values()].filter((entry) => entry.environment === environment);
  sendJson(frameTypes.owned, id, {
    owns: isHeldBy(
      connection,
      entries.flatMap((entry) => family(entry.child.pid)),
    ),
  });
}

const operations = {
  run,
  flush,
  weigh,
  owns,
  sweep: ({ marks }) => killMarked(marks),
  unmount: ({ name }) => takeDown(name),
  terminate: ({ id }) => running.has(id) && terminate(running.get(id)),
  kill: ({ id }) => running.has(id) && kill(running.get(id)),
  watch: ({ id }) => running.has(id) && watch(running.get(id)),
  freeze: ({ id }) => running.has(id) && freeze(running.get(id)),
  thaw: ({ id }) => running.has(id) && thaw(running.get(id)),
};

function endAll() {
  const entries = [...running.values()];
  for (const entry of entries) kill(entry);
  killMarked(entries.map((entry) => entry.mark));
  process.exit(0);
}

let pending = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (pending + text).split('\n');
  pending = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    operations[message.op](message);
  }
});
process.stdin.on('end', endAll);
process.on('SIGTERM', endAll);
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
