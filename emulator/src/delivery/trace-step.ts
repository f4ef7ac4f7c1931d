// The step of a trace that tells of an attempt to deliver.
import type { Context } from '#core/context';
import type { Delivery } from '#core/delivery/delivery';
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';

export const traceStep = ({ trace, targetArn, about }: Frozen<Delivery>, problem: Fault | undefined, ctx: Context) => ({
  trace,
  targetArn,
  from: about.resourceArn,
  atMs: ctx.now(),
  problem: problem && `${problem.code}: ${problem.message}`,
  remedy: problem?.options.remedy,
});
