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
  /** Run before the servers' turns, outside of what is measured. */
  readonly prepare?: () => Promise<void>;
}

/** Requests before each round that are not counted: what was idle is slow at first. */
const WARMING = 100;

/** Requests of one kind to one server. */
export interface Side {
  readonly server: Measured;
  /** A function where each request is another one. */
  readonly shot: Shot | (() => Shot);
  /** The requests of a round. */
  readonly count?: number;
}

/**
 * Microseconds of the servers' CPU time per request: for each the least of `rounds` after a first one, each of `count` requests over
 * `connections`. They take turns, as the machine is slow at times.
 */
export const cpuPerRequest = (one: Measured, other: Measured, shot: Shot, load: Load = {}): Promise<[number, number]> =>
  cpuInTurns({ server: one, shot }, { server: other, shot }, load);

/** The same of two kinds of requests. */
export async function cpuInTurns(
  one: Side,
  other: Side,
  { count = 3000, connections = 8, rounds = 3, prepare = async () => {} }: Load = {},
): Promise<[number, number]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const send = async ({ server, shot }: Side, requests: number): Promise<void> => {
    let left = requests;
    const caller = async (): Promise<void> => {
      while (left-- > 0) await fire(server.url, agent, typeof shot === 'function' ? shot() : shot);
    };
    await Promise.all(Array.from({ length: connections }, caller));
  };
  const round = async (side: Side): Promise<number> => {
    const requests = side.count ?? count;
    await send(side, WARMING);
    const beforeMs = side.server.cpuMs();
    await send(side, requests);
    return ((side.server.cpuMs() - beforeMs) * 1000) / requests;
  };
  const costs: [number, number][] = [];
  for (let i = 0; i <= rounds; i++) {
    await prepare();
    costs.push([await round(one), await round(other)]);
  }
  agent.destroy();
  const measured = costs.slice(1);
  return [Math.min(...measured.map(([a]) => a)), Math.min(...measured.map(([, b]) => b))];
}
