// GetResourceRequestStatus, ListResourceRequests, CancelResourceRequest.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/cloudcontrol';
import { runsOf } from '#resources/runs';
import { progressEvent, put, requestKey, settled } from './progress.ts';
import { type RequestRecord, requests, requestsByTime } from './state.ts';

const DEFAULT_PAGE = 20;

function find(token: string, ctx: Ctx): Frozen<RequestRecord> {
  const found = ctx.records(requests).get([token]);
  if (!found) throw fault('RequestTokenNotFoundException', `Request with token ${token} was not found`);
  return settled(found, ctx);
}

/** The emulator invokes no hooks. */
export const GetResourceRequestStatus = operation('GetResourceRequestStatus', ({ RequestToken }, ctx) => ({
  ProgressEvent: progressEvent(find(RequestToken, ctx)),
  HooksProgressEvent: [],
}));

/** Newest first. */
export const ListResourceRequests = operation(
  'ListResourceRequests',
  ({ MaxResults, NextToken, ResourceRequestStatusFilter: filter }, ctx) => {
    const size = MaxResults ?? DEFAULT_PAGE;
    const matches = ({ operation: of, status }: Frozen<RequestRecord>): boolean =>
      (!filter?.Operations?.length || filter.Operations.includes(of)) &&
      (!filter?.OperationStatuses?.length || filter.OperationStatuses.includes(status));
    const found: [key: [number, string], request: Frozen<RequestRecord>][] = [];
    let before = NextToken === undefined ? undefined : parseToken(NextToken);
    for (;;) {
      const keys = ctx
        .records(requestsByTime)
        .entries([], { reverse: true, limit: size + 1, before })
        .map(([key]) => key);
      for (const key of keys) {
        const request = settled(ctx.records(requests).get([key[1]])!, ctx);
        if (matches(request)) found.push([key, request]);
      }
      before = keys.at(-1);
      if (found.length > size || keys.length <= size) break;
    }
    const page = found.slice(0, size);
    const more = found.length > size ? { NextToken: tokenOf(page.at(-1)![0]) } : {};
    return { ResourceRequestStatusSummaries: page.map(([, request]) => progressEvent(request)), ...more };
  },
);

const tokenOf = (key: readonly [number, string]): string => Buffer.from(key.join(' ')).toString('base64');

function parseToken(token: string): [number, string] {
  const [, ms, id] = /^(\d+) (\S+)$/.exec(Buffer.from(token, 'base64').toString()) ?? [];
  if (ms === undefined || id === undefined) throw fault('InvalidRequestException', 'Invalid NextToken');
  return [Number(ms), id];
}

export const CancelResourceRequest = operation('CancelResourceRequest', ({ RequestToken }, ctx) => {
  const request = find(RequestToken, ctx);
  // A request that was cancelled can be so again (recorded in February 2023)
  if (request.status.startsWith('CANCEL_')) return { ProgressEvent: progressEvent(request) };
  if (request.status !== 'PENDING' && request.status !== 'IN_PROGRESS')
    throw unmodelled('ValidationException', `Request ${RequestToken} is already in status ${request.status}`);
  const run = runsOf(ctx).get(requestKey(RequestToken));
  const cancelled = { ...request, status: run ? 'CANCEL_IN_PROGRESS' : 'CANCEL_COMPLETE' } as const;
  put(cancelled, ctx);
  run?.cancel('The request was cancelled.');
  return { ProgressEvent: progressEvent(cancelled) };
});
