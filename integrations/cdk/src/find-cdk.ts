// The CDK that a project has installed: looked for in its folder and in those above, as Node does.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface FoundCdk {
  /** A script for Node. */
  readonly program: string;
  readonly version: string;
}

export function findCdk(folder: string): FoundCdk | undefined {
  const own = join(folder, 'node_modules/aws-cdk');
  if (existsSync(join(own, 'package.json'))) {
    const { version, bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      version: string;
      bin: string | Record<string, string>;
    };
    const script = typeof bin === 'string' ? bin : bin['cdk'];
    if (script) return { program: join(own, script), version };
  }
  return dirname(folder) === folder ? undefined : findCdk(dirname(folder));
}

/** 3.0.0 was published by accident, is older than 2.1000, and reads no app of today. */
export const mistaken = ({ version }: FoundCdk): string | undefined =>
  version === '3.0.0'
    ? 'aws-cdk 3.0.0 was published by mistake and is too old for your app: npm install --save-dev aws-cdk@^2.1148'
    : undefined;
