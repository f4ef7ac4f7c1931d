// Requests of commands to the cloud's API of an emulator: with a scope, by which it finds the service, and without a signature.
import { accountOf, isMadeHere } from '#core/access-key';
import { LOOK_HEADER } from '#lib/look-header';
import { ask } from './endpoint.ts';

export interface CloudRequest {
  readonly service: string;
  readonly region: string;
  /** Twelve digits; by default the account of the credentials. */
  readonly account?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Only looks: the log has no line of the request, nor is it among the calls that `emulator why` knows. By default those with GET. */
  readonly isLook?: boolean | undefined;
}

/** @throws EmulatorError NOT_RUNNING */
export function cloudRequest(
  url: string,
  { service, region, account, method = 'POST', path = '/', headers, body, signal, isLook = method === 'GET' }: CloudRequest,
): Promise<Response> {
  const key = keyFor(account);
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  return ask(`${url}${path}`, {
    method,
    headers: { ...headers, authorization, ...(isLook && { [LOOK_HEADER]: '1' }) },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The key of the environment for its own account, where the emulator made it: its holder's policies judge the calls. Any other account is its own key. */
function keyFor(account: string | undefined): string {
  const given = process.env['AWS_ACCESS_KEY_ID'] ?? 'test';
  return account === undefined || (isMadeHere(given) && accountOf(given) === account) ? given : account;
}

/** A request in the protocol JSON 1.1; `target`: `Logs_20140328.DescribeLogGroups`. */
export const jsonRequest = (
  url: string,
  target: string,
  input: object,
  scope: Pick<CloudRequest, 'service' | 'region' | 'account' | 'isLook'>,
): Promise<Response> =>
  cloudRequest(url, {
    ...scope,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body: JSON.stringify(input),
  });

/** The account to which requests without another one belong. */
export const accountOfCredentials = (): string => accountOf(process.env['AWS_ACCESS_KEY_ID'] ?? 'test');
