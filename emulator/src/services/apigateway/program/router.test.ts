import { expect, it } from 'vitest';
import { Router } from './router.ts';

const routes = [
  'GET /',
  'GET /pets',
  'POST /pets/{id}',
  'ANY /pets/{id}/toys/{toy}',
  'GET /pets/mine',
  'ANY /files/{path+}',
  'DELETE /pets/{id}',
];
const entries = routes.map((value) => ({ method: value.split(' ')[0]!, path: value.split(' ')[1]!, value }));
const http = new Router(entries, { decodes: true, ignoresTrailingSlash: false });
const rest = new Router(entries, { decodes: false, ignoresTrailingSlash: true });

it.each([
  ['GET', '/', 'GET /', {}],
  ['GET', '/pets', 'GET /pets', {}],
  ['GET', '/pets/mine', 'GET /pets/mine', {}],
  // A static segment without the method gives way to a parameter.
  ['DELETE', '/pets/mine', 'DELETE /pets/{id}', { id: 'mine' }],
  ['PUT', '/pets/a%2Fb/toys/c%20d', 'ANY /pets/{id}/toys/{toy}', { id: 'a/b', toy: 'c d' }],
  ['GET', '/files/a/b//c', 'ANY /files/{path+}', { path: 'a/b//c' }],
])('%s %s is %s', (method, path, value, parameters) => expect(http.match(method, path)).toEqual({ value, parameters }));

it.each([
  ['PUT', '/pets'],
  ['GET', '/pets/'],
  ['GET', '/files'],
  ['GET', '/files/'],
  ['TRACE', '/files/a'],
  ['GET', '//pets'],
])('%s %s has no route', (method, path) => expect(http.match(method, path)).toBeUndefined());

it('can leave parameters encoded, and trailing slashes out', () => {
  expect(rest.match('GET', '/pets/')?.value).toBe('GET /pets');
  expect(rest.match('POST', '/pets/a%2Fb')?.parameters).toEqual({ id: 'a%2Fb' });
});

it('finds one of 600 routes at once', () => {
  const many = Array.from({ length: 600 }, (_, n) => ({ method: 'GET', path: `/v1/things${n}/{id}/parts/{part}`, value: n }));
  const router = new Router(many, { decodes: true, ignoresTrailingSlash: false });
  expect(router.match('GET', '/v1/things599/7/parts/x')).toEqual({ value: 599, parameters: { id: '7', part: 'x' } });
});
