// GetWebIdentityToken: a signed token with the caller's identity, for services outside the cloud.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/sts';
import { type Caller, callerOf } from './caller.ts';
import { type Algorithm, keyIdOf, signToken } from './jwt.ts';
import { checkTags, invalid } from './session-request.ts';
import { type SigningKey, signingKeys } from './state.ts';

const DEFAULT_SECONDS = 300;
/** Limit: bytes of the claims of a web identity token that is made here. */
const MAX_PAYLOAD_BYTES = 2048;

export const GetWebIdentityToken = operation('GetWebIdentityToken', async (input, ctx) => {
  const algorithm = input.SigningAlgorithm;
  if (algorithm !== 'RS256' && algorithm !== 'ES384') throw invalid('SigningAlgorithm must be RS256 or ES384.');
  checkTags(input.Tags ?? []);
  const caller = await callerOf(ctx);
  const issuer = await issuerOf(ctx);
  const seconds = input.DurationSeconds ?? DEFAULT_SECONDS;
  const issuedAt = Math.floor(ctx.now() / 1000);
  if (caller.session && caller.session.expiresMs < (issuedAt + seconds) * 1000)
    throw fault(
      'SessionDurationEscalationException',
      'The requested token duration would extend the session beyond its original expiration time.',
    );
  const claims = {
    aud: input.Audience.length === 1 ? input.Audience[0] : input.Audience,
    sub: caller.session?.roleArn ?? caller.arn,
    'https://sts.amazonaws.com/': details(caller, input.Tags ?? [], ctx),
    iss: issuer,
    exp: issuedAt + seconds,
    iat: issuedAt,
    jti: ctx.id(),
  };
  if (JSON.stringify(claims).length > MAX_PAYLOAD_BYTES)
    throw fault('JWTPayloadSizeExceededException', 'The requested token payload size exceeds the maximum allowed size.');
  const key = await signingKey(algorithm, ctx);
  return { WebIdentityToken: signToken(claims, algorithm, key), Expiration: new Date((issuedAt + seconds) * 1000) };
});

async function issuerOf(ctx: Ctx): Promise<string> {
  try {
    const { IssuerIdentifier = '' } = await ctx.call('iam', 'GetOutboundWebIdentityFederationInfo', {});
    return IssuerIdentifier;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'FeatureDisabledException') throw error;
    throw fault(
      'OutboundWebIdentityFederationDisabledException',
      'The outbound web identity federation feature is not enabled for this account.',
    );
  }
}

function details({ account, arn, session }: Caller, tags: readonly { readonly Key: string; readonly Value: string }[], ctx: Ctx) {
  const asObject = (list: typeof tags) => Object.fromEntries(list.map(({ Key, Value }) => [Key, Value]));
  return {
    aws_account: account,
    source_region: ctx.region,
    principal_id: arn,
    ...(session && session.tags.length > 0 ? { principal_tags: asObject(session.tags) } : {}),
    ...(tags.length > 0 ? { request_tags: asObject(tags) } : {}),
  };
}

const generate = promisify(generateKeyPair);

/** The key for an account and algorithm, generated on first use. */
async function signingKey(algorithm: Algorithm, ctx: Ctx): Promise<Frozen<SigningKey>> {
  const records = ctx.records(signingKeys);
  const present = records.get([algorithm]);
  if (present) return present;
  const { privateKey } =
    algorithm === 'RS256' ? await generate('rsa', { modulusLength: 2048 }) : await generate('ec', { namedCurve: 'P-384' });
  // A concurrent call may have generated one meanwhile: the first one stays.
  const before = records.get([algorithm]);
  if (before) return before;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = { kid: keyIdOf(pem), privateKey: pem };
  ctx.write((tx) => tx.put(records, [algorithm], key));
  return key;
}
