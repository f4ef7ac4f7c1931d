// Resource policies: who may send segments. Kept, and not asked: services send segments by right here.
import { readPolicy } from '#core/policy/checked-policy';
import type { Frozen } from '#core/records';
import { fault, operation, type ResourcePolicy as PolicyForm } from '#model/xray';
import { invalidRequest, pagesOf } from './faults.ts';
import { type ResourcePolicy, resourcePolicies } from './state.ts';

/** Limit: resource policies of an account in a region. */
const MAX_POLICIES = 5;
/** Limit: bytes of a resource policy of traces. */
const MAX_BYTES = 5 * 1024;
/** A revision that no policy has: the policy must be new. */
const NEW = '0';

export const PutResourcePolicy = operation(
  'PutResourcePolicy',
  ({ PolicyName: name, PolicyDocument: document, PolicyRevisionId: expected }, ctx) => {
    if (Buffer.byteLength(document) > MAX_BYTES)
      throw fault('PolicySizeLimitExceededException', `A resource policy can have at most ${MAX_BYTES} bytes.`);
    readPolicy(document, ({ message }) => fault('MalformedPolicyDocumentException', message));
    const records = ctx.records(resourcePolicies);
    const before = records.get([name]);
    if (expected !== undefined && expected !== (before ? String(before.revision) : NEW)) throw wrongRevision(name);
    if (!before && records.count() >= MAX_POLICIES)
      throw fault('PolicyCountLimitExceededException', `An account can have at most ${MAX_POLICIES} resource policies.`);
    const policy: ResourcePolicy = { name, document, revision: (before?.revision ?? 0) + 1, updatedMs: ctx.now() };
    ctx.write((tx) => tx.put(records, [name], policy));
    return { ResourcePolicy: describe(policy) };
  },
);

export const DeleteResourcePolicy = operation('DeleteResourcePolicy', ({ PolicyName: name, PolicyRevisionId: expected }, ctx) => {
  const records = ctx.records(resourcePolicies);
  const before = records.get([name]);
  if (!before) throw invalidRequest(`Resource policy ${name} does not exist.`);
  if (expected !== undefined && expected !== String(before.revision)) throw wrongRevision(name);
  ctx.write((tx) => tx.delete(records, [name]));
});

const { pageOfValues } = pagesOf(50);

export const ListResourcePolicies = operation('ListResourcePolicies', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(resourcePolicies), [], input);
  return { ResourcePolicies: items.map(describe), NextToken };
});

const wrongRevision = (name: string) =>
  fault('InvalidPolicyRevisionIdException', `The revision of the resource policy ${name} is another one than the request expects.`);

const describe = ({ name, document, revision, updatedMs }: Frozen<ResourcePolicy>): PolicyForm => ({
  PolicyName: name,
  PolicyDocument: document,
  PolicyRevisionId: String(revision),
  LastUpdatedTime: new Date(updatedMs),
});
