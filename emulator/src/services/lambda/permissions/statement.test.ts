import { describe, expect, it } from 'vitest';
import { parsePolicy } from '#core/policy/parse-policy';
import { policyText, statementOf, statementsIn } from './statement.ts';

const asked = { FunctionName: 'fn', StatementId: 's1', Action: 'lambda:InvokeFunction', Principal: 'events.amazonaws.com' };
const ARN = 'arn:aws:lambda:us-east-1:123456789012:function:fn';

describe('a permission', () => {
  it('becomes a statement as the service writes it', () => {
    const more = { SourceArn: 'arn:aws:events:us-east-1:123456789012:rule/r', SourceAccount: '123456789012' };
    expect(JSON.stringify(statementOf({ ...asked, ...more }, ARN, 'aws'))).toBe(
      `{"Sid":"s1","Effect":"Allow","Principal":{"Service":"events.amazonaws.com"},"Action":"lambda:InvokeFunction","Resource":"${ARN}","Condition":{"StringEquals":{"AWS:SourceAccount":"123456789012"},"ArnLike":{"AWS:SourceArn":"arn:aws:events:us-east-1:123456789012:rule/r"}}}`,
    );
  });

  it.each([
    ['*', '*'],
    ['123456789012', { AWS: 'arn:aws:iam::123456789012:root' }],
    ['arn:aws:iam::123456789012:role/r', { AWS: 'arn:aws:iam::123456789012:role/r' }],
    ['s3.amazonaws.com', { Service: 's3.amazonaws.com' }],
  ])('names %s', (principal, expected) => {
    expect(statementOf({ ...asked, Principal: principal }, ARN, 'aws').Principal).toEqual(expected);
  });

  it('keeps every condition', () => {
    const { Condition } = statementOf(
      {
        ...asked,
        Action: 'lambda:InvokeFunctionUrl',
        Principal: '*',
        PrincipalOrgID: 'o-1234567890',
        EventSourceToken: 'amzn1.ask',
        FunctionUrlAuthType: 'NONE',
      },
      ARN,
      'aws',
    );
    expect(Condition).toEqual({
      StringEquals: {
        'lambda:EventSourceToken': 'amzn1.ask',
        'lambda:FunctionUrlAuthType': 'NONE',
        'aws:PrincipalOrgID': 'o-1234567890',
      },
    });
  });

  it('says of function URLs for whom they are', () => {
    const url = { ...asked, Action: 'lambda:InvokeFunctionUrl', Principal: '*' };
    expect(() => statementOf(url, ARN, 'aws')).toThrow('You must specify lambda:FunctionUrlAuthType condition');
    expect(() => statementOf({ ...asked, FunctionUrlAuthType: 'NONE' }, ARN, 'aws')).toThrow('only supported for lambda:InvokeFunctionUrl');
  });

  it('refuses a principal that is none', () => {
    expect(() => statementOf({ ...asked, Principal: 'somebody' }, ARN, 'aws')).toThrow('The provided principal was invalid.');
  });

  it('makes policies that the evaluator reads', () => {
    const text = policyText([statementOf(asked, ARN, 'aws')]);
    expect(parsePolicy(text).statements).toHaveLength(1);
    expect(statementsIn(text)).toHaveLength(1);
  });
});
