// APIs as targets of deliveries (`arn:aws:execute-api:REGION:ACCOUNT:API/STAGE/METHOD/path`): each is one request that takes the steps of any other.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-gateway-target.html
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import { sendTogether } from '#core/delivery/send-together';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import type { RouteResponse } from '#core/route';
import { parseArn } from '#lib/arn';
import { ownerOfApi } from '#services/apigateway/addresses/api-ids';
import type { LocatedApi } from '#services/apigateway/addresses/locate';
import { answerHttp } from '#services/apigateway/http/answer-http';
import { answerRest } from '#services/apigateway/rest/answer-rest';
import { deliveryRequest } from './delivery-request.ts';

/** As for API destinations: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html, "API destination error codes" */
const RETRIED = new Set([401, 407, 409, 429]);
/** Limit: bytes of the answer of an API that is called as a target. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

const send = async (delivery: Delivery, ctx: Ctx): Promise<void> => {
  await invoke(delivery, ctx);
};

export const target: Target = { invoke, send, sendAll: sendTogether(send) };

/** Returns the body of the answer. */
async function invoke(delivery: Delivery, ctx: Ctx): Promise<string> {
  const { method, located } = requestedApi(delivery, ctx);
  const request = deliveryRequest({ delivery, method, apiId: located.owner.id, ctx: located.there });
  const plane = located.owner.protocol === 'REST' ? answerRest : answerHttp;
  const answer = await plane({ ...located, path: request.path }, request);
  const body = await bodyOf(answer);
  if (answer.status >= 200 && answer.status < 300) return body;
  const isRetried = RETRIED.has(answer.status) || answer.status >= 500;
  throw new Fault('SDK_CLIENT_ERROR', `The API ${located.owner.id} answered with status ${answer.status}.`, {
    ...(isRetried && { blame: 'server' }),
  });
}

function requestedApi({ targetArn }: Delivery, ctx: Ctx): { readonly method: string; readonly located: LocatedApi } {
  const { account, region, resource = '' } = parseArn(targetArn) ?? {};
  const [apiId = '', stage = '', method = ''] = resource.split('/');
  const owner = ownerOfApi(apiId, ctx);
  if (!owner || owner.account !== account || owner.region !== region)
    throw new Fault('ResourceNotFoundException', `The API of ${targetArn} does not exist.`);
  if (owner.protocol === 'WEBSOCKET')
    throw new Fault('InvalidParameter', `${targetArn} is a WebSocket API: only REST and HTTP APIs take requests.`);
  if (stage === '*') throw new Fault('InvalidParameter', `${targetArn} names no stage: write the name of one in place of the first *.`);
  const there = ctx.in({ account, region });
  return { method: /^[A-Z]+$/.test(method) ? method : 'POST', located: { owner, there, stage, path: '/', basePath: '' } };
}

async function bodyOf({ body = '' }: RouteResponse): Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Fault('SDK_CLIENT_ERROR', `The answer of the API is larger than ${MAX_ANSWER_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
