// Takes in a request: answers an earlier one with the same client token, refuses it while another change is under way, or records and
// starts it.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type ProgressEvent } from '#model/cloudcontrol';
import { waitBriefly } from '#resources/wait-briefly';
import { isOver, progressEvent, requestKey, settled } from './progress.ts';
import { busy, clientTokens, type RequestRecord, requests, requestsByTime } from './state.ts';

const CLIENT_TOKEN_MS = 36 * 3_600_000;
const KEPT_MS = 7 * 86_400_000;
const GRACE_MS = 2000;

/** The earlier request with this client token. Throws if that one had another input. */
function askedBefore(clientToken: string | undefined, input: object, ctx: Ctx): Frozen<RequestRecord> | undefined {
  const used = clientToken === undefined ? undefined : ctx.records(clientTokens).get([clientToken]);
  if (!used || used.usedMs + CLIENT_TOKEN_MS <= ctx.now()) return undefined;
  if (used.asked !== digest(input))
    throw fault(
      'ClientTokenConflictException',
      `ClientToken ${clientToken} is already associated with an existing operation with RequestToken ${used.token}`,
    );
  return ctx.records(requests).get([used.token]);
}

const digest = (input: object): string => createHash('sha256').update(JSON.stringify(input)).digest('hex');

type Planned = Pick<RequestRecord, 'identifier' | 'properties' | 'previous'>;
type NewRequest = Planned & Pick<RequestRecord, 'typeName' | 'operation' | 'roleArn' | 'clientToken'>;

interface Input {
  readonly TypeName: string;
  readonly RoleArn?: string | undefined;
  readonly ClientToken?: string | undefined;
}

/** The earlier request with the same client token, or a new one. `plan` supplies the rest of a new one. */
export async function requested(
  operation: RequestRecord['operation'],
  input: Input,
  plan: () => Promise<Planned>,
  ctx: Ctx,
): Promise<{ ProgressEvent: ProgressEvent }> {
  const { TypeName: typeName, RoleArn: roleArn, ClientToken: clientToken } = input;
  const before = () => askedBefore(clientToken, input, ctx);
  let request = before();
  if (!request) {
    const planned = await plan();
    // The same request may have come in during `plan`.
    request = before() ?? (await begin({ typeName, operation, roleArn, clientToken, ...planned }, input, ctx));
  }
  return { ProgressEvent: progressEvent(settled(request, ctx)) };
}

/** Writes the request and the work that runs it, then waits briefly, so that the answer to a short request shows its end. */
async function begin(asked: NewRequest, input: object, ctx: Ctx): Promise<Frozen<RequestRecord>> {
  const token = ctx.id();
  const startedMs = ctx.now();
  const { typeName, identifier, clientToken } = asked;
  if (identifier !== undefined && ctx.records(busy).has([typeName, identifier]))
    throw fault(
      'ConcurrentOperationException',
      `Resource of type ${typeName} with identifier ${identifier} has a conflict with an operation under way.`,
    );
  ctx.write((tx) => {
    tx.put(ctx.records(requests), [token], { ...asked, token, status: 'PENDING', startedMs, trace: ctx.trace });
    tx.put(ctx.records(requestsByTime), [startedMs, token], { token });
    if (identifier !== undefined) tx.put(ctx.records(busy), [typeName, identifier], { token });
    if (clientToken !== undefined) tx.put(ctx.records(clientTokens), [clientToken], { token, usedMs: startedMs, asked: digest(input) });
    ctx.later(tx, 'cloudcontrol.run', [token], startedMs);
    ctx.later(tx, 'cloudcontrol.forget', [token], startedMs + KEPT_MS);
  });
  const now = () => ctx.records(requests).get([token])!;
  await waitBriefly(GRACE_MS, requestKey(token), () => isOver(now()), ctx);
  return now();
}
