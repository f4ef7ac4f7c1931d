// The CDK that a project has installed: looked for in its folder and in those above, as Node does.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface FoundCdk {
  /** A script for Node. */
  readonly program: string;
  readonly version: string;
  /** The folder of the programs that are installed with it, `ts-node` for one: apps name them without a path. */
  readonly programs: string;
}

export function findCdk(folder: string): FoundCdk | undefined {
  const own = join(folder, 'node_modules/aws-cdk');
  if (existsSync(join(own, 'package.json'))) {
    const { version, bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      version: string;
      bin: string | Record<string, string>;
    };
    const script = typeof bin === 'string' ? bin : bin['cdk'];
    if (script) return { program: join(own, script), version, programs: join(folder, 'node_modules/.bin') };
  }
  return dirname(folder) === folder ? undefined : findCdk(dirname(folder));
}

/** 3.0.0 was published by accident, is older than 2.1000, and reads no app of today. */
export const mistaken = ({ version }: FoundCdk): string | undefined =>
  version === '3.0.0'
    ? 'aws-cdk 3.0.0 was published by mistake and is too old for your app: npm install --save-dev aws-cdk@^2.1148'
    : undefined;

const READS_ENDPOINT = [2, 167];

/**
 * Older ones do not read AWS_ENDPOINT_URL, so their calls would leave this machine: they were written for the second SDK.
 * https://github.com/aws/aws-cdk/releases/tag/v2.167.0
 */
export function ignoresEndpoint({ version }: FoundCdk): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = READS_ENDPOINT;
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
    ? `aws-cdk ${version} calls the real cloud, whatever AWS_ENDPOINT_URL says: versions before 2.167 do not read it. \`npm install --save-dev aws-cdk@2\` brings one that does; aws-cdk-lib can stay.`
    : undefined;
}
