// biome-ignore-all lint/suspicious/noTemplateCurlyInString: policy variables are spelled like this
// The verdict over identity and resource policies, boundaries and session policies: by case, and what holds for all.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessRequest, PolicyPrincipal } from './access-request.ts';
import { type ApplicablePolicies, decide } from './decide.ts';
import { explainDecision } from './explain-decision.ts';
import { parsePolicy } from './parse-policy.ts';

const ACCOUNT = '111122223333';
const OTHER = '444455556666';
const FUNCTION = `arn:aws:lambda:us-east-1:${ACCOUNT}:function:hello`;
const RULE = `arn:aws:events:us-east-1:${ACCOUNT}:rule/nightly`;

const policy = (...statements: object[]) => parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement: statements }));
const allow = (more: object = {}) => ({ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: '*', ...more });
const deny = (more: object = {}) => ({ ...allow(more), Effect: 'Deny' });

const events: PolicyPrincipal = { kind: 'service', service: 'events.amazonaws.com' };
const user: PolicyPrincipal = { kind: 'user', arn: `arn:aws:iam::${ACCOUNT}:user/alice`, account: ACCOUNT };
const root: PolicyPrincipal = { kind: 'account', arn: `arn:aws:iam::${ACCOUNT}:root`, account: ACCOUNT };
const session: PolicyPrincipal = { kind: 'assumed-role', arn: `arn:aws:sts::${ACCOUNT}:assumed-role/Worker/s1`, account: ACCOUNT };
const stranger: PolicyPrincipal = { kind: 'user', arn: `arn:aws:iam::${OTHER}:user/eve`, account: OTHER };
const anonymous: PolicyPrincipal = { kind: 'anonymous' };

const ask = (principal: PolicyPrincipal, more: Partial<AccessRequest> = {}): AccessRequest => ({
  principal,
  action: 'lambda:InvokeFunction',
  resource: FUNCTION,
  context: {},
  ...more,
});
const allowed = (principal: PolicyPrincipal, policies: ApplicablePolicies, more: Partial<AccessRequest> = {}) =>
  decide(ask(principal, more), policies).allowed;

describe('a service', () => {
  const forRule = policy({
    Sid: 'nightly',
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'lambda:InvokeFunction',
    Resource: FUNCTION,
    Condition: { ArnLike: { 'AWS:SourceArn': RULE } },
  });

  it('comes in where the resource lets it in', () => {
    const decision = decide(ask(events, { context: { 'aws:SourceArn': RULE } }), { resource: forRule });
    expect(decision).toEqual({ allowed: true, reason: 'allowed', by: { policy: 'resource', statement: 'nightly' } });
  });

  it('is told which condition failed', () => {
    const request = ask(events, { context: { 'aws:SourceArn': `${RULE}-2` } });
    const decision = decide(request, { resource: forRule });
    expect(decision.nearest).toEqual({
      policy: 'resource',
      statement: 'nightly',
      element: 'Condition',
      operator: 'ArnLike',
      key: 'AWS:SourceArn',
      expected: [RULE],
      found: [`${RULE}-2`],
    });
    expect(explainDecision(decision, request)).toBe(
      `events.amazonaws.com is not authorized to perform: lambda:InvokeFunction on resource: ${FUNCTION} because no resource-based policy allows the lambda:InvokeFunction action; statement "nightly" of the resource-based policy came nearest, but its condition ArnLike wants AWS:SourceArn to be "${RULE}" and the request has "${RULE}-2"`,
    );
  });

  it.each([
    ['Action', { action: 'lambda:GetFunction' }, ['lambda:InvokeFunction'], ['lambda:GetFunction']],
    ['Resource', { resource: `${FUNCTION}:1` }, [FUNCTION], [`${FUNCTION}:1`]],
    ['Principal', { principal: { kind: 'service', service: 's3.amazonaws.com' } as const }, ['events.amazonaws.com'], ['s3.amazonaws.com']],
    ['Condition', {}, [RULE], undefined],
  ])('is told that %s failed', (element, more, expected, found) => {
    expect(decide(ask(events, more), { resource: forRule }).nearest).toMatchObject({ element, expected, found });
  });

  it('does not come in by identity policies, nor without any policy', () => {
    expect(allowed(events, { identity: [policy(allow())] })).toBe(false);
    const request = ask(events);
    const decision = decide(request, {});
    expect(decision).toEqual({ allowed: false, reason: 'implicit-deny', lacking: 'resource' });
    expect(explainDecision(decision, request)).toMatch(/because no resource-based policy allows the lambda:InvokeFunction action$/);
  });
});

describe('Principal', () => {
  const to = (principal: unknown) => ({ resource: policy(allow({ Principal: principal })), identity: [policy(allow())] });
  const role = `arn:aws:iam::${ACCOUNT}:role/path/to/Worker`;
  it.each<[name: string, principal: PolicyPrincipal, element: unknown, verdict: boolean]>([
    ['everyone', anonymous, '*', true],
    ['everyone, in the long form', anonymous, { AWS: '*' }, true],
    ['everyone, a service', events, '*', true],
    ['a service', events, { Service: ['sns.amazonaws.com', 'events.amazonaws.com'] }, true],
    ['another service', events, { Service: 'sns.amazonaws.com' }, false],
    ['an account, by number', stranger, { AWS: OTHER }, true],
    ['an account, by its root', stranger, { AWS: `arn:aws:iam::${OTHER}:root` }, true],
    ['another account', stranger, { AWS: ACCOUNT }, false],
    ['a user', stranger, { AWS: stranger.arn }, true],
    ['another user', stranger, { AWS: `arn:aws:iam::${OTHER}:user/bob` }, false],
    ['a user by a wildcard, which is none', stranger, { AWS: `arn:aws:iam::${OTHER}:user/*` }, false],
    ['a role, its session', { ...session, account: ACCOUNT }, { AWS: role }, true],
    ['a role of another name', session, { AWS: `arn:aws:iam::${OTHER}:role/Worker` }, true],
    ['a provider', { kind: 'federated', provider: 'accounts.example.com' }, { Federated: 'accounts.example.com' }, true],
    ['a provider as a service', { kind: 'federated', provider: 'accounts.example.com' }, { Service: 'accounts.example.com' }, false],
    ['a canonical user', { ...stranger, canonicalUser: 'abc' }, { CanonicalUser: 'abc' }, true],
    ['an anonymous caller, by account', anonymous, { AWS: OTHER }, false],
  ])('%s', (_name, principal, element, verdict) => expect(allowed(principal, to(element))).toBe(verdict));

  it('matches sessions only to their own role', () => {
    const worker = { resource: policy(allow({ Principal: { AWS: role } })) };
    expect(allowed(session, worker)).toBe(true);
    expect(allowed({ ...session, arn: `arn:aws:sts::${ACCOUNT}:assumed-role/Work/s` }, worker)).toBe(false);
    expect(allowed({ ...session, roleArn: `arn:aws:iam::${ACCOUNT}:role/Worker` }, worker)).toBe(false);
    expect(allowed({ ...session, roleArn: role }, worker)).toBe(true);
  });

  it('left out of a resource policy names nobody', () => {
    const request = ask(events);
    const decision = decide(request, { resource: policy(allow()) });
    expect(decision.allowed).toBe(false);
    expect(explainDecision(decision, request)).toMatch(/but it has no Principal$/);
  });
});

describe('within one account', () => {
  const none = policy({ Effect: 'Allow', Action: 's3:*', Resource: '*' });
  const yes = policy(allow());
  const by = (AWS: string) => policy(allow({ Principal: { AWS } }));
  it.each<[name: string, principal: PolicyPrincipal, policies: ApplicablePolicies, verdict: boolean]>([
    ['nothing allows a user', user, {}, false],
    ['an identity policy is enough', user, { identity: [none, yes] }, true],
    ['a boundary limits it', user, { identity: [yes], boundary: none }, false],
    ['a boundary allows nothing by itself', user, { boundary: yes }, false],
    ['session policies limit it', session, { identity: [yes], session: [none] }, false],
    ['one session policy that allows is enough', session, { identity: [yes], session: [none, yes] }, true],
    ['no session policies limit nothing', session, { identity: [yes], session: [] }, true],
    ['a user named by the resource needs nothing else', user, { resource: by(user.arn), boundary: none }, true],
    ['a session named by the resource needs nothing else', session, { resource: by(session.arn), boundary: none, session: [none] }, true],
    [
      'a role named by the resource is limited by its boundary',
      session,
      { resource: by(`arn:aws:iam::${ACCOUNT}:role/Worker`), boundary: none },
      false,
    ],
    ['an account named by the resource leaves it to identity', user, { resource: by(ACCOUNT) }, false],
    ['an account named by the resource and identity', user, { resource: by(ACCOUNT), identity: [yes] }, true],
    ['the root user may do everything', root, {}, true],
    ['the root user is denied by the resource', root, { resource: policy(deny({ Principal: '*' })) }, false],
    ['a key policy must allow', user, { identity: [yes], resource: none, resourceMustAllow: true }, false],
    ['a key policy lets the account decide', user, { identity: [yes], resource: by(ACCOUNT), resourceMustAllow: true }, true],
  ])('%s', (_name, principal, policies, verdict) => expect(allowed(principal, policies)).toBe(verdict));
});

describe('across accounts', () => {
  const yes = policy(allow());
  const grant = policy(allow({ Principal: { AWS: stranger.arn } }));
  it('both sides must allow', () => {
    expect(allowed(stranger, { identity: [yes] })).toBe(false);
    expect(allowed(stranger, { resource: grant })).toBe(false);
    expect(allowed(stranger, { identity: [yes], resource: grant })).toBe(true);
    expect(
      allowed(stranger, { identity: [yes], resource: grant, boundary: policy({ Effect: 'Allow', Action: 's3:*', Resource: '*' }) }),
    ).toBe(false);
    expect(decide(ask(stranger), { resource: grant }).lacking).toBe('identity');
  });
  it('the owner may be told where the ARN does not', () => {
    const bucket = { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' };
    const identity = [policy({ Effect: 'Allow', Action: 's3:*', Resource: '*' })];
    expect(allowed(stranger, { identity }, bucket)).toBe(true);
    expect(allowed(stranger, { identity }, { ...bucket, resourceAccount: ACCOUNT })).toBe(false);
  });
});

describe('actions and resources', () => {
  const may = (statement: object, more: Partial<AccessRequest> = {}) =>
    allowed(user, { identity: [policy({ Effect: 'Allow', ...statement })] }, more);
  it('ignores case in actions, not in resources', () => {
    expect(may({ Action: 'LAMBDA:invoke*', Resource: FUNCTION })).toBe(true);
    expect(may({ Action: '*', Resource: FUNCTION.replace('hello', 'Hello') })).toBe(false);
  });
  it('spans colons and slashes with a star', () => {
    expect(may({ Action: '*', Resource: 'arn:aws:lambda:*:hello' })).toBe(true);
    expect(may({ Action: '*', Resource: 'arn:aws:lambda:??-east-1:*' })).toBe(true);
  });
  it('replaces variables in resources; without a value they match nothing', () => {
    const statement = { Action: '*', Resource: 'arn:aws:s3:::b/${aws:username}/*' };
    const home = { resource: 'arn:aws:s3:::b/alice/x' };
    expect(may(statement, { ...home, context: { 'aws:username': 'alice' } })).toBe(true);
    expect(may(statement, home)).toBe(false);
    expect(may({ Action: '*', NotResource: 'arn:aws:s3:::b/${aws:username}/*' }, home)).toBe(true);
  });
});

describe('for any policies', () => {
  const actions = fc.constantFrom('lambda:InvokeFunction', 'lambda:*', '*', 's3:*', 'lambda:Invoke?unction');
  const resources = fc.constantFrom('*', FUNCTION, `${FUNCTION}*`, 'arn:aws:s3:::*');
  const principals = fc.constantFrom<unknown>(
    '*',
    { AWS: ACCOUNT },
    { AWS: user.arn },
    { Service: 'events.amazonaws.com' },
    { AWS: OTHER },
  );
  const conditions = fc.constantFrom(
    {},
    { Bool: { 'aws:SecureTransport': 'true' } },
    { StringNotEquals: { 'aws:SourceAccount': ACCOUNT } },
  );
  const asked = fc.constantFrom(events, user, root, session, stranger, anonymous);
  const statement = fc.record({
    Effect: fc.constantFrom('Allow', 'Deny'),
    Action: actions,
    Resource: resources,
    Principal: principals,
    Condition: conditions,
  });
  const statements = fc.array(statement, { minLength: 1, maxLength: 4 });

  it('a deny that applies wins', () => {
    fc.assert(
      fc.property(statements, statements, asked, (resource, identity, principal) => {
        const everyone = deny({ Principal: '*' });
        expect(decide(ask(principal), { resource: policy(...resource, everyone), identity: [policy(...identity)] }).reason).toBe(
          'explicit-deny',
        );
        expect(decide(ask(principal), { resource: policy(...resource), identity: [policy(...identity), policy(everyone)] }).reason).toBe(
          'explicit-deny',
        );
      }),
    );
  });

  it('one more allow never takes away, one more deny never gives', () => {
    fc.assert(
      fc.property(statements, statement, asked, (before, added, principal) => {
        const [less, more] = [policy(...before), policy(...before, added)].map((resource) => allowed(principal, { resource })) as [
          boolean,
          boolean,
        ];
        expect(added.Effect === 'Allow' ? !less || more : less || !more).toBe(true);
      }),
    );
  });

  it('NotAction, NotResource and NotPrincipal are complements', () => {
    fc.assert(
      fc.property(actions, resources, principals, asked, (Action, Resource, Principal, principal) => {
        const denied = (statement: object) =>
          decide(ask(principal), { resource: policy({ Effect: 'Deny', ...statement }) }).reason === 'explicit-deny';
        const everyone = { Principal: '*' };
        expect(denied({ ...everyone, NotAction: Action, Resource: '*' })).toBe(!denied({ ...everyone, Action, Resource: '*' }));
        expect(denied({ ...everyone, NotResource: Resource, Action: '*' })).toBe(!denied({ ...everyone, Resource, Action: '*' }));
        expect(denied({ NotPrincipal: Principal, Action: '*', Resource: '*' })).toBe(!denied({ Principal, Action: '*', Resource: '*' }));
      }),
    );
  });
});
