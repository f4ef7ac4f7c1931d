// Addresses to which custom resources and wait conditions send their answers: `/_cloud/cloudformation/answer/<account>/<region>/<token>`.
import type { Ctx } from '#core/ctx';
import type { ResourceContext } from '#core/resources/resource-type';
import { answers } from './state.ts';

export const ANSWER_PATH = '/_cloud/cloudformation/answer/';

/** Creates the address for one resource. `origin` is that by which the sender of the answer reaches the gateway. */
export function openAddress(ctx: ResourceContext, origin = ctx.origin): { url: string; token: string } {
  const token = ctx.random(40);
  ctx.write((tx) => tx.put(ctx.records(answers), [token], { stackId: ctx.stack.id, logicalId: ctx.logicalId, bodies: [] }));
  return { url: `${origin}${ANSWER_PATH}${ctx.account}/${ctx.region}/${token}`, token };
}

const tokenOf = (url: string): string => url.split('/').at(-1)!.split('?')[0]!;
/** This signal is sent when an answer has arrived. */
export const addressKey = (url: string): string => `answer/${tokenOf(url)}`;

export const bodiesAt = (url: string, ctx: Pick<Ctx, 'records'>): readonly string[] =>
  ctx.records(answers).get([tokenOf(url)])?.bodies ?? [];

export const closeAddress = (url: string, ctx: Pick<Ctx, 'records' | 'write'>): void =>
  ctx.write((tx) => tx.delete(ctx.records(answers), [tokenOf(url)]));
