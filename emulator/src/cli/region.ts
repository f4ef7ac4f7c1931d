// The region that commands look in, found as the AWS CLI finds it.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readText } from '#lib/read-text';

export interface ChosenRegion {
  readonly region: string;
  /** Where it comes from, for messages: `AWS_REGION`. */
  readonly from: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** AWS_REGION, AWS_DEFAULT_REGION, the profile's region in the configuration file, else us-east-1. */
export function chosenRegion(environment: Environment = process.env): ChosenRegion {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) {
    const region = environment[name];
    if (region) return { region, from: name };
  }
  const profile = environment['AWS_PROFILE'] || environment['AWS_DEFAULT_PROFILE'] || 'default';
  const file = environment['AWS_CONFIG_FILE'] || join(environment['HOME'] || homedir(), '.aws', 'config');
  const region = regionIn(file, profile);
  return region === undefined ? { region: 'us-east-1', from: 'by default' } : { region, from: `profile ${profile} in ${file}` };
}

/** Undefined also where the file cannot be read. */
function regionIn(file: string, profile: string): string | undefined {
  let text: string;
  try {
    text = readText(file);
  } catch {
    return undefined;
  }
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const [, named] = /^\s*\[\s*(?:profile\s+)?([^\]]*?)\s*\]/.exec(line) ?? [];
    section = named ?? section;
    const [, region] = /^\s*region\s*=\s*(\S+)/.exec(line) ?? [];
    if (region !== undefined && section.replace(/^["']|["']$/g, '') === profile) return region;
  }
  return undefined;
}
