// GET /_cloud/function/runtimes: the runtimes that functions may have.
import type { Route } from '#core/route';
import { table } from '#lib/table';
import { DEPRECATED, SUPPORTED } from './runtimes.ts';

const FILTERS: Readonly<Record<string, readonly string[]>> = table({
  supported: SUPPORTED,
  deprecated: DEPRECATED,
  all: [...SUPPORTED, ...DEPRECATED],
});
const JSON_TYPE = { 'content-type': 'application/json' };

export const route: Route = ({ method, path, query }) => {
  if (path.replace(/\/$/, '') !== '/_cloud/function/runtimes') return answer(404, { message: `There is nothing at ${path}.` });
  if (method !== 'GET' && method !== 'HEAD') return answer(405, { message: 'Runtimes are only read.' });
  const runtimes = FILTERS[query.get('filter') ?? 'supported'];
  if (!runtimes) return answer(400, { message: `filter takes ${Object.keys(FILTERS).join(', ')}.` });
  return answer(200, { Runtimes: runtimes });
};

const answer = (status: number, body: object) => ({ status, headers: JSON_TYPE, body: JSON.stringify(body) });
