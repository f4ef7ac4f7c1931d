// Filter patterns against messages: the examples of the documentation, and invalid patterns.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { compileFilterPattern } from './filter-pattern.ts';

const BAD_REQUEST = '[ERROR 400] BAD REQUEST';
const UNAUTHORIZED = '[ERROR 401] UNAUTHORIZED REQUEST';
const MISSING = '[ERROR 419] MISSING ARGUMENTS';
const INVALID = '[ERROR 420] INVALID ARGUMENTS';
const MESSAGES = [BAD_REQUEST, UNAUTHORIZED, MISSING, INVALID];
const matching = (pattern: string, messages: readonly string[]): string[] => {
  const compiled = compileFilterPattern(pattern);
  return messages.filter((message) => compiled.matches(message));
};

describe('terms', () => {
  it.each<[string, string[]]>([
    ['', MESSAGES],
    ['" "', MESSAGES],
    ['ERROR', MESSAGES],
    ['error', []],
    ['ERROR ARGUMENTS', [MISSING, INVALID]],
    ['?ARGUMENTS ?UNAUTHORIZED', [UNAUTHORIZED, MISSING, INVALID]],
    ['ERROR -ARGUMENTS', [BAD_REQUEST, UNAUTHORIZED]],
    ['-"BAD REQUEST" -MISSING', [UNAUTHORIZED, INVALID]],
    ['"BAD REQUEST"', [BAD_REQUEST]],
    ['?BAD ERROR', MESSAGES],
    ['%4[12]\\d%', [MISSING, INVALID]],
    ['ERROR -%40[01]%', [MISSING, INVALID]],
  ])('%s', (pattern, expected) => expect(matching(pattern, MESSAGES)).toEqual(expected));

  it.each(['a@b', '"open', '%open', 'foo"bar"', '%a(b)%', '%a!%', '%%', '%[z-a]%', '%a{2,1}%', '%a{9999}%'])('refuses %s', (pattern) =>
    expect(() => compileFilterPattern(pattern)).toThrow(/Invalid/),
  );
});

describe('regular expressions', () => {
  it.each<[string, string, boolean]>([
    ['^ab', 'abc', true],
    ['^b', 'abc', false],
    ['c$', 'abc', true],
    ['b$', 'abc', false],
    ['colou?r', 'the color', true],
    ['gr[ae]y|white', 'off-white', true],
    ['10\\.10\\.0\\.1', '10.10.001', false],
    ['a.*z', `a${'b'.repeat(100)}z`, true],
    ['x\\x28y', 'x(y', true],
    ['[^0-9]{3}$', '12abc', true],
    ['^\\w+\\s\\S+$', 'one two', true],
    ['^a{2,3}$', 'aaaa', false],
    ['^a{2,}$', 'aaaa', true],
  ])('%s on %s', (regex, text, expected) => expect(compileFilterPattern(`%${regex}%`).matches(text)).toBe(expected));

  it('takes time in proportion to the text, whatever the expression', () => {
    const pattern = compileFilterPattern(`%${'a*'.repeat(20)}b%`);
    expect(
      processorMs(() => {
        expect(pattern.matches('a'.repeat(50_000))).toBe(false);
      }),
    ).toBeLessThan(2000);
  });
});

describe('JSON conditions', () => {
  const event = JSON.stringify({
    eventType: 'UpdateTrail',
    sourceIPAddress: '111.111.111.111',
    arrayKey: ['value', 'another value'],
    objectList: [
      { name: 'a', id: 1 },
      { name: 'b', id: 2 },
    ],
    SomeObject: null,
    ok: true,
    latency: 50.5,
    code: 404,
    'dotted.name': 'x',
    user: { id: 1 },
  });
  it.each<[string, boolean]>([
    ['{ $.eventType = "UpdateTrail" }', true],
    ['{$.eventType="UpdateTrail"}', true],
    ['{ $.eventType = UpdateTrail }', true],
    ['{ $.eventType = "Update*" }', true],
    ['{ $.eventType = Trail }', false],
    ['{ $.eventType = %Trail% }', true],
    ['{ $.sourceIPAddress != 123.123.* }', true],
    ['{ $.sourceIPAddress = 111.* }', true],
    ['{ $.arrayKey[0] = "value" }', true],
    ['{ $.arrayKey[*] = "another*" }', true],
    ['{ $.objectList[1].id = 2 }', true],
    ['{ $.objectList[*].id > 2 }', false],
    ['{ $.SomeObject IS NULL }', true],
    ['{ $.user IS NULL }', false],
    ['{ $.SomeOtherObject NOT EXISTS }', true],
    ['{ $.SomeObject NOT EXISTS }', false],
    ['{ $.ok IS TRUE }', true],
    ['{ $.ok IS FALSE }', false],
    ['{ $.user = "*" }', true],
    ['{ $.nobody != "x" }', false],
    ['{ $.latency > 50 }', true],
    ['{ $.latency <= 5.05e1 }', true],
    ['{ $.latency < 5e-3 }', false],
    ['{ $.code = 4* }', true],
    ['{ $.code != 404 }', false],
    ['{ $.["dotted.name"] = x }', true],
    ['{ ($.user.id = 1) && ($.code = 500 || $.eventType = "Update*") }', true],
    ['{ $.user.id = 2 && $.code = 404 || $.ok IS TRUE }', true],
    ['{ $.user.id = 2 && ($.code = 404 || $.ok IS TRUE) }', false],
  ])('%s', (pattern, expected) => expect(compileFilterPattern(pattern).matches(event)).toBe(expected));

  it('matches no message that is not JSON', () => expect(compileFilterPattern('{ $.a NOT EXISTS }').matches('plain text')).toBe(false));
  it('gives back what it compared', () =>
    expect(compileFilterPattern('{ $.code = 404 && $.eventType = * }').extract(event)).toEqual({
      '$.code': '404',
      '$.eventType': 'UpdateTrail',
    }));
  it.each([
    '{}',
    '{ $.a }',
    '{ a = 1 }',
    '{ $.a = }',
    '{ $.a = "x" && }',
    '{ ($.a = 1 }',
    '{ $.a < "x" }',
    '{ $.a IS 5 }',
    `{ ${'('.repeat(400)} }`,
  ])('refuses %s', (pattern) => expect(() => compileFilterPattern(pattern)).toThrow('Invalid filter pattern'));
  it('says what an open brace lacks', () =>
    expect(() => compileFilterPattern('{ $.a = 1')).toThrow("If a filter pattern starts with '{' it must end with '}'"));
});

describe('space-delimited fields', () => {
  const event = '127.0.0.1 Prod frank [10/Oct/2000:13:25:15 -0700] "GET /index.html HTTP/1.0" 404 1534';
  it.each<[string, boolean]>([
    ['[ip, user, username, timestamp, request, status, bytes]', true],
    ['[ip, user, username, timestamp, request, status]', false],
    ['[ip, user, username, timestamp, request =*.html*, status_code = 4*, bytes]', true],
    ['[..., status = 404, bytes > 1000]', true],
    ['[..., status = 404, bytes > 2000]', false],
    ['[ip = 127.*, ...]', true],
    ['[ip = %^10%, ...]', false],
    ['[..., status = 404 || status = 410, bytes]', true],
    ['[ip, ..., bytes]', true],
    ['[..., (status != 404 && status != 410), bytes]', false],
  ])('%s', (pattern, expected) => expect(compileFilterPattern(pattern).matches(event)).toBe(expected));

  it('names what it found, by position where it has no name', () =>
    expect(compileFilterPattern('[ip, ..., request, , bytes]').extract(event)).toEqual({
      $ip: '127.0.0.1',
      $2: 'Prod',
      $3: 'frank',
      $4: '10/Oct/2000:13:25:15 -0700',
      $request: 'GET /index.html HTTP/1.0',
      $6: '404',
      $bytes: '1534',
    }));
  it.each(['[a', '[a, b = ]', '[a = 1 && b = 2]', '[..., a, ...]', '[a b]'])('refuses %s', (pattern) =>
    expect(() => compileFilterPattern(pattern)).toThrow(/filter pattern/),
  );
});
