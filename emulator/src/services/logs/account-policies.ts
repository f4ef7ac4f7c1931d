// Policies for the log groups of an account: data protection, a subscription filter, field indexes, transformers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { isObject, readObject } from '#lib/json-object';
import { fault, operation, type AccountPolicy as PolicyForm, type Processor, type PutAccountPolicyRequest } from '#model/logs';
import { invalid } from './groups/find-group.ts';
import { indexedFields } from './index-policies.ts';
import { pageOfRecords } from './pages.ts';
import { readProtection } from './protection/policy.ts';
import { readSelection, type Selection } from './selection.ts';
import { type AccountPolicy, type AccountPolicyType, accountPolicies, type SubscriptionFilter } from './state.ts';
import { checkedService } from './subscriptions/subscription-filters.ts';
import { compileTransformer } from './transformers/compile-transformer.ts';

/** Limit: account policies of a type in a region. */
const MAX_POLICIES: Readonly<Record<AccountPolicyType, number>> = {
  DATA_PROTECTION_POLICY: 1,
  SUBSCRIPTION_FILTER_POLICY: 1,
  FIELD_INDEX_POLICY: 20,
  TRANSFORMER_POLICY: 20,
};
/** Types of which each log group has one policy at most: their prefixes must not overlap. */
const DISJOINT: readonly AccountPolicyType[] = ['FIELD_INDEX_POLICY', 'TRANSFORMER_POLICY'];
/** Limit: processors of a transformer policy. */
const MAX_PROCESSORS = 20;

/** @throws Fault for a type of policy that is not emulated */
function typeOf(given: string): AccountPolicyType {
  if (!Object.hasOwn(MAX_POLICIES, given))
    throw invalid(`Account policies of the type ${given} are not emulated, only ${Object.keys(MAX_POLICIES).join(', ')}.`);
  return given as AccountPolicyType;
}

export const PutAccountPolicy = operation('PutAccountPolicy', async (input, ctx) => {
  const { policyName: name, policyDocument: document, selectionCriteria: criteria } = input;
  const type = typeOf(input.policyType);
  if (input.dryRun) throw invalid('dryRun is not emulated.');
  if (criteria !== undefined) checkCriteria(criteria, type);
  const filter = type === 'SUBSCRIPTION_FILTER_POLICY' ? await readFilter(input, ctx) : undefined;
  if (type === 'DATA_PROTECTION_POLICY') readProtection(document);
  if (type === 'FIELD_INDEX_POLICY') indexedFields(document);
  const processors = type === 'TRANSFORMER_POLICY' ? readProcessors(document) : undefined;
  const records = ctx.records(accountPolicies);
  if (!records.has([type, name]) && records.count([type]) >= MAX_POLICIES[type])
    throw fault('LimitExceededException', 'Resource limit exceeded.');
  if (DISJOINT.includes(type)) refuseOverlap(type, name, criteria, ctx);
  const policy: AccountPolicy = { name, type, document, criteria, updatedMs: ctx.now(), filter, processors };
  ctx.write((tx) => tx.put(records, [type, name], policy));
  return { accountPolicy: describe(policy, ctx) };
});

function checkCriteria(criteria: string, type: AccountPolicyType): void {
  const selection = readSelection(criteria);
  if (type === 'DATA_PROTECTION_POLICY') throw invalid('selectionCriteria cannot be used with data protection policies.');
  if (!selection) throw invalid(`Invalid selectionCriteria: ${criteria}`);
  const fits =
    type === 'SUBSCRIPTION_FILTER_POLICY' ? selection.isExcluding && !selection.isPrefix : selection.isPrefix && !selection.isExcluding;
  if (!fits)
    throw invalid(
      `Invalid selectionCriteria: ${type === 'SUBSCRIPTION_FILTER_POLICY' ? 'only LogGroupName NOT IN [...]' : 'only LogGroupNamePrefix IN [...]'} is supported.`,
    );
}

/** "Policies can't use the same or overlapping log group name prefixes." A policy without criteria stands beside policies that have some. */
function refuseOverlap(type: AccountPolicyType, name: string, criteria: string | undefined, ctx: Ctx): void {
  const prefixes = prefixesOf(criteria);
  const other = ctx
    .records(accountPolicies)
    .range([type])
    .find((policy) => policy.name !== name && overlaps(prefixes, prefixesOf(policy.criteria)));
  if (other) throw invalid(`The policy selects log groups that the policy ${other.name} of the type ${type} selects, too.`);
}

const prefixesOf = (criteria: string | undefined): Selection['names'] =>
  criteria === undefined ? [] : (readSelection(criteria)?.names ?? []);

function overlaps(some: Selection['names'], others: Selection['names']): boolean {
  if (some.length === 0 || others.length === 0) return some.length === others.length;
  return some.some((prefix) => others.some((other) => prefix.startsWith(other) || other.startsWith(prefix)));
}

/** @throws Fault InvalidParameterException */
function readProcessors(document: string): readonly Processor[] {
  let given: unknown;
  try {
    given = JSON.parse(document);
  } catch {
    given = undefined;
  }
  if (
    !Array.isArray(given) ||
    given.length === 0 ||
    !given.every((processor) => isObject(processor) && Object.values(processor).every(isObject))
  )
    throw invalid('The policy document must be a JSON array of processors.');
  if (given.length > MAX_PROCESSORS) throw invalid(`A transformer can have at most ${MAX_PROCESSORS} processors.`);
  compileTransformer(given as Processor[]);
  return given as Processor[];
}

async function readFilter({ policyName: name, policyDocument }: PutAccountPolicyRequest, ctx: Ctx): Promise<SubscriptionFilter> {
  const {
    DestinationArn,
    RoleArn,
    FilterPattern = '',
    Distribution = 'ByLogStream',
  } = (readObject(policyDocument) ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof DestinationArn !== 'string' || typeof FilterPattern !== 'string' || !['string', 'undefined'].includes(typeof RoleArn))
    throw invalid('The policy document must be JSON with DestinationArn and FilterPattern.');
  if (Distribution !== 'Random' && Distribution !== 'ByLogStream') throw invalid('Distribution must be Random or ByLogStream.');
  const roleArn = RoleArn as string | undefined;
  const filter = { filterName: name, destinationArn: DestinationArn, filterPattern: FilterPattern, roleArn };
  const service = await checkedService({ ...filter, logGroupName: '*' }, ctx);
  return {
    name,
    createdMs: ctx.now(),
    pattern: FilterPattern,
    destinationArn: DestinationArn,
    roleArn,
    service,
    distribution: Distribution,
  };
}

export const DescribeAccountPolicies = operation('DescribeAccountPolicies', (input, ctx) => {
  const type = typeOf(input.policyType);
  const other = input.accountIdentifiers?.find((account) => account !== ctx.account);
  if (other !== undefined) throw invalid(`The account ${other} is not linked to this one.`);
  if (input.policyName !== undefined && !ctx.records(accountPolicies).has([type, input.policyName])) throw noPolicy(input.policyName);
  const { items, nextToken } = pageOfRecords(ctx.records(accountPolicies), [type], input, {
    keep: ({ name }) => input.policyName === undefined || name === input.policyName,
  });
  return { accountPolicies: items.map(([, policy]) => describe(policy, ctx)), nextToken };
});

const noPolicy = (name: string) => fault('ResourceNotFoundException', `Policy with name [${name}] does not exist.`);

export const DeleteAccountPolicy = operation('DeleteAccountPolicy', ({ policyName, policyType, dryRun }, ctx) => {
  const type = typeOf(policyType);
  if (dryRun) throw invalid('dryRun is not emulated.');
  if (!ctx.records(accountPolicies).has([type, policyName])) throw noPolicy(policyName);
  ctx.write((tx) => tx.delete(ctx.records(accountPolicies), [type, policyName]));
});

const describe = ({ name, type, document, criteria, updatedMs }: Frozen<AccountPolicy>, ctx: Ctx): PolicyForm => ({
  ...{ policyName: name, policyType: type, policyDocument: document, lastUpdatedTime: updatedMs, scope: 'ALL' },
  ...{ selectionCriteria: criteria, accountId: ctx.account },
});
