// A request as it comes in: known already by its client token, refused while another one is under way, else written down and begun.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { fault } from '#model/cloudcontrol';
import { runsOf } from '#resources/runs';
import { busy, clientTokens, type RequestRecord, requests, requestsByTime } from './state.ts';

const CLIENT_TOKEN_MS = 36 * 3_600_000;
const KEPT_MS = 7 * 86_400_000;
const GRACE_MS = 2000;

export const requestKey = (token: string): string => `request/${token}`;
export const isOver = ({ status }: Pick<Frozen<RequestRecord>, 'status'>): boolean =>
  status === 'SUCCESS' || status === 'FAILED' || status === 'CANCEL_COMPLETE';

/** The request that a client token was used for. Throws when that one asked for something else. */
export function askedBefore(clientToken: string | undefined, input: object, ctx: Ctx): Frozen<RequestRecord> | undefined {
  const used = clientToken === undefined ? undefined : ctx.records(clientTokens).get([clientToken]);
  if (!used || used.usedMs + CLIENT_TOKEN_MS <= ctx.now()) return undefined;
  if (used.asked !== digest(input))
    throw fault('ClientTokenConflictException', `Client token ${clientToken} was already used in another resource request.`);
  return ctx.records(requests).get([used.token]);
}

const digest = (input: object): string => createHash('sha256').update(JSON.stringify(input)).digest('hex');

export type Asked = Pick<RequestRecord, 'typeName' | 'operation' | 'identifier' | 'roleArn' | 'properties' | 'previous' | 'clientToken'>;

/** Written with what runs it. Waits a moment: what is over soon is over before its answer. */
export async function begin(asked: Asked, input: object, ctx: Ctx): Promise<Frozen<RequestRecord>> {
  const token = ctx.id();
  const startedMs = ctx.now();
  const { typeName, identifier, clientToken } = asked;
  if (identifier !== undefined && ctx.records(busy).has([typeName, identifier]))
    throw fault(
      'ConcurrentOperationException',
      `Resource of type ${typeName} with identifier ${identifier} has a conflict with an operation under way.`,
    );
  ctx.write((tx) => {
    tx.put(ctx.records(requests), [token], { ...asked, token, status: 'PENDING', startedMs });
    tx.put(ctx.records(requestsByTime), [startedMs, token], { token });
    if (identifier !== undefined) tx.put(ctx.records(busy), [typeName, identifier], { token });
    if (clientToken !== undefined) tx.put(ctx.records(clientTokens), [clientToken], { token, usedMs: startedMs, asked: digest(input) });
    ctx.later(tx, 'cloudcontrol.run', [token], startedMs);
    ctx.later(tx, 'cloudcontrol.forget', [token], startedMs + KEPT_MS);
  });
  return grace(token, ctx);
}

async function grace(token: string, ctx: Ctx): Promise<Frozen<RequestRecord>> {
  const untilMs = ctx.now() + GRACE_MS;
  for (;;) {
    const request = ctx.records(requests).get([token])!;
    if (isOver(request) || runsOf(ctx).get(requestKey(token))?.resting || ctx.now() >= untilMs) return request;
    if (!(await ctx.wait(requestKey(token), untilMs))) return ctx.records(requests).get([token])!;
  }
}
