// Events that are published over HTTP: `POST /event`.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { readObject } from '#lib/json-object';
import { Unauthorized } from '#services/appsync/authorize/caller';
import type { EventApi } from '#services/appsync/state';
import { publishEvents } from './publish-events.ts';

/** Limit: bytes of a request that publishes events. */
const MAX_BODY = 1_200_000;

export interface EventAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: object;
  /** The publication, for the trace. */
  readonly name: string;
  readonly reason?: string | undefined;
}

const refusal = (status: number, errorType: string, message: string, name = 'a request', reason = message): EventAnswer => ({
  ...{ status, body: { errors: [{ errorType, message }] }, name, reason },
});

export async function answerEvents(api: Frozen<EventApi>, path: string, request: RouteRequest, ctx: Ctx): Promise<EventAnswer> {
  if (path.replace(/\/$/, '') !== '/event') return refusal(404, 'NotFoundException', `The API has nothing at ${path}.`);
  if (request.method !== 'POST') return refusal(405, 'MethodNotAllowedException', 'Events are published by POST.');
  const body = await request.body();
  if (body.length > MAX_BODY) return refusal(413, 'RequestEntityTooLargeException', `A request can have at most ${MAX_BODY} bytes.`);
  const given = readObject(Buffer.from(body).toString());
  if (!given) return refusal(400, 'BadRequestException', 'Request body contains invalid JSON.');
  const { channel, events } = given;
  const name = `publish to ${typeof channel === 'string' ? channel.slice(0, 300) : 'no channel'}`;
  try {
    const { headers, remoteAddress: sourceIp } = request;
    const verifySignature = () => request.verifySignature(body, 'appsync');
    const outcome = await publishEvents({ api, channel, events, headers, sourceIp, verifySignature, requestId: ctx.requestId, ctx });
    if ('refused' in outcome) {
      const { errorType, message } = outcome.refused;
      return refusal(statusOf(errorType), errorType, message, name, `${outcome.isHandlers ? 'onPublish: ' : ''}${message}`);
    }
    const { successful, failed } = outcome;
    return { status: 200, body: { failed, successful }, name, reason: failed[0]?.message };
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
    return refusal(401, 'UnauthorizedException', error.message, name, error.reason);
  }
}

const statusOf = (errorType: string): number =>
  errorType === 'UnauthorizedException' ? 401 : errorType === 'NotFoundException' ? 404 : 400;
