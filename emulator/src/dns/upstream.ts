// Hands questions that are not about the emulator to another name server, as they are.
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { failure, SERVER_FAILURE } from './message.ts';

const ANSWER_WITHIN_MS = 5000;

export interface Server {
  readonly host: string;
  readonly port: number;
}

/** Its answer, or one that says that there is none. A socket per question: its port is hard to guess. */
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
    // Connected, so that only this server is heard, and a port that nobody listens on is noticed at once.
    socket.connect(port, host, () => socket.send(query));
  });
}

/** The same for answers that are too long for UDP. */
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

/** Over TCP a message follows its length. */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
