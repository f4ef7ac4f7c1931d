// Change sets: made from a packaged project, shown, executed or deleted.
import { randomUUID } from 'node:crypto';
import { type Answer, type CloudClient, CloudError, listOf, textOf } from './cloud-client.ts';
import { type ResourceChange, resourceChanges } from './stack-plan.ts';
import { StackProblem } from './stack-problem.ts';

type Members = Readonly<Record<string, Answer | undefined>>;

export interface StackState {
  readonly id: string;
  readonly status: string;
  /** Names of its parameters. */
  readonly parameters: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** Undefined if there is no such stack. `name`: or its id, by which a stack that was deleted is found, too. */
export async function stackState(name: string, client: CloudClient): Promise<StackState | undefined> {
  try {
    const { Stacks } = await client.cloudFormation('DescribeStacks', { StackName: name });
    const [stack = {}] = listOf(Stacks);
    return {
      id: textOf(stack['StackId']) ?? '',
      status: textOf(stack['StackStatus']) ?? '',
      parameters: listOf(stack['Parameters']).map(({ ParameterKey }) => textOf(ParameterKey) ?? ''),
      outputs: Object.fromEntries(
        listOf(stack['Outputs']).map(({ OutputKey, OutputValue }) => [textOf(OutputKey) ?? '', textOf(OutputValue) ?? '']),
      ),
    };
  } catch (error) {
    if (error instanceof CloudError && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

export interface ChangeSetInput {
  readonly stackName: string;
  readonly isNew: boolean;
  /** The text, or the address of a longer one. */
  readonly template: { readonly body: string } | { readonly url: string };
  /** Undefined: the value that the stack has. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly capabilities: readonly string[];
  readonly roleArn: string | undefined;
  /** The beginning of its name: `deploy`. */
  readonly purpose: string;
  /** Shows what happens in nested stacks, too. */
  readonly withNested: boolean;
}

export interface ChangeSet {
  readonly id: string;
  readonly stackId: string;
  /** It changes nothing. */
  readonly isEmpty: boolean;
  readonly changes: readonly ResourceChange[];
}

/** CreateChangeSet answers when the change set is complete. @throws StackProblem with CloudFormation's reason */
export async function createChangeSet(input: ChangeSetInput, client: CloudClient): Promise<ChangeSet> {
  const { template } = input;
  const created = await client
    .cloudFormation('CreateChangeSet', {
      StackName: input.stackName,
      ChangeSetName: `${input.purpose}-${randomUUID()}`,
      ChangeSetType: input.isNew ? 'CREATE' : 'UPDATE',
      ...('body' in template ? { TemplateBody: template.body } : { TemplateURL: template.url }),
      Parameters: Object.entries(input.parameters).map(([ParameterKey, ParameterValue]) => ({
        ParameterKey,
        ...(ParameterValue === undefined ? { UsePreviousValue: true } : { ParameterValue }),
      })),
      Tags: Object.entries(input.tags).map(([Key, Value]) => ({ Key, Value })),
      Capabilities: input.capabilities,
      RoleARN: input.roleArn,
      IncludeNestedStacks: input.withNested,
    })
    .catch((error: unknown) => {
      throw error instanceof CloudError ? refused(error) : error;
    });
  const id = textOf(created['Id']) ?? '';
  const described = await describe(id, client);
  const reason = textOf(described['StatusReason']) ?? '';
  const isFailed = textOf(described['Status']) === 'FAILED';
  const isEmpty = isFailed && /didn't contain changes|No updates are to be performed/.test(reason);
  if (isFailed && !isEmpty) {
    await deleteChangeSet(id, client);
    throw new StackProblem('deploy', `The change set of ${input.stackName} failed: ${reason}`);
  }
  return {
    ...{ id, isEmpty },
    stackId: textOf(created['StackId']) ?? '',
    changes: await resourceChanges(described['Changes'], (nested) => nestedChanges(nested, client)),
  };
}

async function nestedChanges(id: string, client: CloudClient): Promise<readonly ResourceChange[]> {
  const described = await describe(id, client);
  return resourceChanges(described['Changes'], (nested) => nestedChanges(nested, client));
}

/** All pages in one. */
async function describe(id: string, client: CloudClient): Promise<Members> {
  const input = { ChangeSetName: id, IncludePropertyValues: true };
  const first = await client.cloudFormation('DescribeChangeSet', input);
  const changes = [...listOf(first['Changes'])];
  for (let next = textOf(first['NextToken']); next; ) {
    const page: Members = await client.cloudFormation('DescribeChangeSet', { ...input, NextToken: next });
    changes.push(...listOf(page['Changes']));
    next = textOf(page['NextToken']);
  }
  return { ...first, Changes: changes as Answer };
}

/** The service's words where parameters without a default got no value. */
const MISSING_VALUES = /^Parameters: \[.*\] must have values$/;

const refused = ({ code, message }: CloudError): StackProblem =>
  new StackProblem(
    'deploy',
    `CloudFormation refused the template (${code}): ${message}`,
    MISSING_VALUES.test(message)
      ? '`--parameter Name=value` gives one its value, as often as there are parameters; `parameter_overrides` in samconfig.toml does, too.'
      : undefined,
  );

export const deleteChangeSet = async (id: string, client: CloudClient): Promise<void> => {
  await client.cloudFormation('DeleteChangeSet', { ChangeSetName: id });
};

export const executeChangeSet = async (id: string, disableRollback: boolean, client: CloudClient): Promise<void> => {
  await client.cloudFormation('ExecuteChangeSet', { ChangeSetName: id, ...(disableRollback ? { DisableRollback: true } : {}) });
};
