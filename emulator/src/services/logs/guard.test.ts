// The policies that decide whether a service may write.
import { describe, expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import type { Principal } from '#core/principal';
import { guard } from './guard.ts';

const document = (Sid: string) => JSON.stringify({ Version: '2012-10-17', Statement: { Sid, Effect: 'Allow' } });
const policies: Readonly<Record<string, { document: string }[]>> = {
  '': [{ document: document('account') }],
  g: [{ document: document('group') }],
};
const as = (principal: Principal) =>
  ({
    account: '000000000000',
    region: 'us-east-1',
    principal,
    records: () => ({ range: ([scope]: string[]) => policies[scope ?? ''] ?? [] }),
  }) as unknown as Ctx;
const SERVICE: Principal = { kind: 'service', service: 'events.amazonaws.com', account: '000000000000' };
const ROLE: Principal = { kind: 'key', account: '000000000000', accessKeyId: undefined, role: 'arn:aws:iam::000000000000:role/r' };
const input = { logGroupName: 'g', logStreamName: 's' };

describe('the guard of log groups', () => {
  it('takes the policies of the account and of the group together', () => {
    const guarded = guard('PutLogEvents', input, as(SERVICE));
    expect(guarded).toMatchObject({
      action: 'logs:PutLogEvents',
      resource: 'arn:aws:logs:us-east-1:000000000000:log-group:g:log-stream:s',
    });
    const { Statement } = JSON.parse(guarded?.policy ?? '{}') as { Statement: { Sid: string }[] };
    expect(Statement.map(({ Sid }) => Sid)).toEqual(['account', 'group']);
    expect(guarded?.grant).toMatch(/^aws logs put-resource-policy .*events\.amazonaws\.com/);
  });
  it('lets those write who have a role, and guards nothing else', () => {
    expect(guard('PutLogEvents', input, as(ROLE))).toBeUndefined();
    expect(guard('GetLogEvents', input, as(SERVICE))).toBeUndefined();
  });
});
