// PutParameter: creates a parameter, or a new version of it.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen, Tx } from '#core/records';
import { fault, operation, type PutParameterRequest } from '#model/ssm';
import { checkValue } from './check-value.ts';
import { invalid, latestOf, storedName } from './find-parameter.ts';
import { createFlaw } from './parameter-name.ts';
import { PolicyFlaw, type ReadPolicies, readPolicies } from './parameter-policies.ts';
import { DEFAULT_KEY, seal } from './secure-value.ts';
import { type Parameter, type ParameterTier, type ParameterType, parameters, type Sealed, type Version, versions } from './state.ts';
import { PARAMETER_TAGS } from './tags.ts';
import { chooseTier } from './tier.ts';

/** Limit: versions of a parameter. */
const MAX_VERSIONS = 100;
const DATA_TYPES = ['text', 'aws:ec2:image', 'aws:ssm:integration'];

export const PutParameter = operation('PutParameter', async (input, ctx) => {
  const asked = input.Name.trim();
  const flaw = createFlaw(asked, ctx);
  const name = storedName(asked, ctx);
  if (flaw)
    throw flaw.code === 'HierarchyLevelLimitExceededException' ? fault(flaw.code, flaw.message) : unmodelled(flaw.code, flaw.message);
  const draft = draftOf(name, input, ctx);
  const { type, tier, keyId } = draft;
  const sealed = type === 'SecureString' && keyId !== undefined ? await seal(name, input.Value, { keyId, tier }, ctx) : undefined;
  // Check again in the write: the parameter may have changed during the encryption.
  const { version } = ctx.write((tx) => store(tx, { name, input, draft: sealed ? draftOf(name, input, ctx) : draft, sealed }, ctx));
  return { Version: version, Tier: tier };
});

interface Draft extends ReadPolicies {
  readonly before: Frozen<Parameter> | undefined;
  readonly type: ParameterType;
  readonly tier: ParameterTier;
  readonly dataType: string;
  readonly keyId: string | undefined;
  readonly description: string | undefined;
  readonly allowedPattern: string | undefined;
}

/** The new version. Properties that the request leaves out stay as they were. */
function draftOf(name: string, input: PutParameterRequest, ctx: Ctx): Draft {
  const before = ctx.records(parameters).get([name]);
  const last = before && latestOf(before, ctx);
  const type = typeOf(input, before);
  if (input.KeyId !== undefined && type !== 'SecureString') throw invalid('KeyId is required for SecureString type parameter only.');
  if (input.Overwrite && input.Tags?.length)
    throw invalid(
      "Invalid request: tags and overwrite can't be used together. To create a parameter with tags, please remove overwrite flag. To update tags for an existing parameter, please use AddTagsToResource or RemoveTagsFromResource.",
    );
  const dataType = input.DataType ?? last?.dataType ?? 'text';
  if (!DATA_TYPES.includes(dataType))
    throw invalid(`The following data type is not supported: ${dataType} (Data type names are all lowercase.)`);
  const allowedPattern = input.AllowedPattern ?? last?.allowedPattern;
  const read = policiesOf(input, last, ctx.now());
  const tier = chooseTier({ asked: input.Tier, before: last?.tier, value: input.Value, hasPolicies: read.policies.length > 0 });
  if (tier instanceof Error) throw invalid(tier.message);
  checkValue(input.Value, { type, dataType, allowedPattern });
  return {
    ...read,
    before,
    type,
    tier,
    dataType,
    allowedPattern,
    keyId: type === 'SecureString' ? (input.KeyId ?? last?.keyId ?? DEFAULT_KEY) : undefined,
    description: input.Description ?? last?.description,
  };
}

function typeOf({ Type, Overwrite }: PutParameterRequest, before: Frozen<Parameter> | undefined): ParameterType {
  if (before && !Overwrite)
    throw fault(
      'ParameterAlreadyExists',
      'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
    );
  const type = (Type as ParameterType | undefined) ?? before?.type;
  if (type === undefined) throw invalid('A parameter type is required when you create a parameter.');
  if (before && type !== before.type)
    throw fault(
      'HierarchyTypeMismatchException',
      `Parameter Store does not support changing a parameter type in a hierarchy. For example, you can't change a parameter from a ${before.type} type to a ${type} type. You must create a new, unique parameter.`,
    );
  return type;
}

function policiesOf({ Policies }: PutParameterRequest, last: Frozen<Version> | undefined, nowMs: number): ReadPolicies {
  if (Policies === undefined) return { policies: last?.policies ?? [], expiryMs: last?.expiryMs };
  try {
    return readPolicies(Policies, nowMs);
  } catch (error) {
    if (!(error instanceof PolicyFlaw)) throw error;
    throw error.code === 'ValidationException' ? invalid(error.message) : fault(error.code, error.message);
  }
}

interface Storing {
  readonly name: string;
  readonly input: PutParameterRequest;
  readonly draft: Draft;
  readonly sealed: Sealed | undefined;
}

function store(tx: Tx, { name, input, draft, sealed }: Storing, ctx: Ctx): Version {
  const { before, type, tier, dataType, keyId, description, allowedPattern, policies, expiryMs } = draft;
  const version: Version = {
    version: (before?.latest ?? 0) + 1,
    value: sealed ?? input.Value,
    tier,
    dataType,
    description,
    allowedPattern,
    keyId,
    policies,
    expiryMs,
    modifiedMs: ctx.now(),
    modifiedBy: `arn:aws:iam::${ctx.principal.account}:root`,
    labels: [],
  };
  const parameter: Parameter = {
    name,
    type,
    latest: version.version,
    oldest: dropOldest(tx, before, ctx) ?? version.version,
    tags: before?.tags ?? PARAMETER_TAGS.ofNew(input.Tags, ctx),
  };
  tx.put(ctx.records(versions), [name, version.version], version);
  tx.put(ctx.records(parameters), [name], parameter);
  if (expiryMs !== undefined) ctx.later(tx, 'ssm.expire', [name], expiryMs);
  else ctx.unschedule(tx, 'ssm.expire', [name]);
  return version;
}

/** Removes the oldest version if there are too many; returns the oldest that is left. A version with a label is never removed. */
function dropOldest(tx: Tx, before: Frozen<Parameter> | undefined, ctx: Ctx): number | undefined {
  if (!before || before.latest - before.oldest + 1 < MAX_VERSIONS) return before?.oldest;
  const { name, oldest } = before;
  if (ctx.records(versions).get([name, oldest])?.labels.length)
    throw fault(
      'ParameterMaxVersionLimitExceeded',
      `You attempted to create a new version of ${name} by calling the PutParameter API with the overwrite flag. Version ${oldest}, the oldest version, can't be deleted because it has a label associated with it. Move the label to another version of the parameter, and try again.`,
    );
  tx.delete(ctx.records(versions), [name, oldest]);
  return oldest + 1;
}
