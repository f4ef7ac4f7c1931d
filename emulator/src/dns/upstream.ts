// Forwards questions that are not about the emulator to another name server, unchanged.
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { failure, SERVER_FAILURE } from './message.ts';

const ANSWER_WITHIN_MS = 5000;

export interface Server {
  readonly host: string;
  readonly port: number;
}

/** Resolves to its answer, or to a failure message when there is none. Uses a new socket per question: its port is hard to guess. */
export function askOverUdp(query: Buffer, { host, port }: Server): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    const end = (answer: Buffer): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(() => end(failure(query, SERVER_FAILURE)), ANSWER_WITHIN_MS);
    timer.unref();
    socket.on('error', () => end(failure(query, SERVER_FAILURE)));
    socket.on('message', (answer) => {
      if (answer.length >= 12 && answer.readUInt16BE(0) === query.readUInt16BE(0)) end(answer);
    });
    // Connected, so that the socket receives from this server only, and notices at once when the port is closed.
    socket.connect(port, host, () => socket.send(query));
  });
}

/** The same over TCP, for answers that are too long for UDP. */
export function askOverTcp(query: Buffer, { host, port }: Server): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let received = Buffer.alloc(0);
    const end = (answer: Buffer): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_WITHIN_MS, () => end(failure(query, SERVER_FAILURE)));
    socket.on('error', () => end(failure(query, SERVER_FAILURE)));
    socket.on('close', () => resolve(failure(query, SERVER_FAILURE)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) end(received.subarray(2, 2 + received.readUInt16BE(0)));
    });
    socket.write(framed(query));
  });
}

/** Prefixes a message with its length, as TCP requires. */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
