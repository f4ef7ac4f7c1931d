// Creates the stack of template.yaml, or updates it. The code of the functions is the folder `src` itself: the emulator runs it from there, and reloads it when a
// file changes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  CreateStackCommand,
  DescribeStacksCommand,
  UpdateStackCommand,
  waitUntilStackCreateComplete,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation';

export const STACK = '{{name}}';

/**
 * Answers the stack's outputs.
 * @param {import('@aws-sdk/client-cloudformation').CloudFormationClient} client
 * @returns {Promise<Record<string, string>>}
 */
export async function deploy(client) {
  const stack = {
    StackName: STACK,
    TemplateBody: readFileSync(new URL('../template.yaml', import.meta.url), 'utf8'),
    Parameters: [{ ParameterKey: 'CodeKey', ParameterValue: fileURLToPath(new URL('../src', import.meta.url)) }],
    Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'],
  };
  const wait = { client, maxWaitTime: 120, minDelay: 1, maxDelay: 2 };
  try {
    await client.send(new CreateStackCommand(stack));
    await waitUntilStackCreateComplete(wait, { StackName: STACK });
  } catch (error) {
    if (error.name !== 'AlreadyExistsException') throw error;
    await update(client, stack, wait);
  }
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: STACK }));
  return Object.fromEntries(Stacks[0].Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
}

async function update(client, stack, wait) {
  try {
    await client.send(new UpdateStackCommand(stack));
    await waitUntilStackUpdateComplete(wait, { StackName: STACK });
  } catch (error) {
    if (!/No updates are to be performed/.test(error.message)) throw error;
  }
}
