// AssumeRoleWithWebIdentity: a role for users of an OpenID Connect provider. Signatures of foreign tokens are not checked.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { table } from '#lib/table';
import { fault, operation } from '#model/sts';
import { type Claims, listClaim, readClaims, textClaim } from './jwt.ts';
import { federatedRefusal, findRole, mustTrust, openSession, secondsFor } from './roles.ts';
import { checkScope, invalid } from './session-request.ts';
import type { Tag } from './state.ts';

/** Providers that every account trusts without registering them. */
const KNOWN_PROVIDERS = new Set(['accounts.google.com', 'cognito-identity.amazonaws.com']);
const AWS_CLAIM = 'https://aws.amazon.com/';

export const AssumeRoleWithWebIdentity = operation('AssumeRoleWithWebIdentity', async (input, ctx) => {
  if (input.ProviderId !== undefined)
    throw fault(
      'IDPCommunicationErrorException',
      `${input.ProviderId} issues tokens that only itself can read, and it is not asked from here.`,
    );
  const packed = checkScope(input);
  const claims = readClaims(input.WebIdentityToken);
  if (!claims) throw invalidToken('The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)');
  checkLifetime(claims, ctx.now());
  const issuer = textClaim(claims, 'iss') ?? '';
  const subject = textClaim(claims, 'sub');
  if (issuer === '' || subject === undefined) throw invalidToken('Missing a required claim: iss or sub');
  const role = await findRole(input.RoleArn, ctx);
  const provider = await findProvider(role.account, issuer, claims, ctx);
  const sourceIdentity = textClaim(claims, `${AWS_CLAIM}source_identity`);
  const { tags, transitiveKeys } = tagsOf(claims);
  mustTrust(
    role,
    {
      principal: { kind: 'federated', provider: provider.principal },
      refusal: federatedRefusal,
      actions: ['sts:AssumeRoleWithWebIdentity', ...(tags.length > 0 ? ['sts:TagSession'] : [])],
      context: contextOf(issuer, claims, input.RoleSessionName, tags),
    },
    ctx,
  );
  const seconds = secondsFor(role, input.DurationSeconds);
  return {
    ...openSession(role, { name: input.RoleSessionName, seconds, tags, transitiveKeys, sourceIdentity }, input, ctx),
    SubjectFromWebIdentityToken: subject,
    Provider: provider.name,
    Audience: provider.audience,
    ...packed,
  };
});

const invalidToken = (message: string) => fault('InvalidIdentityTokenException', message);

function checkLifetime(claims: Claims, nowMs: number): void {
  const { exp } = claims;
  if (typeof exp !== 'number') throw invalidToken('Missing a required claim: exp');
  const seconds = Math.floor(nowMs / 1000);
  if (exp <= seconds)
    throw fault('ExpiredTokenException', `Token expired: current date/time ${seconds} must be before the expiration date/time ${exp}`);
}

const withoutScheme = (issuer: string): string => issuer.replace(/^https?:\/\//, '').replace(/\/$/, '');

async function findProvider(account: string, issuer: string, claims: Claims, ctx: Ctx) {
  const host = withoutScheme(issuer);
  const audiences = [...listClaim(claims, 'azp'), ...listClaim(claims, 'aud')];
  if (KNOWN_PROVIDERS.has(host)) return { principal: host, name: host, audience: audiences[0] ?? '' };
  const arn = `arn:aws:iam::${account}:oidc-provider/${host}`;
  const accepted = await clientsOf(account, arn, issuer, ctx);
  const audience = audiences.find((item) => accepted.includes(item));
  if (audience === undefined) throw invalidToken('Incorrect token audience');
  return { principal: arn, name: arn, audience };
}

async function clientsOf(account: string, arn: string, issuer: string, ctx: Ctx): Promise<readonly string[]> {
  try {
    const provider = await ctx.call('iam', 'GetOpenIDConnectProvider', { OpenIDConnectProviderArn: arn }, { account });
    return provider.ClientIDList ?? [];
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'NoSuchEntityException') throw error;
    throw invalidToken(`No OpenIDConnect provider found in your account for ${issuer}`);
  }
}

/** `https://aws.amazon.com/tags`: `{ principal_tags: { key: [value] }, transitive_tag_keys: [key] }`. */
function tagsOf(claims: Claims): { tags: Tag[]; transitiveKeys: string[] } {
  const given = claims[`${AWS_CLAIM}tags`];
  if (typeof given !== 'object' || given === null) return { tags: [], transitiveKeys: [] };
  const { principal_tags: principalTags = {}, transitive_tag_keys: transitiveKeys = [] } = given as Record<string, unknown>;
  if (typeof principalTags !== 'object' || principalTags === null) throw invalidToken('The tags of the token are malformed.');
  const tags = Object.entries(principalTags).map(([Key, values]) => ({
    Key,
    Value: String((Array.isArray(values) ? values : [values])[0]),
  }));
  if (!Array.isArray(transitiveKeys)) throw invalid('The transitive tag keys of the token are malformed.');
  return { tags, transitiveKeys: transitiveKeys.map(String) };
}

/** Condition keys of trust policies, such as `token.example.com:sub`, with their values from the token. */
function contextOf(issuer: string, claims: Claims, sessionName: string, tags: readonly Tag[]): Record<string, string | string[]> {
  const host = withoutScheme(issuer);
  const context: Record<string, string | string[]> = table({ 'sts:RoleSessionName': sessionName, 'aws:FederatedProvider': host });
  for (const [name, value] of Object.entries(claims)) {
    if (typeof value === 'string') context[`${host}:${name}`] = value;
    else if (Array.isArray(value)) context[`${host}:${name}`] = value.map(String);
    else if (typeof value === 'number' || typeof value === 'boolean') context[`${host}:${name}`] = String(value);
  }
  for (const { Key, Value } of tags) context[`aws:RequestTag/${Key}`] = Value;
  return context;
}
