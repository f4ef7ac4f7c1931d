// Decides who may use a bucket and its objects: by the bucket's policy with its conditions, by grants on the bucket or the object, and by Block
// Public Access. Without IAM_ENFORCEMENT the bucket's own account may do what the bucket's policy does not deny.

import { policyPrincipalOf } from '#core/authorization/judge';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { granting, POLICY_IGNORED, POLICY_REFUSED, type Refusal } from '#core/messages';
import type { AccessRequest, PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { parsePolicy } from '#core/policy/parse-policy';
import type { PolicyDocument, PolicyStatement } from '#core/policy/policy-document';
import type { Frozen } from '#core/records';
import type { Grant } from '#model/s3';
import { configOf } from '#services/s3/bucket-configs';
import { accessDenied } from '#services/s3/faults';
import { bucketArn, type LocatedBucket } from '#services/s3/located-bucket';
import type { Version } from '#services/s3/state';
import { looksLikeVersionId } from '#services/s3/versions/version-order';
import { findVersion } from '#services/s3/versions/versions';
import { ALL_USERS, AUTHENTICATED_USERS, ownerOf } from './acl.ts';
import { aclsDisabled } from './acl-rules.ts';
import { actionsOf, neededPermission } from './actions.ts';
import { conditionKeys, type KeyedInput } from './condition-keys.ts';
import { isPublicPolicy } from './policy-public.ts';

/** The owner of a bucket can always repair its policy, whatever that denies. */
const REPAIRS = ['GetBucketPolicy', 'PutBucketPolicy', 'DeleteBucketPolicy'];

/** @throws Fault AccessDenied, unless the caller may; with RESOURCE_POLICIES=warn the log says so instead */
export function authorize(found: LocatedBucket, operation: string, input: KeyedInput, ctx: Ctx): void {
  const policy = configOf(found, 'policy')?.text;
  const isOwn = isOfAccount(ctx, found.bucket.account);
  // Both sides were judged before the operation, with the caller's identity; parts of an operation are judged here, each by itself.
  if (isOwn && ctx.identity) {
    authorizePart(operation, input, ctx);
    return;
  }
  if (isOwn && (policy === undefined || REPAIRS.includes(operation))) return;
  const refusal = new Judge(found, policy, input, isOwn, ctx).refusalOf(operation);
  if (refusal === undefined) return;
  const isIgnored = ctx.options.RESOURCE_POLICIES === 'warn';
  ctx.log.in('s3').write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, refusal);
  // Clients are told no more than this.
  if (!isIgnored) throw new Fault('AccessDenied', 'Access Denied', { remedy: `${refusal.sentence}. ${granting(refusal)}` });
}

/** A service that acts for one of its resources is not: the bucket's policy has to let it in. */
const isOfAccount = ({ principal }: Ctx, account: string): boolean =>
  principal.kind !== 'anonymous' && principal.account === account && !(principal.kind === 'service' && principal.sourceArn !== undefined);

/** @throws Fault AccessDenied where the operation is a part of the caller's, and its policies do not allow it */
function authorizePart(operation: string, input: KeyedInput, ctx: Ctx): void {
  if (operation === ctx.operation || ctx.operation !== 'DeleteObjects') return;
  const resource = `${bucketArn(input.Bucket ?? '')}/${input.Key ?? ''}`;
  if (!actionsOf(operation, input).every((action) => ctx.mayAlso(action, resource))) throw accessDenied();
}

/** @throws Fault AccessDenied for requests without a signature: operations on no bucket have no policy that could open them */
export function refuseAnonymous(ctx: Ctx): void {
  if (ctx.principal.kind === 'anonymous' && ctx.options.RESOURCE_POLICIES !== 'warn') throw accessDenied();
}

/** Keys whose values the emulator does not know: identities are not evaluated, and there are no networks. */
const UNKNOWN_KEYS =
  /^aws:(?:principalarn|principalorg.*|principaltag\/.*|principaltype|userid|username|sourcevpc|sourcevpce|vpcsourceip|sourcevpcarn|sourceorg.*|viaawsservice|calledvia.*|multifactorauth.*|rolesession.*|tokenissuetime|federatedprovider)$/;

/** One request to one bucket; made once per call. */
class Judge {
  readonly #found: LocatedBucket;
  readonly #input: KeyedInput;
  readonly #isOwn: boolean;
  readonly #ctx: Ctx;
  readonly #text: string | undefined;
  readonly #policy: PolicyDocument | undefined;
  readonly #version: Frozen<Version> | undefined;

  constructor(found: LocatedBucket, policy: string | undefined, input: KeyedInput, isOwn: boolean, ctx: Ctx) {
    this.#found = found;
    this.#input = input;
    this.#isOwn = isOwn;
    this.#ctx = ctx;
    this.#text = policy;
    this.#policy = policy === undefined ? undefined : parsePolicy(policy);
    const { Key, VersionId } = input;
    const isKnown =
      Key !== undefined && (VersionId === undefined || (found.bucket.versioning !== undefined && looksLikeVersionId(VersionId)));
    this.#version = isKnown ? findVersion(found, Key, VersionId) : undefined;
  }

  /** Why the operation is refused, and what would allow it; undefined if it is not. */
  refusalOf(operation: string): Refusal | undefined {
    // Only who may list a bucket is told which keys it lacks
    if (!this.#isOwn && !this.#version && /^(?:Get|Head)Object$/.test(operation))
      return this.#refusal('ListObjects', 's3:ListBucket', { Bucket: this.#input.Bucket });
    for (const action of actionsOf(operation, this.#input)) {
      const refusal = this.#refusal(operation, action);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #refusal(operation: string, action: string, input: KeyedInput = this.#input): Refusal | undefined {
    const { bucket } = this.#found;
    const { Key } = input;
    const request: AccessRequest = {
      principal: principalOf(this.#ctx),
      action,
      resource: Key === undefined ? bucketArn(bucket.name) : `${bucketArn(bucket.name)}/${Key}`,
      resourceAccount: bucket.account,
      context: conditionKeys(this.#found, input, this.#version?.object?.tags ?? [], this.#ctx),
    };
    const policy = this.#isOwn ? this.#knownDenials() : this.#policy;
    const decision = decide(request, { identity: [EVERYTHING], ...(policy && { resource: policy }) });
    const isDenied = decision.reason === 'explicit-deny';
    // The bucket's own account needs no statement that allows it
    if (!isDenied && (this.#isOwn || (decision.allowed && !this.#isRestricted()) || this.#isGranted(operation))) return undefined;
    const sentence = explainDecision(decision, request);
    const open = `aws s3api delete-public-access-block --bucket ${bucket.name}`;
    const { account } = bucket;
    if (decision.allowed) return { sentence: `${sentence}, but RestrictPublicBuckets keeps other accounts out`, grant: open, account };
    const put = `aws s3api put-bucket-policy --bucket ${bucket.name} --policy`;
    if (isDenied) return { sentence, grant: `${put} file://policy.json, without the statement that denies it`, account };
    const grant = `${put} '${this.#policyWith(request).replaceAll("'", "'\\''")}'`;
    const isClosed = request.principal.kind === 'anonymous' && configOf(this.#found, 'public-access-block')?.BlockPublicPolicy === true;
    return { sentence, grant: isClosed ? `${open} && ${grant}` : grant, account };
  }

  /** The present policy and one more statement, as JSON. */
  #policyWith({ principal, action, resource }: AccessRequest): string {
    const before = this.#text === undefined ? {} : (JSON.parse(this.#text) as { Statement?: unknown });
    const statement = { Effect: 'Allow', Principal: namedInPolicy(principal), Action: action, Resource: resource };
    const statements = before.Statement === undefined ? [] : [before.Statement].flat();
    return JSON.stringify({ Version: '2012-10-17', ...before, Statement: [...statements, statement] });
  }

  /** For the bucket's own account: what denies, without the statements that depend on what the emulator does not know. */
  #knownDenials(): PolicyDocument | undefined {
    const isKnown = ({ effect, principal, conditions }: PolicyStatement): boolean =>
      effect === 'Deny' && principal?.negated !== true && !conditions.some(({ key }) => UNKNOWN_KEYS.test(key.toLowerCase()));
    return this.#policy && { ...this.#policy, statements: this.#policy.statements.filter(isKnown) };
  }

  #isRestricted(): boolean {
    return (
      configOf(this.#found, 'public-access-block')?.RestrictPublicBuckets === true &&
      this.#ctx.principal.kind !== 'service' &&
      this.#policy !== undefined &&
      isPublicPolicy(this.#policy)
    );
  }

  #isGranted(operation: string): boolean {
    const need = neededPermission(operation);
    if (!need || this.#ctx.principal.kind === 'service' || aclsDisabled(this.#found)) return false;
    const grants = need.of === 'bucket' ? this.#found.bucket.grants : (this.#version?.object?.grants ?? []);
    return grants.some((grant) => this.#isGrantee(grant) && (grant.Permission === 'FULL_CONTROL' || grant.Permission === need.permission));
  }

  #isGrantee({ Grantee }: Frozen<Grant>): boolean {
    const { principal } = this.#ctx;
    if (Grantee?.URI === ALL_USERS || (Grantee?.URI === AUTHENTICATED_USERS && principal.kind !== 'anonymous'))
      return configOf(this.#found, 'public-access-block')?.IgnorePublicAcls !== true;
    return principal.kind !== 'anonymous' && Grantee?.ID !== undefined && Grantee.ID === ownerOf(principal.account).ID;
  }
}

function namedInPolicy(principal: PolicyPrincipal): unknown {
  if (principal.kind === 'service') return { Service: principal.service };
  return 'arn' in principal ? { AWS: principal.arn } : '*';
}

function principalOf({ principal, identity }: Ctx): PolicyPrincipal {
  if (identity) return policyPrincipalOf(identity);
  if (principal.kind === 'service') return { kind: 'service', service: principal.service };
  if (principal.kind === 'anonymous') return { kind: 'anonymous' };
  return { kind: 'account', arn: `arn:aws:iam::${principal.account}:root`, account: principal.account };
}

/** Identity policies are not evaluated: as far as its own account is concerned, the caller may do everything. */
const EVERYTHING = {
  version: '2012-10-17',
  id: undefined,
  statements: [
    {
      sid: undefined,
      effect: 'Allow',
      principal: undefined,
      action: { negated: false, values: ['*'] },
      resource: { negated: false, values: ['*'] },
      conditions: [],
    },
  ],
} as const satisfies PolicyDocument;
