// A connection of the event bus service adds to requests: its credentials, and further headers, query parameters and members of the body.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Owned } from '#core/owned';
import { parseArn } from '#lib/arn';
import { readToken, type TokenClient, TokenError, tokenRequest } from '#lib/client-credentials';
import { ExchangeError, exchange } from '#lib/http-exchange';
import { TaskFailure, type TaskRequest } from '#services/states/integrations/task-request';

interface NamedValue {
  readonly Key?: string | undefined;
  readonly Value?: string | undefined;
}

export interface ConnectionParts {
  readonly headers: readonly NamedValue[];
  readonly query: readonly NamedValue[];
  readonly body: readonly NamedValue[];
}

/** The document in the secret of a connection. */
interface SecretDocument {
  readonly username?: string;
  readonly password?: string;
  readonly api_key_name?: string;
  readonly api_key_value?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly authorization_endpoint?: string;
  readonly http_method?: string;
  readonly oauth_http_parameters?: SecretParameters;
  readonly invocation_http_parameters?: SecretParameters;
}
type SecretParameter = { readonly key?: string; readonly value?: string };
interface SecretParameters {
  readonly header_parameters?: readonly SecretParameter[];
  readonly query_string_parameters?: readonly SecretParameter[];
  readonly body_parameters?: readonly SecretParameter[];
}

/** Errors of connections: https://docs.aws.amazon.com/step-functions/latest/dg/call-https-apis.html */
const failure = (name: string, cause: string): TaskFailure => new TaskFailure(`Events.ConnectionResource.${name}`, cause);

/** @throws TaskFailure */
export async function connectionParts(arn: string, { roleArn }: TaskRequest, ctx: Ctx): Promise<ConnectionParts> {
  const { SecretArn, modified } = await describe(arn, roleArn, ctx);
  const secret = await readSecret(arn, SecretArn, roleArn, ctx);
  const { header_parameters, query_string_parameters, body_parameters } = secret.invocation_http_parameters ?? {};
  return {
    headers: [...named(header_parameters), ...(await authorization(arn, secret, modified, ctx))],
    ...{ query: named(query_string_parameters), body: named(body_parameters) },
  };
}

const named = (parameters: readonly SecretParameter[] = []): NamedValue[] =>
  parameters.map(({ key, value }) => ({ Key: key, Value: value }));

async function describe(arn: string, roleArn: string, ctx: Ctx): Promise<{ SecretArn: string; modified: number }> {
  const { account, region, resource = '' } = parseArn(arn) ?? {};
  const [, name] = /^connection\/([^/]+)/.exec(resource) ?? [];
  if (name === undefined) throw failure('ResourceNotFound', `${arn} is no ARN of a connection.`);
  const missing = failure('ResourceNotFound', `Connection ${arn} does not exist.`);
  const described = await ctx
    .call('events', 'DescribeConnection', { Name: name }, { account, region, withRole: roleArn })
    .catch((error: unknown) => {
      throw error instanceof Fault && error.code === 'ResourceNotFoundException' ? missing : error;
    });
  const { ConnectionArn, ConnectionState, SecretArn, LastModifiedTime } = described;
  if (ConnectionArn !== arn || SecretArn === undefined) throw missing;
  if (ConnectionState === 'AUTHORIZING') throw failure('AuthInProgress', `Connection ${arn} is being authorized.`);
  if (ConnectionState !== 'AUTHORIZED') throw failure('InvalidConnectionState', `Connection ${arn} is ${ConnectionState}.`);
  return { SecretArn, modified: LastModifiedTime?.getTime() ?? 0 };
}

async function readSecret(arn: string, SecretId: string, roleArn: string, ctx: Ctx): Promise<SecretDocument> {
  const { account, region } = parseArn(arn)!;
  try {
    const { SecretString = '{}' } = await ctx.call(
      'secretsmanager',
      'GetSecretValue',
      { SecretId },
      { account, region, withRole: roleArn },
    );
    return JSON.parse(SecretString) as SecretDocument;
  } catch (error) {
    if (error instanceof Fault) throw failure('AccessDenied', `The secret of connection ${arn} cannot be read: ${error.message}`);
    throw error instanceof SyntaxError ? failure('InternalError', `The secret of connection ${arn} is no JSON.`) : error;
  }
}

async function authorization(arn: string, secret: SecretDocument, modified: number, ctx: Ctx): Promise<NamedValue[]> {
  const { username, password, api_key_name, api_key_value, client_id } = secret;
  if (username !== undefined)
    return [{ Key: 'Authorization', Value: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }];
  if (api_key_name !== undefined) return [{ Key: api_key_name, Value: api_key_value }];
  return client_id === undefined ? [] : [{ Key: 'Authorization', Value: await tokensOf(ctx).header(`${arn} ${modified}`, secret, ctx) }];
}

/** A token that expires within this time is renewed before it is used. */
const RENEW_BEFORE_MS = 60_000;

/** One per emulator: tokens by connection and its last change. */
class Tokens implements Owned {
  readonly #tokens = new Map<string, { readonly header: string; readonly expiresMs: number }>();

  async header(key: string, secret: SecretDocument, ctx: Ctx): Promise<string> {
    const known = this.#tokens.get(key);
    if (known && known.expiresMs - RENEW_BEFORE_MS > ctx.now()) return known.header;
    const { header, seconds } = await requestToken(secret, ctx);
    this.#tokens.set(key, { header, expiresMs: ctx.now() + seconds * 1000 });
    return header;
  }
  forget(arn: string): void {
    for (const key of this.#tokens.keys()) if (key.startsWith(`${arn} `)) this.#tokens.delete(key);
  }
  async stop(): Promise<void> {}
}
const tokensOf = (ctx: Ctx): Tokens => ctx.own('states.connection-tokens', () => new Tokens());

/** An endpoint has refused the token: the next request gets another one. */
export const forgetToken = (arn: string, ctx: Ctx): void => tokensOf(ctx).forget(arn);

async function requestToken(secret: SecretDocument, ctx: Ctx): Promise<{ header: string; seconds: number }> {
  try {
    return readToken(await exchange(tokenRequest(clientOf(secret)), ctx));
  } catch (error) {
    if (error instanceof TokenError || error instanceof ExchangeError)
      throw failure('InvalidConnectionState', `The connection gets no token: ${error.message}`);
    throw error;
  }
}

function clientOf(secret: SecretDocument): TokenClient {
  const { header_parameters, query_string_parameters, body_parameters } = secret.oauth_http_parameters ?? {};
  return {
    ...{ endpoint: secret.authorization_endpoint ?? '', method: secret.http_method ?? 'POST' },
    ...{ clientId: secret.client_id ?? '', clientSecret: secret.client_secret ?? '' },
    ...{ query: named(query_string_parameters), headers: named(header_parameters), body: named(body_parameters) },
  };
}
