// `emulator delete`: deletes a stack, with the artifacts that were uploaded for it.
import { existsSync } from 'node:fs';
import pc from 'picocolors';
import { heading } from '#cli/deploy/deploy-text';
import { withStackProblems } from '#cli/deploy/stack-errors';
import { stackTarget } from '#cli/deploy/stack-target';
import { TaskList } from '#cli/deploy/task-list';
import { askEmulator, endpoint } from '#cli/endpoint';
import { NO_STACK } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';

export interface DeleteOptions {
  readonly region?: string;
  readonly configEnv?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
}

/** `name`: of a stack, or a folder or template, whose stack is meant. */
export const deleteNamed = (name: string, options: DeleteOptions): Promise<void> => withStackProblems(() => deleted(name, options));

async function deleted(name: string, options: DeleteOptions): Promise<void> {
  const { json = false } = options;
  const { deleteStack } = await import('cloud-emulator-stacks/delete-stack');
  const { openProject } = await import('cloud-emulator-stacks/project');
  const project = /[./]/.test(name) && existsSync(name) ? openProject(name, { configEnvironment: options.configEnv }) : undefined;
  const stackName = project?.stackName ?? name;
  const url = endpoint(options.endpoint);
  await askEmulator(`${url}/_emulator/health`);
  const target = stackTarget(url, options.region ?? project?.region);
  const tasks = new TaskList({ json, stream: process.stdout, stackName });
  try {
    tasks.say(heading(`Deleting ${stackName}`, target));
    if (!(await deleteStack(stackName, target, (event) => tasks.see(event))))
      throw new EmulatorError(NO_STACK, `There is no stack ${stackName} in ${target.region} of account ${target.account}.`, {
        hint: '--region names another region; an AWS_ACCESS_KEY_ID of twelve digits names another account.',
      });
    tasks.result({ type: 'result', stackName, status: 'DELETE_COMPLETE' }, () => [`${pc.green('✓')} ${pc.bold(stackName)} is deleted.`]);
  } finally {
    tasks.end();
  }
}
