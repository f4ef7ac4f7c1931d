import { describe, expect, it } from 'vitest';
import { preludeOf, wholeAnswer } from './url-answer.ts';
import { corsHeaders, preflightHeaders } from './url-cors.ts';

const answer = (value: unknown) => wholeAnswer(Buffer.from(JSON.stringify(value)), 'f');

describe('the answer of a function', () => {
  it.each([
    ['a text', 'plain', 'plain'],
    ['a number', 5, '5'],
    ['a list', [1, 2], '[1,2]'],
    ['an object without a status', { body: 'x' }, '{"body":"x"}'],
  ])('is the body where it is %s', (_, value, body) => {
    expect(answer(value)).toEqual({ status: 200, headers: { 'content-type': 'application/json' }, body });
  });

  it('is read where it has a status', () => {
    const headers = { 'X-A': 1, 'Content-Length': 99, 'bad name': 'x', nothing: null, broken: 'a\r\nset-cookie: b' };
    expect(answer({ statusCode: '404', headers, cookies: ['a=1'], body: { n: 1 } })).toEqual({
      status: 404,
      headers: { 'content-type': 'application/json', 'x-a': '1', broken: 'aset-cookie: b', 'set-cookie': ['a=1'] },
      body: '{"n":1}',
    });
  });

  it('is an error where its status is none', () => {
    for (const statusCode of ['no', 99, 200.5, 700]) expect(answer({ statusCode }).status).toBe(502);
    expect(preludeOf('{"statusCode":"no"}')).toBeUndefined();
    expect(preludeOf('not json')).toBeUndefined();
    expect(preludeOf('{}')).toEqual({ status: 200, headers: { 'content-type': 'application/octet-stream' } });
  });
});

// As recorded (LocalStack's suite, lambda_/test_lambda.py::TestLambdaURL::test_lambda_url_invocation[list-mixed], 2025-11)
it('is compact, however the function writes its JSON', () => {
  expect(wholeAnswer(Buffer.from('["hello", 3, true]'), 'f')).toMatchObject({ status: 200, body: '["hello",3,true]' });
  expect(wholeAnswer(Buffer.from('not json'), 'f')).toMatchObject({ body: 'not json' });
});

describe('CORS of a URL', () => {
  it('lets in whom it names', () => {
    expect(corsHeaders({ AllowOrigins: ['*'] }, 'https://a')).toEqual({ 'access-control-allow-origin': '*' });
    expect(corsHeaders({ AllowOrigins: ['*'], AllowCredentials: true }, 'https://a')).toMatchObject({
      'access-control-allow-origin': 'https://a',
      'access-control-allow-credentials': 'true',
    });
    expect(corsHeaders({ AllowOrigins: ['https://b'] }, 'https://a')).toEqual({});
    expect(corsHeaders(undefined, 'https://a')).toEqual({});
    expect(corsHeaders({ AllowOrigins: ['*'] }, undefined)).toEqual({});
  });

  it('lets do what it names', () => {
    const cors = { AllowOrigins: ['*'], AllowMethods: ['GET'], AllowHeaders: ['X-A'] };
    expect(preflightHeaders(cors, 'https://a', { method: 'GET', headers: ['x-a'] })).toMatchObject({
      'access-control-allow-headers': 'x-a',
    });
    expect(preflightHeaders(cors, 'https://a', { method: 'PUT', headers: [] })).toEqual({});
    expect(preflightHeaders(cors, 'https://a', { method: 'GET', headers: ['x-b'] })).toEqual({});
  });
});
