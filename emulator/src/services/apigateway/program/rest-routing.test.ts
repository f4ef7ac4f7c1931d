// Routing of REST APIs as the cloud was recorded to do it.
import { expect, it } from 'vitest';
import { Router } from './router.ts';

const routes = new Router(
  [
    ['GET', '/'],
    ['POST', '/test'],
    ['GET', '/part1'],
    ['GET', '/part1/hard'],
    ['ANY', '/part1/{id}'],
    ['PUT', '/part1/{id}'],
    ['GET', '/part1/{id}/deep'],
    ['OPTIONS', '/{proxy+}'],
    ['GET', '/{proxy+}'],
  ].map(([method, path]) => ({ method: method!, path: path!, value: `${method} ${path}` })),
  { decodes: false, ignoresTrailingSlash: true },
);

it.each([
  ['GET', '/', 'GET /', {}],
  ['GET', '/part1', 'GET /part1', {}],
  ['GET', '/part1/hard', 'GET /part1/hard', {}],
  ['GET', '/part1/hard/', 'GET /part1/hard', {}],
  ['DELETE', '/part1/hard', 'ANY /part1/{id}', { id: 'hard' }],
  ['PUT', '/part1/7', 'PUT /part1/{id}', { id: '7' }],
  ['GET', '/part1/hard/deep', 'GET /part1/{id}/deep', { id: 'hard' }],
  ['GET', '/part1/hard/other', 'GET /{proxy+}', { proxy: 'part1/hard/other' }],
  ['OPTIONS', '/test', 'OPTIONS /{proxy+}', { proxy: 'test' }],
  ['GET', '/a//b', 'GET /{proxy+}', { proxy: 'a//b' }],
  ['GET', '/part1/test%2Balias', 'ANY /part1/{id}', { id: 'test%2Balias' }],
])('leads %s %s to %s', (method, path, value, parameters) => {
  expect(routes.match(method, path)).toEqual({ value, parameters });
});

it('leads methods that are not known, and paths without a route, nowhere', () => {
  expect(routes.match('PURGE', '/part1/7')).toBeUndefined();
  expect(routes.match('POST', '/none')).toBeUndefined();
});
