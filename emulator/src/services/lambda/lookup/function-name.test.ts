import { describe, expect, it } from 'vitest';
import { functionArn, parseFunctionName, versionName, versionNumber } from './function-name.ts';

describe('a function name', () => {
  it.each([
    ['fn', { name: 'fn' }],
    ['fn:prod', { name: 'fn', qualifier: 'prod' }],
    ['fn:$LATEST', { name: 'fn', qualifier: '$LATEST' }],
    ['function:fn', { name: 'fn' }],
    ['123456789012:function:fn', { name: 'fn', account: '123456789012' }],
    ['eu-west-1:123456789012:function:fn:7', { name: 'fn', account: '123456789012', region: 'eu-west-1', qualifier: '7' }],
    ['arn:aws:lambda:us-gov-west-1:123456789012:function:fn', { name: 'fn', account: '123456789012', region: 'us-gov-west-1' }],
    [
      'arn:aws-cn:lambda:cn-north-1:123456789012:function:a_b-c:live',
      { name: 'a_b-c', account: '123456789012', region: 'cn-north-1', qualifier: 'live' },
    ],
  ])('reads %s', (text, expected) => {
    expect(parseFunctionName(text)).toEqual({ qualifier: undefined, region: undefined, account: undefined, ...expected });
  });

  it.each(['', 'a b', 'fn:', 'fn:a:b:c', 'arn:aws:sqs:us-east-1:123456789012:function:fn', 'ä'])('refuses %s', (text) => {
    expect(parseFunctionName(text)).toBeUndefined();
  });

  it('is written as an ARN of its partition', () => {
    expect(functionArn({ account: '123456789012', region: 'cn-north-1' }, 'fn', '1')).toBe(
      'arn:aws-cn:lambda:cn-north-1:123456789012:function:fn:1',
    );
  });

  it('has versions that are numbers, the latest being none', () => {
    expect(['$LATEST', '1', '120', '0', '01', 'prod'].map(versionNumber)).toEqual([0, 1, 120, undefined, undefined, undefined]);
    expect([0, 3].map(versionName)).toEqual(['$LATEST', '3']);
  });
});
