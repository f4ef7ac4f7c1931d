// Addresses to which custom resources and wait conditions send their answers: `/_cloud/cloudformation/answer/<account>/<region>/<token>`.
import type { Ctx } from '#core/ctx';
import type { ResourceContext } from '#core/resources/resource-type';
import { answers } from './state.ts';

export const ANSWER_PATH = '/_cloud/cloudformation/answer/';

/** The time for which the cloud's addresses take answers. */
const OPEN_MS = 2 * 3_600_000;
export const FORGET_ADDRESS = 'cloudformation.forget-address';

interface AddressOptions {
  /** That by which the sender of the answer reaches the gateway. */
  readonly origin?: string;
  readonly anyText?: boolean;
}

/** Creates the address for one resource. */
export function openAddress(ctx: ResourceContext, { origin = ctx.origin, anyText }: AddressOptions = {}): { url: string; token: string } {
  const token = ctx.random(40);
  const address = { stackId: ctx.stack.id, logicalId: ctx.logicalId, bodies: [], anyText };
  ctx.write((tx) => tx.put(ctx.records(answers), [token], address));
  return { url: `${origin}${ANSWER_PATH}${ctx.account}/${ctx.region}/${token}`, token };
}

const tokenOf = (url: string): string => url.split('/').at(-1)!.split('?')[0]!;
/** The logical id of the resource for which an address was made. */
export const resourceAt = (url: string, ctx: Pick<Ctx, 'records'>): string | undefined =>
  ctx.records(answers).get([tokenOf(url)])?.logicalId;
/** This signal is sent when an answer has arrived. */
export const addressKey = (url: string): string => `answer/${tokenOf(url)}`;

export const bodiesAt = (url: string, ctx: Pick<Ctx, 'records'>): readonly string[] =>
  ctx.records(answers).get([tokenOf(url)])?.bodies ?? [];

export function closeAddress(url: string, ctx: Pick<Ctx, 'records' | 'write' | 'later' | 'now'>): void {
  const token = tokenOf(url);
  const open = ctx.records(answers).get([token]);
  if (!open) return;
  ctx.write((tx) => {
    tx.put(ctx.records(answers), [token], { ...open, bodies: [], closed: true });
    ctx.later(tx, FORGET_ADDRESS, [token], ctx.now() + OPEN_MS);
  });
}
