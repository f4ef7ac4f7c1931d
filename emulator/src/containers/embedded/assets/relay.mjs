// The way out of an environment's own network, which has only a loopback interface: runs inside and passes connections on to socket files of
// the emulator; telemetry for extensions comes the other way. Also serves as the network's name server.
// $1: JSON {ports: [[port, socket]], inbound: socket, names, leave, host}. Ends with the spawner.

import { createSocket } from 'node:dgram';
import { connect, createServer, Socket } from 'node:net';

const { ports, inbound, names, leave, host } = JSON.parse(process.argv[2]);
const DNS_PORT = 53;
/** Before a connection from outside: whether it only asks if something listens, and the port to which it goes. */
const HEAD_BYTES = 3;

function join(one, other) {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other).pipe(one);
}

const listening = (server, ...where) => new Promise((resolve, reject) => server.once('error', reject).listen(...where, resolve));
const relayTo = (path) =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => join(socket, connect({ path, allowHalfOpen: true })));

/** Listens on both address families, where the kernel has both. */
async function listenOn(port, path) {
  await listening(relayTo(path), { port, host: '::' }).catch(() => listening(relayTo(path), { port, host: '0.0.0.0' }));
}

/** A connection that only asks gets a byte where something listens, and is closed. */
const inward = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('readable', function take() {
    const head = socket.read(HEAD_BYTES);
    if (head === null) return socket.once('readable', take);
    const inside = connect({ host: '127.0.0.1', port: head.readUInt16BE(1), allowHalfOpen: true, noDelay: true });
    if (head[0] === 0) return join(socket, inside);
    inside.once('connect', () => socket.end('1')).once('error', () => socket.destroy());
    socket.once('close', () => inside.destroy());
  });
});

// --- names

const ours = new RegExp(names);
const left = leave
  .split(',')
  .filter(Boolean)
  .map((pattern) => new RegExp(pattern));
const isOurs = (name) => name === host || (ours.test(name) && !left.some((pattern) => pattern.test(name)));
const A = 1;
const HEADER_BYTES = 12;

/** The name and type of the only question, and the position of its end. */
function questionOf(query) {
  const labels = [];
  let at = HEADER_BYTES;
  for (let length = query[at]; length !== 0; length = query[at]) {
    if (length === undefined || length > 63) return undefined;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (query.length < at + 5) return undefined;
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** 127.0.0.1 for the gateway's names, "no such name" for all others. */
function answerTo(query) {
  if (query.length < HEADER_BYTES || query.readUInt16BE(4) !== 1) return undefined;
  const question = questionOf(query);
  if (!question) return undefined;
  const known = isOurs(question.name);
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  // A response with recursion available: 0 is success, 3 is no such name.
  header.writeUInt16BE(0x8180 | (known ? 0 : 3), 2);
  const answers = known && question.type === A;
  for (const [at, count] of [
    [4, 1],
    [6, answers ? 1 : 0],
    [8, 0],
    [10, 0],
  ])
    header.writeUInt16BE(count, at);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, question.end), ...(answers ? [record] : [])]);
}

const nameServer = createSocket('udp4');
nameServer.on('message', (query, { port, address }) => {
  const answer = answerTo(query);
  if (answer) nameServer.send(answer, port, address);
});
nameServer.on('error', () => {});

// The spawner holds the other end as long as it lives.
const LIFELINE = new Socket({ fd: 3 });
LIFELINE.on('error', () => process.exit(0))
  .on('end', () => process.exit(0))
  .resume();
await Promise.all([
  ...ports.map(([port, path]) => listenOn(port, path)),
  listening(inward, inbound),
  new Promise((resolve) => nameServer.bind(DNS_PORT, '127.0.0.1', resolve)),
]);
process.stdout.write('ready\n');
