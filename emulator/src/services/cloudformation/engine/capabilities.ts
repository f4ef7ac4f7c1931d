// Determines which capabilities a template needs, and why.
import { table } from '#lib/table';
import type { Template } from './template.ts';

/** IAM types, and the property that gives the resource a custom name, if there is one. */
const IAM_TYPES: Readonly<Record<string, string | undefined>> = table({
  'AWS::IAM::AccessKey': undefined,
  'AWS::IAM::Group': 'GroupName',
  'AWS::IAM::InstanceProfile': 'InstanceProfileName',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Policy': undefined,
  'AWS::IAM::Role': 'RoleName',
  'AWS::IAM::User': 'UserName',
  'AWS::IAM::UserToGroupAddition': undefined,
});

export type Capability = 'CAPABILITY_IAM' | 'CAPABILITY_NAMED_IAM' | 'CAPABILITY_AUTO_EXPAND';

export function capabilitiesOf({ resources }: Template): { needed?: Capability; reason?: string } {
  const iam = Object.values(resources).filter(({ type }) => Object.hasOwn(IAM_TYPES, type));
  if (iam.length === 0) return {};
  const named = iam.some(({ type, properties }) => properties[IAM_TYPES[type] ?? ''] !== undefined);
  const types = [...new Set(iam.map(({ type }) => type))];
  return {
    needed: named ? 'CAPABILITY_NAMED_IAM' : 'CAPABILITY_IAM',
    reason: `The following resource(s) require capabilities: [${types.join(', ')}]`,
  };
}

/** The capability that is needed but not given. */
export function missingCapability(template: Template, given: readonly string[]): string | undefined {
  const { needed } = capabilitiesOf(template);
  if (!needed || given.includes('CAPABILITY_NAMED_IAM') || given.includes(needed)) return undefined;
  return needed;
}
