// AssumeRoleWithSAML: a role for users of a SAML provider of the account.
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { fault, operation } from '#model/sts';
import { federatedRefusal, findRole, mustTrust, openSession, secondsFor } from './roles.ts';
import { type Assertion, readAssertion } from './saml-assertion.ts';
import { checkScope, invalid } from './session-request.ts';
import type { Tag } from './state.ts';

const AWS = 'https://aws.amazon.com/SAML/Attributes/';
const TAG = `${AWS}PrincipalTag:`;

export const AssumeRoleWithSAML = operation('AssumeRoleWithSAML', async (input, ctx) => {
  const packed = checkScope(input);
  const assertion = readAssertion(input.SAMLAssertion);
  if (assertion.notOnOrAfterMs !== undefined && !(assertion.notOnOrAfterMs > ctx.now()))
    throw fault('ExpiredTokenException', 'Token must be redeemed within 5 minutes of issuance');
  const role = await findRole(input.RoleArn, ctx);
  await providerMustExist(role.account, input.PrincipalArn, ctx);
  if (!offers(assertion, input.RoleArn, input.PrincipalArn))
    throw invalid('The role and the provider are not among those that the assertion offers: RoleArn and PrincipalArn.');
  const sessionName = attribute(assertion, 'RoleSessionName');
  if (sessionName === undefined || !/^[\w+=,.@-]{2,64}$/.test(sessionName))
    throw fault('InvalidIdentityTokenException', 'RoleSessionName is required in AuthnResponse');
  const sourceIdentity = attribute(assertion, 'SourceIdentity');
  const tags = tagsOf(assertion);
  const nameQualifier = qualifierOf(assertion.issuer, role.account, input.PrincipalArn);
  mustTrust(
    role,
    {
      principal: { kind: 'federated', provider: input.PrincipalArn },
      refusal: federatedRefusal,
      actions: ['sts:AssumeRoleWithSAML', ...(tags.length > 0 ? ['sts:TagSession'] : [])],
      context: contextOf(assertion, sessionName, nameQualifier, tags),
    },
    ctx,
  );
  const transitiveKeys = [...(assertion.attributes.get(`${AWS}TransitiveTagKeys`) ?? [])];
  const seconds = secondsFor(role, durationOf(assertion, input.DurationSeconds));
  const { subject, subjectType, issuer, audience } = assertion;
  return {
    ...openSession(role, { name: sessionName, seconds, tags, transitiveKeys, sourceIdentity }, input, ctx),
    Subject: subject,
    SubjectType: subjectType,
    Issuer: issuer,
    Audience: audience,
    NameQualifier: nameQualifier,
    ...packed,
  };
});

const contextOf = (assertion: Assertion, sessionName: string, nameQualifier: string, tags: readonly Tag[]) => ({
  'SAML:aud': assertion.audience,
  'SAML:iss': assertion.issuer,
  'SAML:sub': assertion.subject,
  'SAML:sub_type': assertion.subjectType,
  'SAML:namequalifier': nameQualifier,
  'sts:RoleSessionName': sessionName,
  ...Object.fromEntries(tags.map(({ Key, Value }) => [`aws:RequestTag/${Key}`, Value])),
});

async function providerMustExist(account: string, arn: string, ctx: Ctx): Promise<void> {
  try {
    await ctx.call('iam', 'GetSAMLProvider', { SAMLProviderArn: arn }, { account });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'NoSuchEntityException') throw error;
    throw fault('InvalidIdentityTokenException', "Specified provider doesn't exist");
  }
}

const attribute = ({ attributes }: Assertion, name: string): string | undefined => attributes.get(`${AWS}${name}`)?.[0];

/** Whether the assertion offers this role: `role ARN,provider ARN`, in either order. */
const offers = ({ attributes }: Assertion, role: string, provider: string): boolean =>
  (attributes.get(`${AWS}Role`) ?? []).some((pair) => {
    const arns = pair.split(',').map((arn) => arn.trim());
    return arns.includes(role) && arns.includes(provider);
  });

/** The shorter of the requested duration and the one in the assertion. */
function durationOf(assertion: Assertion, asked: number | undefined): number | undefined {
  const allowed = Number(attribute(assertion, 'SessionDuration') ?? Number.NaN);
  if (Number.isNaN(allowed)) return asked;
  return asked === undefined ? allowed : Math.min(asked, allowed);
}

const tagsOf = ({ attributes }: Assertion): Tag[] =>
  [...attributes]
    .filter(([name]) => name.startsWith(TAG))
    .map(([name, values]) => ({ Key: name.slice(TAG.length), Value: values[0] ?? '' }));

const qualifierOf = (issuer: string, account: string, providerArn: string): string =>
  createHash('sha1')
    .update(`${issuer}${account}/${providerArn.split('/').at(-1) ?? ''}`)
    .digest('base64');
