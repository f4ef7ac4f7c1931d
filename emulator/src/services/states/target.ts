// A state machine as a target of deliveries: each starts an execution. Express machines also answer senders that wait.
import type { Delivery } from '#core/delivery/delivery';
import type { Target } from '#core/delivery/target';
import { parseStatesArn } from './arns.ts';
import { invalidArn } from './faults.ts';

function inputOf({ targetArn, payload }: Delivery) {
  const arn = parseStatesArn(targetArn);
  if (!arn) throw invalidArn(targetArn);
  const { account, region } = arn;
  return { input: { stateMachineArn: targetArn, input: payload }, options: { account, region } };
}

export const target: Target = {
  send: async (delivery, ctx) => {
    const { input, options } = inputOf(delivery);
    await ctx.call('states', 'StartExecution', input, { ...options, traceHeader: delivery.parameters?.traceHeader });
  },
  invoke: async (delivery, ctx) => {
    const { input, options } = inputOf(delivery);
    return JSON.stringify(await ctx.call('states', 'StartSyncExecution', input, options));
  },
};
