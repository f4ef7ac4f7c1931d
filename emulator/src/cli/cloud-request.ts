// Requests of commands to the cloud's API of an emulator: with a scope, by which it finds the service, and without a signature.
import { ask } from './endpoint.ts';

export interface CloudRequest {
  readonly service: string;
  readonly region: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** @throws EmulatorError NOT_RUNNING */
export function cloudRequest(
  url: string,
  { service, region, method = 'POST', path = '/', headers, body }: CloudRequest,
): Promise<Response> {
  const key = process.env['AWS_ACCESS_KEY_ID'] ?? 'test';
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  return ask(`${url}${path}`, { method, headers: { ...headers, authorization }, ...(body === undefined ? {} : { body }) });
}

/** A request in the protocol JSON 1.1; `target`: `Logs_20140328.DescribeLogGroups`. */
export const jsonRequest = (
  url: string,
  target: string,
  input: object,
  scope: Pick<CloudRequest, 'service' | 'region'>,
): Promise<Response> =>
  cloudRequest(url, {
    ...scope,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: JSON.stringify(input),
  });
