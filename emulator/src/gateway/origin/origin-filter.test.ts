import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { readOptions } from '#config/options';
import { createOriginFilter } from './origin-filter.ts';
import { hostName } from './origin-policy.ts';

it('a request that has lost its connection is judged by what it says', () => {
  const log = { in: () => log, write: () => {} };
  const filter = createOriginFilter(
    { options: readOptions({}, {}), log: log as never },
    {
      nameOf: hostName,
      isContentHost: () => false,
      isClaimed: () => false,
    },
  );
  const answer = { status: 0, setHeader: () => {}, end: () => {}, writeHead: (status: number) => Object.assign(answer, { status }) };
  const admitted = (headers: Record<string, string>): boolean =>
    filter.admit({ headers, url: '/', socket: null } as unknown as IncomingMessage, answer as unknown as ServerResponse);
  expect(admitted({ ':authority': 'localhost:4566', ':scheme': 'https' })).toBe(true);
  expect(admitted({ host: 'localhost:4566' })).toBe(true);
  expect(admitted({ host: 'rebound.example' })).toBe(false);
  expect(answer.status).toBe(403);
});
