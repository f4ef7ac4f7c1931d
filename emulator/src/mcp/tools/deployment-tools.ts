// Tools that deploy a project by the tool that it uses.
import { z } from 'zod';
import { option, type Tool, tool } from '#mcp/tool';

/** The time limit of a build, a deployment by the CDK, or an apply of Terraform. */
const DEPLOYS_WITHIN_MS = 15 * 60_000;

const path = z.string().default('.').describe('A template, or the folder of the project, in the project.');
const parameters = z.record(z.string(), z.string()).optional().describe('Parameters of the template, by name.');

export const DEPLOYMENT_TOOLS: readonly Tool[] = [
  tool({
    name: 'deploy',
    title: 'Deploy a template',
    description:
      'Deploys a template of CloudFormation or SAM with its code: builds, uploads, changes the stack, and answers outputs. A failure names every resource that failed; `why` has the causes. For apps of the CDK, Terraform and CDKTF call `deploy_app`.',
    effect: 'changes',
    input: { path, stackName: z.string().optional(), parameters, region: z.string().optional() },
    run: async (input, { command, path: inside }) =>
      command(['deploy', ...stackWords(input), '--json'], { operands: [await inside(input.path)], timeoutMs: DEPLOYS_WITHIN_MS }),
  }),
  tool({
    name: 'plan',
    title: 'Plan a deployment',
    description: 'Shows what `deploy` of a template would add, change and remove, with values, and changes nothing.',
    effect: 'reads',
    input: { path, stackName: z.string().optional(), parameters, region: z.string().optional() },
    run: async (input, { command, path: inside }) =>
      command(['deploy', '--dry-run', ...stackWords(input), '--json'], {
        operands: [await inside(input.path)],
        timeoutMs: DEPLOYS_WITHIN_MS,
      }),
  }),
  tool({
    name: 'deploy_app',
    title: 'Deploy an app of the CDK, Terraform or CDKTF',
    description:
      "Runs the project's own tool against the emulator: `cdk deploy --all`, `terraform init` and `apply`, or CDKTF's deploy; with `plan` its diff. The project's packages must be installed.",
    effect: 'changes',
    input: { tool: z.enum(['cdk', 'terraform', 'cdktf']), plan: z.boolean().default(false).describe('Only show what would change.') },
    run: async ({ tool: name, plan }, { command }) => {
      const how = { timeoutMs: DEPLOYS_WITHIN_MS };
      if (name === 'cdk') return command(plan ? ['cdk', 'diff'] : ['cdk', 'deploy', '--all', '--require-approval', 'never'], how);
      if (name === 'cdktf') return command(['cdktf', plan ? 'diff' : 'deploy'], how);
      const begun = await command(['tf', 'init', '-input=false', '-no-color'], how);
      if (begun.failed) return begun;
      return command(['tf', plan ? 'plan' : 'apply', '-input=false', '-no-color', ...(plan ? [] : ['-auto-approve'])], how);
    },
  }),
  tool({
    name: 'delete_stack',
    title: 'Delete a stack',
    description: 'Deletes a stack of CloudFormation with its resources, and what was uploaded for it.',
    effect: 'destroys',
    input: {
      stack: z
        .string()
        .regex(/^[a-zA-Z][-a-zA-Z0-9]*$/)
        .describe('Its name.'),
      region: z.string().optional(),
    },
    run: ({ stack, region }, { command }) => command(['delete', ...option('--region', region), '--json'], { operands: [stack] }),
  }),
];

interface StackInput {
  readonly stackName?: string | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly region?: string | undefined;
}

const stackWords = ({ stackName, parameters: values = {}, region }: StackInput): readonly string[] => [
  ...option('--stack-name', stackName),
  ...option('--region', region),
  ...Object.entries(values).map(([name, value]) => `--parameter=${name}=${value}`),
];
