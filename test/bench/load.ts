// A load of identical requests over kept connections, and what it costs the server in CPU time.
import http from 'node:http';
import type { Measured } from './process.ts';

export interface Shot {
  readonly method?: string;
  /** Status of a good answer; 200 unless told. */
  readonly expect?: number;
  readonly path?: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export function fire(url: string, agent: http.Agent, { method = 'POST', path = '/', headers, body, expect = 200 }: Shot): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}${path}`,
      { method, agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => (answer.statusCode === expect ? resolve(text) : reject(new Error(`${answer.statusCode} ${text}`))));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

interface Load {
  readonly count?: number;
  readonly connections?: number;
  readonly rounds?: number;
  /** Run before each round, outside of what is measured. */
  readonly prepare?: () => Promise<void>;
}

/** Microseconds of the server's CPU time per request: the least of `rounds` after a first one, each of `count` requests over `connections`. */
export async function cpuPerRequest(
  server: Measured,
  shot: Shot,
  { count = 3000, connections = 8, rounds = 3, prepare = async () => {} }: Load = {},
): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const round = async (): Promise<number> => {
    await prepare();
    const beforeMs = server.cpuMs();
    let left = count;
    const caller = async (): Promise<void> => {
      while (left-- > 0) await fire(server.url, agent, shot);
    };
    await Promise.all(Array.from({ length: connections }, caller));
    return ((server.cpuMs() - beforeMs) * 1000) / count;
  };
  await round();
  const all: number[] = [];
  for (let i = 0; i < rounds; i++) all.push(await round());
  agent.destroy();
  return Math.min(...all);
}
