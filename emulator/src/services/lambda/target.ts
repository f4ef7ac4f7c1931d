// A function as a target of deliveries: each becomes an asynchronous invocation, accepted durably.
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { acceptInWrite } from './accept-in-write.ts';

export const target: Target = {
  acceptInWrite,
  send: async ({ targetArn, payload, parameters }, ctx) => {
    const arn = parseArn(targetArn);
    if (!arn) throw new Fault('ResourceNotFoundException', `Function not found: ${targetArn}`);
    const input = { FunctionName: targetArn, InvocationType: 'Event', Payload: Buffer.from(payload) };
    const { account, region } = arn;
    await ctx.call('lambda', 'Invoke', input, { traceHeader: parameters?.traceHeader, account, region });
  },
};
