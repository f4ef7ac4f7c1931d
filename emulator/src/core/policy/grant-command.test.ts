// Commands that grant access survive a shell.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { grantCommand, policyWith, quoted, statementFor } from './grant-command.ts';

const inShell = (word: string): string => execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });

it.each(["it's", "''", '$HOME `x` "y" \\', "a'b'c", ''])('is one word of a shell: %j', (text) => expect(inShell(quoted(text))).toBe(text));

it('keeps what a policy says already, and its version', () => {
  const added = { Sid: 'added' };
  expect(JSON.parse(policyWith(added))).toEqual({ Version: '2012-10-17', Statement: [added] });
  expect(JSON.parse(policyWith(added, '{"Version":"2008-10-17","Id":"x","Statement":{"Sid":"a"}}'))).toEqual({
    ...{ Version: '2008-10-17', Id: 'x' },
    Statement: [{ Sid: 'a' }, added],
  });
});

it('lets a service in for one resource alone, if that is known', () => {
  const service = { kind: 'service', service: 'events.amazonaws.com', account: '000000000000' } as const;
  expect(statementFor({ ...service, sourceArn: 'arn:x' }, 'sqs:SendMessage', 'arn:q')).toMatchObject({
    Principal: { Service: 'events.amazonaws.com' },
    Condition: { ArnEquals: { 'aws:SourceArn': 'arn:x' } },
  });
  expect(statementFor(service, 'sqs:SendMessage', 'arn:q')).not.toHaveProperty('Condition');
});

it('quotes names with an apostrophe', () => {
  const command = grantCommand('kinesis', 'arn:s', { action: 'kinesis:PutRecord', principal: { AWS: "arn:aws:iam::1:role/it's" } });
  const [, policy] = /--policy (.*)$/s.exec(command)!;
  expect(JSON.parse(inShell(policy!))).toMatchObject({ Statement: [{ Principal: { AWS: "arn:aws:iam::1:role/it's" } }] });
});
