// The stack that owns a resource: among the stacks here, the one with a resource of that service and name.
import type { Api } from '#ui/resource.ts';

const MAX_STACKS = 50;
/** Services whose resource types have another name. */
const NAMES_IN_TYPES: Readonly<Record<string, string>> = { states: 'stepfunctions', firehose: 'kinesisfirehose', kafka: 'msk' };

/** Undefined where no stack owns it. `name`: as in the address of its page, an ARN or the last part of one. */
export async function stackThatOwns(service: string, name: string, { call }: Api): Promise<string | undefined> {
  const wanted = NAMES_IN_TYPES[service] ?? service;
  const { Stacks = [] } = await call('cloudformation', 'DescribeStacks', {});
  for (const { StackName = '' } of Stacks.slice(0, MAX_STACKS)) {
    const { StackResourceSummaries = [] } = await call('cloudformation', 'ListStackResources', { StackName });
    const owned = StackResourceSummaries.some(({ ResourceType = '', PhysicalResourceId: id = '' }) => {
      const isSameService = ResourceType.split('::')[1]?.toLowerCase() === wanted;
      return isSameService && (id === name || id.endsWith(`/${name}`) || id.endsWith(`:${name}`) || id.endsWith(`|${name}`));
    });
    if (owned) return StackName;
  }
  return undefined;
}
