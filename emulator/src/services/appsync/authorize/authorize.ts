// Lets a request in by one of the API's ways: a signature before a key, a key before a token.
// https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
import { accountOf } from '#core/access-key';
import { Fault } from '#core/fault';
import { partitionOf } from '#lib/arn';
import { apiKeys } from '#services/appsync/state';
import { authorizeByFunction } from './authorize-by-function.ts';
import { authorizeByToken } from './authorize-by-token.ts';
import { type ApiCaller, Unauthorized } from './caller.ts';
import { type Credentials, providersOf } from './credentials.ts';

const CREDENTIAL = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/appsync\/aws4_request/;
const REFUSED = 'You are not authorized to make this call.';

/** @throws Unauthorized */
export async function authorize(credentials: Credentials): Promise<ApiCaller> {
  const { headers, api } = credentials;
  const authorization = headers['authorization'];
  const key = headers['x-api-key'];
  const modes = providersOf(api).map(({ authenticationType }) => authenticationType);
  if (authorization?.startsWith('AWS4-HMAC-SHA256') && modes.includes('AWS_IAM')) return authorizeBySignature(authorization, credentials);
  if (key !== undefined && modes.includes('API_KEY')) return authorizeByKey(key, credentials);
  if (authorization === undefined || authorization === '')
    throw new Unauthorized(key === undefined ? 'Valid authorization header not provided.' : REFUSED);
  return (await authorizeByToken(authorization, credentials)) ?? (await authorizeByFunction(authorization, credentials)) ?? refuse();
}

const refuse = (): never => {
  throw new Unauthorized(REFUSED, 'none of the ways of authorization of the API takes the authorization header');
};

function authorizeByKey(key: string, { api, ctx }: Credentials): ApiCaller {
  const found = ctx.records(apiKeys).get([api.id, key]);
  if (!found) throw new Unauthorized(REFUSED, 'the API has no such key');
  if (found.expires * 1000 <= ctx.now()) throw new Unauthorized(REFUSED, 'the API key has expired');
  return { mode: 'API_KEY', identity: null, groups: [], deniedFields: new Set(), defaultAction: 'ALLOW' };
}

async function authorizeBySignature(authorization: string, credentials: Credentials): Promise<ApiCaller> {
  const accessKey = CREDENTIAL.exec(authorization)?.[1];
  if (accessKey === undefined) throw new Unauthorized(REFUSED, 'the request is not signed for appsync');
  try {
    await credentials.verifySignature();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Unauthorized(error.message.split('\n', 1)[0]!);
  }
  const accountId = accountOf(accessKey);
  return {
    mode: 'AWS_IAM',
    identity: {
      ...{ accountId, cognitoIdentityPoolId: null, cognitoIdentityId: null, sourceIp: [credentials.sourceIp], username: accessKey },
      userArn: `arn:${partitionOf(credentials.ctx.region)}:iam::${accountId}:root`,
      ...{ cognitoIdentityAuthType: null, cognitoIdentityAuthProvider: null },
    },
    ...{ groups: [], deniedFields: new Set<string>(), defaultAction: 'ALLOW' },
  };
}
