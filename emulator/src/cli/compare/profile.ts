// Credentials and region of a profile, as the AWS CLI finds them: keys in the files, the program that a profile names, else the AWS CLI itself (SSO, roles).
import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PROFILE_UNUSABLE } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { readObject } from '#lib/json-object';
import { readText } from '#lib/read-text';
import type { SigningKey } from '#lib/sign-v4';

export interface Profile {
  readonly key: SigningKey;
  readonly region: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = ReadonlyMap<string, string>;

/** @throws EmulatorError PROFILE_UNUSABLE */
export function readProfile(name: string, environment: Environment): Profile {
  const folder = join(environment['HOME'] || homedir(), '.aws');
  const config = section(environment['AWS_CONFIG_FILE'] || join(folder, 'config'), [name, `profile ${name}`]);
  const secrets = section(environment['AWS_SHARED_CREDENTIALS_FILE'] || join(folder, 'credentials'), [name]);
  if (config.size + secrets.size === 0)
    throw new EmulatorError(PROFILE_UNUSABLE, `There is no profile ${name}.`, {
      hint: '`aws configure list-profiles` lists them; another endpoint is named with http:// in front.',
    });
  const settings = new Map([...config, ...secrets]);
  return { key: keyIn(settings) ?? keyOfProgram(name, settings.get('credential_process'), environment), region: settings.get('region') };
}

function section(file: string, names: readonly string[]): Settings {
  let text: string;
  try {
    text = readText(file);
  } catch {
    return new Map();
  }
  const found = new Map<string, string>();
  let isOurs = false;
  for (const line of text.split(/\r?\n/)) {
    const [, head] = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line) ?? [];
    if (head !== undefined) isOurs = names.includes(head.replaceAll(/["']/g, '').replaceAll(/\s+/g, ' '));
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isOurs && key !== undefined && value !== undefined) found.set(key.toLowerCase(), value);
  }
  return found;
}

function keyIn(settings: Settings): SigningKey | undefined {
  const [accessKeyId, secretAccessKey] = [settings.get('aws_access_key_id'), settings.get('aws_secret_access_key')];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: settings.get('aws_session_token') };
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html; the AWS CLI exports the others in the same form. */
function keyOfProgram(name: string, command: string | undefined, environment: Environment): SigningKey {
  const [program, words] = command
    ? (['/bin/sh', ['-c', command]] as const)
    : (['aws', ['configure', 'export-credentials', '--profile', name, '--format', 'process']] as const);
  let text: string;
  try {
    text = execFileSync(program, words, { encoding: 'utf8', env: environment as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    throw new EmulatorError(PROFILE_UNUSABLE, `The credentials of profile ${name} cannot be had: ${lastLine(cause)}`, {
      hint: command ? 'Its `credential_process` failed.' : 'Profiles without keys (SSO, roles) need the AWS CLI, version 2, and a login.',
      cause,
    });
  }
  const { AccessKeyId, SecretAccessKey, SessionToken } = readObject(text) ?? {};
  if (typeof AccessKeyId !== 'string' || typeof SecretAccessKey !== 'string')
    throw new EmulatorError(PROFILE_UNUSABLE, `The program that hands out the credentials of profile ${name} printed none.`);
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(typeof SessionToken === 'string' && { sessionToken: SessionToken }),
  };
}

const lastLine = (error: unknown): string =>
  (String((error as { stderr?: unknown }).stderr ?? '').trim() || String((error as Error).message)).split('\n').at(-1)!;
