// The last step of telemetry: sends a batch of events to an HTTP server or TCP port of an extension.

import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Subscription } from './telemetry-subscription.ts';

export interface Sender {
  /** False when delivery failed for good. */
  send(texts: readonly string[]): Promise<boolean>;
  close(): void;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 50;
const ANSWER_WITHIN_MS = 1000;

/** A connection to a port inside the environment. */
export type ConnectTo = (port: number) => Socket;

const onThisMachine: ConnectTo = (port) => connect({ host: '127.0.0.1', port });

export function openDestination(destination: Subscription['destination'], connectTo = onThisMachine): Sender {
  return destination.protocol === 'HTTP' ? httpSender(destination.url, connectTo) : tcpSender(destination.port, connectTo);
}

/** Tries again after a while: the server may still be starting, or be busy. */
async function retried(attempt: () => Promise<boolean>, given: { up: boolean }): Promise<boolean> {
  for (let tries = 0; tries < TRIES && !given.up; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tries));
    if (await attempt()) return true;
  }
  return false;
}

function httpSender(url: string, connectTo: ConnectTo): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const port = Number(new URL(url).port || '80');
  agent.createConnection = () => connectTo(port);
  const given = { up: false };
  const post = (body: Buffer) =>
    new Promise<boolean>((resolve) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const asked = request(url, { method: 'POST', agent, headers, timeout: ANSWER_WITHIN_MS }, (answer) => {
        answer.resume();
        answer.on('close', () => resolve((answer.statusCode ?? 500) < 300));
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => resolve(false));
      asked.end(body);
    });
  return {
    send: (texts) => {
      const body = Buffer.from(`[${texts.join(',')}]`);
      return retried(() => post(body), given);
    },
    close: () => {
      given.up = true;
      agent.destroy();
    },
  };
}

/** One JSON object per line, over one connection. */
function tcpSender(port: number, connectTo: ConnectTo): Sender {
  let socket: Socket | undefined;
  const given = { up: false };
  const open = () => {
    const opened = connectTo(port);
    const forget = () => {
      if (socket === opened) socket = undefined;
    };
    opened.on('error', forget).on('close', forget).unref();
    return opened;
  };
  const write = (text: string) =>
    new Promise<boolean>((resolve) => {
      socket ??= open();
      socket.write(text, (error) => resolve(!error));
    });
  return {
    send: (texts) => retried(() => write(`${texts.join('\n')}\n`), given),
    close: () => {
      given.up = true;
      socket?.destroy();
    },
  };
}
