// The state of requests: stored, and reported as ProgressEvent.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { ProgressEvent } from '#model/cloudcontrol';
import { runsOf } from '#resources/runs';
import { busy, type RequestRecord, requests } from './state.ts';

const INTERRUPTED = 'The emulator ended while this was in progress.';
/** Limit: characters of the StatusMessage of a request; longer ones are cut. */
const MAX_MESSAGE_LENGTH = 2048;

export const requestKey = (token: string): string => `request/${token}`;
export const isOver = ({ status }: Pick<Frozen<RequestRecord>, 'status'>): boolean =>
  status === 'SUCCESS' || status === 'FAILED' || status === 'CANCEL_COMPLETE';

/** Stores a changed request. When a request is over, its resource is free for the next one. */
export function put(request: Frozen<RequestRecord>, ctx: Ctx): void {
  const { token, typeName, identifier } = request;
  ctx.write((tx) => {
    tx.put(ctx.records(requests), [token], request);
    if (identifier !== undefined) {
      const key = [typeName, identifier] as const;
      const holder = ctx.records(busy).get([...key])?.token;
      if (isOver(request) && holder === token) tx.delete(ctx.records(busy), [...key]);
      if (!isOver(request) && holder === undefined) tx.put(ctx.records(busy), [...key], { token });
    }
    tx.after(() => ctx.wake(requestKey(token)));
  });
}

/** Fails a request whose process has ended. */
export function settled(request: Frozen<RequestRecord>, ctx: Ctx): Frozen<RequestRecord> {
  if (isOver(request) || request.runner === undefined || request.runner === runsOf(ctx).id) return request;
  const failed = { ...request, status: 'FAILED', errorCode: 'InternalFailure', message: INTERRUPTED } as const;
  put(failed, ctx);
  return failed;
}

export const progressEvent = ({ token, startedMs, ...request }: Frozen<RequestRecord>): ProgressEvent => ({
  TypeName: request.typeName,
  Identifier: request.identifier,
  RequestToken: token,
  Operation: request.operation,
  OperationStatus: request.status,
  EventTime: new Date(startedMs),
  StatusMessage: request.message?.slice(0, MAX_MESSAGE_LENGTH),
  ErrorCode: request.errorCode as ProgressEvent['ErrorCode'],
});
