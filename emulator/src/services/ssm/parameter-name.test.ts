// Names of parameters.
import { describe, expect, it } from 'vitest';
import { createFlaw, parameterArn, parseParameterRef, pathFlaw, readFlaw } from './parameter-name.ts';

const PLACE = { account: '000000000000', region: 'us-east-1' };

describe('names', () => {
  it.each(['a', '/a', '/a/b.c/d-e_f', 'A.b'])('%s is one', (name) => expect(createFlaw(name, PLACE)).toBeUndefined());
  it.each<[string, string]>([
    ['a b', 'can\'t be prefixed with "ssm"'],
    ['/a//b', 'can\'t be prefixed with "ssm"'],
    ['/a/', 'can\'t be prefixed with "ssm"'],
    ['a/b', 'fully qualified'],
    ['awsome', '"aws" or "ssm"'],
    ['/ssmx', '"aws" or "ssm"'],
    ['/SSM/x', 'can\'t be prefixed with "ssm"'],
    ['/aws/x', 'No access to reserved parameter name: /aws/x.'],
    ['/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16', 'maximum of 15 levels'],
  ])('%s is none', (name, words) => expect(createFlaw(name, PLACE)?.message).toContain(words));
  it('of public parameters can be read', () => expect(readFlaw('/aws/service/x')).toBeUndefined());
  it('make ARNs', () => {
    expect(parameterArn(PLACE, 'a')).toBe('arn:aws:ssm:us-east-1:000000000000:parameter/a');
    expect(parameterArn(PLACE, '/a/b')).toBe('arn:aws:ssm:us-east-1:000000000000:parameter/a/b');
  });
});

describe('what a request asks for', () => {
  it.each([
    [' /a/b ', { names: ['/a/b'], selector: '' }],
    ['a:3', { names: ['a', '/a'], selector: ':3' }],
    ['/a:prod', { names: ['/a', 'a'], selector: ':prod' }],
    ['arn:aws:ssm:us-east-1:000000000000:parameter/a/b:7', { names: ['/a/b', 'a/b'], selector: ':7' }],
    ['arn:aws:ssm:eu-west-1:000000000000:parameter/a', undefined],
    ['arn:aws:sqs:us-east-1:000000000000:a', undefined],
  ])('%s', (text, expected) => expect(parseParameterRef(text, PLACE)).toEqual(expected));
});

describe('paths', () => {
  it.each(['/', '/a', '/a/b/'])('%s is one', (path) => expect(pathFlaw(path)).toBeUndefined());
  it.each(['a', '/a//b', '/a b', ''])('%s is none', (path) => expect(pathFlaw(path)).toContain('must begin with a forward slash'));
});
