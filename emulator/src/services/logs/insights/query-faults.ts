// Errors of queries of log events, in the words of the cloud.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { fault } from '#model/logs';
import type { QueryError } from './language/query-error.ts';

/** These errors end with the facts of the request (recorded in 2023). */
const withFacts = (message: string, code: string, { requestId }: Ctx): string =>
  `${message} (Service: AWSLogs; Status Code: 400; Error Code: ${code}; Request ID: ${requestId}; Proxy: null)`;

export const noQueriedGroup = (name: string, ctx: Ctx): Fault =>
  fault(
    'ResourceNotFoundException',
    withFacts(`Log group '${name}' does not exist for account ID '${ctx.account}'`, 'ResourceNotFoundException', ctx),
  );

export const malformedQuery = (message: string, ctx: Ctx, location?: QueryError['location']): Fault =>
  fault('MalformedQueryException', withFacts(message, 'MalformedQueryException', ctx), {
    queryCompileError: { message, ...(location && { location }) },
  });

export const noQuery = (id: string): Fault => fault('ResourceNotFoundException', `Query with ID ${id} does not exist.`);
