// Common to CreateStack, UpdateStack and CreateChangeSet: refusals, tags, policies.
import type { Ctx } from '#core/ctx';
import { isReservedTagKey } from '#core/tags';
import { formatArn, parseArn } from '#lib/arn';
import { parseStackPolicy } from './engine/stack-policy.ts';
import { invalid } from './faults.ts';
import { asFaults } from './preparation/prepare.ts';
import { readFromS3 } from './preparation/source.ts';
import type { StackRecord, Tag } from './state.ts';

interface Common {
  readonly RollbackConfiguration?:
    | {
        readonly RollbackTriggers?: readonly { readonly Arn?: string | undefined; readonly Type?: string | undefined }[] | undefined;
        readonly MonitoringTimeInMinutes?: number | undefined;
      }
    | undefined;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[] | undefined;
}

/** Refuses members that are not emulated, by name. */
export function refuseUnsupported({ RollbackConfiguration, Tags }: Common): void {
  for (const { Arn = '', Type } of RollbackConfiguration?.RollbackTriggers ?? []) {
    if (Type !== 'AWS::CloudWatch::Alarm' && Type !== 'AWS::CloudWatch::CompositeAlarm')
      throw invalid('Rollback Trigger Type not supported');
    if (parseArn(Arn)?.resource.startsWith('alarm:') !== true) throw invalid("RelativeId of a Rollback Trigger's ARN is incorrect");
  }
  if ((RollbackConfiguration?.RollbackTriggers?.length ?? 0) > 0 || (RollbackConfiguration?.MonitoringTimeInMinutes ?? 0) > 0)
    throw invalid('RollbackConfiguration is not emulated: no alarm is watched during a deployment.');
  const keys = (Tags ?? []).map(({ Key }) => Key);
  if (keys.length > 50) throw invalid('Tags: at most 50 tags are allowed');
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw invalid(`Duplicate tag keys found: ${twice}`);
  const reserved = keys.find(isReservedTagKey);
  if (reserved !== undefined) throw invalid(`aws: prefixed tag key names are not allowed for external use. (${reserved})`);
}

export const tagsOf = (tags: Common['Tags']): Tag[] | undefined => tags?.map(({ Key, Value }) => ({ Key, Value }));

/** The policy, given as a body or in S3, after a check. */
export async function policyText(body: string | undefined, url: string | undefined, ctx: Ctx): Promise<string | undefined> {
  if (body !== undefined && url !== undefined) throw invalid('You cannot specify both StackPolicyURL and StackPolicyBody');
  const text = url === undefined ? body : await readFromS3(url, 'StackPolicyURL', ctx, 16_384);
  if (text !== undefined) await asFaults(() => parseStackPolicy(text));
  return text;
}

export const stackArn = (name: string, ctx: Ctx): string =>
  formatArn({ service: 'cloudformation', region: ctx.region, account: ctx.account, resource: `stack/${name}/${ctx.id()}` });

const STACK_NAME = /^[a-zA-Z][-a-zA-Z0-9]*$/;
/** Limit: characters of a stack's name. */
const MAX_STACK_NAME_LENGTH = 128;

/** The service has stricter rules for new names than the model. */
export function checkStackName(name: string): void {
  const broken = !STACK_NAME.test(name)
    ? 'satisfy regular expression pattern: [a-zA-Z][-a-zA-Z0-9]*'
    : name.length > MAX_STACK_NAME_LENGTH
      ? `have length less than or equal to ${MAX_STACK_NAME_LENGTH}`
      : undefined;
  if (broken)
    throw invalid(`1 validation error detected: Value '${name}' at 'stackName' failed to satisfy constraint: Member must ${broken}`);
}

export const newStack = (name: string, ctx: Ctx): Omit<StackRecord, 'status'> => ({
  id: stackArn(name, ctx),
  name,
  createdMs: ctx.now(),
  outputs: [],
  onFailure: 'ROLLBACK',
  disableRollback: false,
  terminationProtection: false,
  retainExceptOnCreate: false,
  drift: { status: 'NOT_CHECKED' },
  lastOperations: [],
});
