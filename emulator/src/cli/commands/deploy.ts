// `emulator deploy`: deploys a template with its code, or shows what that would change.
import { startUnlessRunning } from '#cli/background';
import { capabilitiesNote, heading, resultLines } from '#cli/deploy/deploy-text';
import { planLines } from '#cli/deploy/plan-text';
import { withStackProblems } from '#cli/deploy/stack-errors';
import { stackTarget } from '#cli/deploy/stack-target';
import { TaskList } from '#cli/deploy/task-list';
import { askEmulator, endpoint } from '#cli/endpoint';
import { OPTION_INVALID } from '#config/messages';
import { hotBucketOf } from '#hot-reload/folder/hot-marker';
import { EmulatorError } from '#lib/emulator-error';

export interface DeployOptions {
  readonly stackName?: string;
  readonly region?: string;
  readonly parameter?: readonly string[];
  readonly tag?: readonly string[];
  readonly capabilities?: readonly string[];
  readonly configEnv?: string;
  readonly configFile?: string;
  readonly dryRun?: boolean;
  /** False for `--no-build`. */
  readonly build: boolean;
  readonly hot?: boolean;
  readonly start?: boolean;
  readonly endpoint?: string;
  readonly json?: boolean;
}

export const deploy = (path: string, options: DeployOptions): Promise<void> => withStackProblems(() => deployed(path, options));

async function deployed(path: string, options: DeployOptions): Promise<void> {
  const { json = false, dryRun = false, hot = false } = options;
  const { openProject } = await import('cloud-emulator-stacks/project');
  const { deployStack, planStack } = await import('cloud-emulator-stacks/deploy-stack');
  const project = openProject(path, {
    stackName: options.stackName,
    region: options.region,
    parameters: pairs(options.parameter, '--parameter'),
    tags: pairs(options.tag, '--tag'),
    capabilities: options.capabilities,
    configEnvironment: options.configEnv,
    configFile: options.configFile,
  });
  const url = endpoint(options.endpoint);
  if (options.start) await startUnlessRunning(url);
  await askEmulator(`${url}/_emulator/health`);
  const target = stackTarget(url, project.region);
  const tasks = new TaskList({ json, stream: process.stdout, stackName: project.stackName });
  try {
    tasks.say(heading(`${dryRun ? 'Planning' : 'Deploying'} ${project.stackName}`, target));
    for (const text of project.warnings) tasks.see({ type: 'warning', text });
    if (project.capabilitiesByDefault) tasks.say(capabilitiesNote(project.capabilities));
    const hotBucket = hot ? hotBucketOf(process.env) : undefined;
    const { secretFolders } = await import('#cli/deploy/secret-folders');
    const how: Parameters<typeof deployStack>[1] = {
      ...{ target, build: options.build, hotBucket, whyNotPacked: secretFolders() },
      see: (event) => tasks.see(event),
    };
    if (dryRun) tasks.result({ type: 'plan', ...(await planStack(project, how)) }, planLines);
    else tasks.result({ type: 'result', ...(await deployStack(project, how)) }, resultLines);
  } finally {
    tasks.end();
  }
}

/** @throws EmulatorError where a word is not `name=value` */
function pairs(words: readonly string[] = [], option: string): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const split = word.indexOf('=');
      if (split < 1)
        throw new EmulatorError(OPTION_INVALID, `${option} ${word} is no pair.`, {
          hint: `It takes a name and a value: ${option} Stage=dev`,
        });
      return [word.slice(0, split), word.slice(split + 1)];
    }),
  );
}
