// `emulator doctor`: checks what this machine offers, and says how to get what is missing.

import { lookup } from 'node:dns/promises';
import { rm } from 'node:fs/promises';
import pc from 'picocolors';
import { emulatorFindings } from '#cli/doctor-emulator';
import { endpoint } from '#cli/endpoint';
import type { Finding } from '#cli/finding';
import { readOptions } from '#config/options';
import { temporaryFolder } from '#lib/temporary-folder';

/** Exit code 1 when something is bad. */
export async function doctor(given: { json?: boolean; endpoint?: string; kubernetes?: boolean }): Promise<void> {
  const url = endpoint(given.endpoint);
  const running = await isRunning(url);
  if (given.kubernetes) {
    const { kubernetesFindings } = await import('#cli/doctor-kubernetes');
    const options = readOptions(process.env);
    return tell([node(), await gateway(url, running), ...(await kubernetesFindings({ url, running, options }))], given);
  }
  const machine = [...(await Promise.all([node(), gateway(url, running), names(url), engine()])), ...(await functions())];
  tell([...machine, ...(running ? await emulatorFindings(url) : [])], given);
}

function tell(findings: readonly Finding[], given: { json?: boolean }): void {
  if (given.json) process.stdout.write(`${JSON.stringify(findings)}\n`);
  else for (const finding of findings) process.stdout.write(`${render(finding)}\n`);
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

function render({ about, state, text, hint }: Finding): string {
  const mark = state === 'good' ? pc.green('✓') : state === 'note' ? pc.yellow('•') : pc.red('✗');
  return `${mark} ${about.padEnd(12)} ${text}${hint ? `\n  ${' '.repeat(12)} ${pc.dim(hint)}` : ''}`;
}

const node = (): Finding => ({ about: 'node', state: 'good', text: `${process.version} (${process.platform} ${process.arch})` });

const isRunning = (url: string): Promise<boolean> =>
  fetch(`${url}/_emulator/health`).then(
    (answer) => answer.ok && answer.headers.get('content-type')?.includes('json') === true,
    () => false,
  );

function gateway(url: string, running: boolean): Finding {
  return {
    about: 'gateway',
    state: running ? 'good' : 'note',
    text: running ? `an emulator answers at ${url}` : `nothing answers at ${url}`,
    ...(running ? {} : { hint: '`emulator start` starts one.' }),
  };
}

async function names(url: string): Promise<Finding> {
  const name = 'bucket.s3.localhost';
  const found = await lookup(name).then(
    ({ address }) => address,
    () => undefined,
  );
  if (found) return { about: 'host names', state: 'good', text: `${name} resolves to ${found}` };
  return {
    about: 'host names',
    state: 'note',
    text: `${name} does not resolve here`,
    hint: `Use ${byAddress(url)} as the endpoint: clients then address buckets by path; functions answer at /_function-url/<id>/ too.`,
  };
}

/** SDKs address buckets by path where the endpoint is an address instead of a name. */
const byAddress = (url: string): string => url.replace(/^(https?:\/\/)localhost\b/, '$1127.0.0.1');

const WITHOUT_ENGINE = 'Functions run in the embedded container runtime, which needs none.';

async function engine(): Promise<Finding> {
  const { findEngine } = await import('#containers/docker/engine');
  const chosen = readOptions(process.env).CONTAINER_RUNTIME;
  const found = await findEngine();
  if (found.ok) {
    const { title, place } = found.engine;
    const hint =
      chosen === 'embedded'
        ? 'CONTAINER_RUNTIME=embedded: functions run as processes of this machine all the same.'
        : `Functions run in containers${chosen === 'docker' ? '' : ', or as processes of this machine where the image is not to be had'}.`;
    return { about: 'containers', state: 'good', text: `${title} at ${place.host} (${place.because})`, hint };
  }
  const text = `no container engine answers (looked at ${found.reason})`;
  if (chosen !== 'docker') return { about: 'containers', state: 'note', text, hint: WITHOUT_ENGINE };
  return {
    about: 'containers',
    state: 'bad',
    text,
    hint: 'CONTAINER_RUNTIME=docker: functions cannot run. `auto` runs them without an engine.',
  };
}

async function functions(): Promise<Finding[]> {
  const { findInterpreters } = await import('#containers/embedded/interpreters');
  const languages = await Promise.all(
    (['nodejs', 'python', 'ruby', 'java'] as const).map(async (language): Promise<Finding> => {
      const { found, lookedIn } = await findInterpreters(language);
      if (found.length === 0)
        return {
          about: language,
          state: 'note',
          text: `none found`,
          hint: `Looked in ${lookedIn.join(', ')}. Functions of that language will be Failed.`,
        };
      return {
        about: language,
        state: 'good',
        text: found.map(({ version, path }) => `${version} (${path})`).join(', '),
        hint: `A function that asks for another version runs on the nearest one, with a warning in its log.${language === 'nodejs' ? ' `emulator runtimes add nodejs22.x` brings one.' : ''}`,
      };
    }),
  );
  const packages = await Promise.all([
    sdkFor('nodejs', '@aws-sdk/*', 'npm install -g @aws-sdk/client-<service>'),
    sdkFor('python', 'boto3', 'python3 -m pip install boto3'),
  ]);
  const { found: javas } = await findInterpreters('java');
  const compiler = javas.length === 0 ? 'none needed' : await (await import('#containers/embedded/find-java')).compilerAmong(javas);
  return [
    ...languages,
    ...packages,
    ...(compiler === undefined
      ? [
          {
            about: 'javac',
            state: 'note' as const,
            text: 'no compiler beside any Java',
            hint: 'Functions in Java need it once: install a JDK.',
          },
        ]
      : []),
    {
      about: 'endpoints',
      state: 'note',
      text: 'embedded functions of ruby*, java* and provided.* are told AWS_ENDPOINT_URL and no more',
      hint: 'Cloud host names lead to the emulator in Node.js and Python functions only: others must use the endpoint, as the SDKs do.',
    },
    await sandbox(),
  ];
}

/** Tried, not only looked for. */
async function sandbox(): Promise<Finding> {
  const { EmbeddedRuntime } = await import('#containers/embedded/embedded-runtime');
  const { whyNoSandbox } = await import('#containers/embedded/missing-sandbox');
  const chosen = readOptions(process.env).FUNCTION_SANDBOX;
  const workDir = temporaryFolder('doctor');
  const runtime = new EmbeddedRuntime({ workDir, sandbox: chosen });
  const works = await runtime.sandbox().catch(() => undefined);
  await runtime.dispose();
  await rm(workDir, { recursive: true, force: true });
  const about = 'sandbox';
  if (works !== undefined && works !== 'plain')
    return { about, state: 'good', text: `functions run in a sandbox of ${works}; FUNCTION_SANDBOX=${chosen}` };
  if (chosen === 'plain')
    return { about, state: 'note', text: 'FUNCTION_SANDBOX=plain: functions run without a sandbox and can do what this user can' };
  const { reason, hint } = whyNoSandbox();
  if (works === undefined) return { about, state: 'bad', text: `FUNCTION_SANDBOX=${chosen}, and functions cannot run. ${reason}`, hint };
  return { about, state: 'note', text: `functions run without a sandbox and can do what this user can. ${reason}`, hint };
}

/** Embedded functions take the SDK from this machine, where the cloud's runtime brings its own. */
async function sdkFor(language: 'nodejs' | 'python', name: string, install: string): Promise<Finding> {
  const { findInterpreters } = await import('#containers/embedded/interpreters');
  const { findMachinePackages } = await import('#containers/embedded/machine-packages');
  const folders = await findMachinePackages(language, (await findInterpreters(language)).found);
  if (folders.length > 0) return { about: name, state: 'good', text: `functions without their own get it from ${folders.join(', ')}` };
  return { about: name, state: 'note', text: 'not on this machine; functions must bring it', hint: `\`${install}\` makes up for it.` };
}
