// Parts common to all requests for temporary credentials: tags, session policies, durations. Pure.
import { deflateRawSync } from 'node:zlib';
import { unmodelled } from '#core/operation';
import { checkedPolicy } from '#core/policy/checked-policy';
import { checkIdentityPolicy } from '#core/policy/policy-rules';
import { isReservedTagKey } from '#core/tags';
import { fault } from '#model/sts';
import type { Tag } from './state.ts';

export interface Scope {
  readonly Policy?: string | undefined;
  readonly PolicyArns?: readonly { readonly arn?: string | undefined }[] | undefined;
  readonly Tags?: readonly Tag[] | undefined;
}

export const invalid = (message: string) => unmodelled('ValidationError', message);

export function checkTags(tags: readonly Tag[]): void {
  const keys = tags.map(({ Key }) => Key.toLowerCase());
  if (new Set(keys).size < keys.length)
    throw unmodelled('InvalidParameterValue', 'Duplicate tag keys found. Please note that Tag keys are case insensitive.');
  if (keys.some(isReservedTagKey)) throw invalid('Tag keys must not start with aws:, which is reserved.');
}

/** The limit on packed sizes. The cloud's packing is secret, so sizes here are those of the compressed text. */
const PACKED_BYTES = 2048;
/** Limit: managed policies of a session. */
const MAX_POLICIES = 10;

/** Throws for invalid policies and tags; returns the packed size in percent, if there is anything to pack. */
export function checkScope({ Policy, PolicyArns = [], Tags = [] }: Scope): { PackedPolicySize?: number } {
  checkTags(Tags);
  if (Policy !== undefined) checkPolicy(Policy);
  if (PolicyArns.length > MAX_POLICIES) throw invalid(`The number of managed session policies exceeds the limit of ${MAX_POLICIES}.`);
  for (const { arn = '' } of PolicyArns) {
    if (!/^arn:aws:iam::(?:\d{12}|aws):policy\/.+$/.test(arn)) throw invalid(`The specified value for PolicyArns is invalid: ${arn}`);
  }
  if (Policy === undefined && PolicyArns.length === 0 && Tags.length === 0) return {};
  const parts = [Policy ?? '', ...PolicyArns.map(({ arn }) => arn ?? ''), ...Tags.flatMap(({ Key, Value }) => [Key, Value])];
  const percent = Math.ceil((deflateRawSync(parts.join('\n')).length * 100) / PACKED_BYTES);
  if (percent > 100)
    throw fault(
      'PackedPolicyTooLargeException',
      `Packed size of session policies and tags consumes ${percent}% of allotted space. Please use fewer or smaller policies and tags.`,
    );
  return { PackedPolicySize: percent };
}

function checkPolicy(policy: string): void {
  checkedPolicy(policy, ({ message }) => fault('MalformedPolicyDocumentException', message), checkIdentityPolicy);
}

export const scopeOfSession = ({ Policy, PolicyArns = [] }: Scope) => ({
  policy: Policy,
  policyArns: PolicyArns.map(({ arn }) => arn ?? ''),
});
