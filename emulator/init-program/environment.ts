// The environment as init sees it: where the function's programs are and how they are started.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { extensionVariables } from '#runtime-init/extensions/registration';
import type { ExtensionHost, Launch } from '#runtime-init/process/process';
import { neverStarted } from '#runtime-init/process/process';
import type { Processes } from './processes.ts';
import type { Settings } from './settings.ts';
import type { User } from './user.ts';

const task = '/var/task';
const runtimeDir = '/var/runtime';
const extensionsDir = '/opt/extensions';

const defaults: Readonly<Record<string, string>> = {
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin',
  LD_LIBRARY_PATH: '/var/lang/lib:/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:/var/task:/var/task/lib:/opt/lib',
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
};

/** The function's own image defines its variables, and its entry point the handler. */
function runtimeVariables({ env, fn }: Settings): Record<string, string> {
  const ownImage = fn.command !== undefined;
  return {
    ...(ownImage ? { PATH: '/usr/local/bin:/usr/bin:/bin' } : defaults),
    ...env,
    ...(fn.handler === '' ? {} : { _HANDLER: fn.handler }),
    LAMBDA_TASK_ROOT: env['LAMBDA_TASK_ROOT'] ?? task,
    LAMBDA_RUNTIME_DIR: env['LAMBDA_RUNTIME_DIR'] ?? runtimeDir,
    _LAMBDA_TELEMETRY_LOG_FD: '3',
  };
}

/** The command that runs the function, or the paths where no program was found. */
function commandOf({ fn, env }: Settings): readonly string[] | string {
  const wrapper = env['AWS_LAMBDA_EXEC_WRAPPER'];
  const wrapped = (command: readonly string[]) => (wrapper ? [wrapper, ...command] : command);
  if (fn.command && fn.command.length > 0) return fn.command;
  const own = [join(task, 'bootstrap'), '/opt/bootstrap'];
  const places = fn.ownBootstrapFirst ? [...own, join(runtimeDir, 'bootstrap')] : [join(runtimeDir, 'bootstrap'), ...own];
  const found = places.find((path) => existsSync(path));
  return found === undefined ? `[${places.join(' ')}]` : wrapped([found]);
}

export function launcher(settings: Settings, user: User | undefined, processes: Processes): Launch {
  const env = runtimeVariables(settings);
  const { memoryMb, workingDirectory } = settings.fn;
  return (address, output) => {
    const command = commandOf(settings);
    if (typeof command === 'string') return neverStarted(command);
    const cwd = workingDirectory || (existsSync(task) ? task : '/');
    const limitBytes = memoryMb * 1024 ** 2;
    return processes.start({ command, cwd, user, limitBytes, env: { ...env, AWS_LAMBDA_RUNTIME_API: address } }, output);
  };
}

export function extensionHost(settings: Settings, user: User | undefined, processes: Processes): ExtensionHost {
  const env = extensionVariables(runtimeVariables(settings));
  return {
    list: () => {
      try {
        const entries = readdirSync(extensionsDir, { withFileTypes: true });
        return entries
          .filter((entry) => !entry.isDirectory())
          .map(({ name }) => name)
          .sort();
      } catch {
        return [];
      }
    },
    launch: (name, address, output) => {
      const variables = { ...env, AWS_LAMBDA_RUNTIME_API: address };
      return processes.start({ command: [join(extensionsDir, name)], cwd: '/', user, env: variables }, output);
    },
  };
}
