// Lets a request in by one of the API's ways: a signature before a key, a key before a token.
// https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
import { signatureFault, signerIn } from '#core/signer';
import { apiKeys } from '#services/appsync/state';
import { authorizeByFunction } from './authorize-by-function.ts';
import { authorizeByToken } from './authorize-by-token.ts';
import { type ApiCaller, Unauthorized } from './caller.ts';
import { type Credentials, providersOf } from './credentials.ts';

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
  const signer = signerIn({ authorization }, 'appsync', credentials.ctx);
  if (!signer) throw new Unauthorized(REFUSED, 'the request is not signed for appsync');
  const wrong = await signatureFault(() => credentials.verifySignature());
  if (wrong) throw new Unauthorized(wrong.message.split('\n', 1)[0]!);
  const { accessKeyId, account: accountId, arn: userArn } = signer;
  return {
    mode: 'AWS_IAM',
    identity: {
      ...{ accountId, cognitoIdentityPoolId: null, cognitoIdentityId: null, sourceIp: [credentials.sourceIp], username: accessKeyId },
      ...{ userArn, cognitoIdentityAuthType: null, cognitoIdentityAuthProvider: null },
    },
    ...{ groups: [], deniedFields: new Set<string>(), defaultAction: 'ALLOW' },
    signer: { accessKeyId, headers: credentials.headers, remoteAddress: credentials.sourceIp },
  };
}
