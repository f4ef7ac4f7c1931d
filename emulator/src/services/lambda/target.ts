// A function as a target of deliveries: an asynchronous invocation, taken in durably.
import { Fault } from '#core/fault';
import type { Target } from '#core/outbox';
import { parseArn } from '#lib/arn';

export const target: Target = {
  send: async ({ targetArn, payload, as, parameters: { TraceHeader: trace } = {} }, ctx) => {
    const arn = parseArn(targetArn);
    if (!arn) throw new Fault('ResourceNotFoundException', `Function not found: ${targetArn}`);
    const input = { FunctionName: targetArn, InvocationType: 'Event', Payload: Buffer.from(payload) };
    const traceHeader = typeof trace === 'string' ? trace : undefined;
    await ctx.call('lambda', 'Invoke', input, { as, traceHeader, account: arn.account, region: arn.region });
  },
};
