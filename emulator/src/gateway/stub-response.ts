// The answer of a stub where no model has the operation: in the form of the protocol that the request's client speaks.
import type { StubRequest } from '#core/stubs/stub-answers';
import { isObject } from '#lib/json-object';
import { encodeCbor } from '#protocol/cbor/cbor-encoder';
import type { Detected } from '#protocol/detect';
import type { WireResponse } from '#protocol/http/wire';
import { escapeXml } from '#protocol/xml/xml-text';

type Answer = StubRequest['answer'];

export function stubResponse(
  { protocol, operation = '' }: Detected,
  answer: Answer,
  { requestId, isEc2 }: { readonly requestId: string; readonly isEc2: boolean },
): WireResponse {
  const respond = (contentType: string, body: string | Uint8Array): WireResponse => ({
    status: 200,
    headers: { 'content-type': contentType, 'x-amzn-requestid': requestId },
    body,
  });
  switch (protocol) {
    case 'awsJson1_0':
      return respond('application/x-amz-json-1.0', JSON.stringify(answer));
    case 'awsJson1_1':
      return respond('application/x-amz-json-1.1', JSON.stringify(answer));
    case 'awsCbor1_1':
      return respond('application/x-amz-cbor-1.1', encodeCbor(answer));
    case 'rpcv2Cbor': {
      const response = respond('application/cbor', encodeCbor(answer));
      return { ...response, headers: { ...response.headers, 'smithy-protocol': 'rpc-v2-cbor' } };
    }
    case 'awsQueryJson':
      return respond(
        'application/json',
        JSON.stringify({ [`${operation}Response`]: { [`${operation}Result`]: answer, ResponseMetadata: { RequestId: requestId } } }),
      );
    case 'awsQuery':
      return respond('text/xml', isEc2 ? ec2Body(operation, answer, requestId) : queryBody(operation, answer, requestId));
    case 'restXml':
      return respond('application/xml', restBody(answer));
    case 'restJson1':
      return respond('application/json', JSON.stringify(answer));
  }
}

const queryBody = (operation: string, answer: Answer, requestId: string): string =>
  element(`${operation}Response`, { [`${operation}Result`]: answer, ResponseMetadata: { RequestId: requestId } }, 'member');

const ec2Body = (operation: string, answer: Answer, requestId: string): string =>
  element(`${operation}Response`, { requestId, ...answer }, 'item');

/** An answer with one member is that element: `{"ListHealthChecksResponse": {…}}`. */
function restBody(answer: Answer): string {
  const [only, ...others] = Object.entries(answer);
  return only !== undefined && others.length === 0 ? element(only[0], only[1], 'member') : element('Result', answer, 'member');
}

/** `item`: the name of the elements of lists. */
function element(name: string, value: unknown, item: string): string {
  if (value === null || value === undefined) return '';
  const inside = Array.isArray(value)
    ? value.map((each) => element(item, each, item)).join('')
    : isObject(value)
      ? Object.entries(value)
          .map(([key, member]) => element(key, member, item))
          .join('')
      : escapeXml(String(value));
  return `<${name}>${inside}</${name}>`;
}
