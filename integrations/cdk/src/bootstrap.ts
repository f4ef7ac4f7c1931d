// Where an app is going to be deployed, and whether the CDK's own stack is there already.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RegionScope } from 'cloud-emulator-client/client-environment';

/** Commands that cannot do without. */
export const NEEDS_BOOTSTRAP: readonly string[] = ['deploy', 'watch', 'import', 'publish-assets'];
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

const json = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

interface Settings {
  readonly app?: string;
  readonly output?: string;
  readonly toolkitStackName?: string;
  readonly context?: Readonly<Record<string, string>>;
}
const settingsOf = (folder: string): Settings => (json(join(folder, 'cdk.json')) ?? {}) as Settings;

/** The qualifier that the app's `cdk.json` names, else the CDK's own. */
export const qualifierOf = (folder: string): string => settingsOf(folder).context?.[QUALIFIER] ?? 'hnb659fds';

/** All that the app's `cdk.json` says of its bootstrap stack, in words for the CDK. */
export function bootstrapOptions(folder: string): string[] {
  const { toolkitStackName } = settingsOf(folder);
  return ['--qualifier', qualifierOf(folder), ...(toolkitStackName === undefined ? [] : ['--toolkit-stack-name', toolkitStackName])];
}

/** `--output dist`, `--output=dist`. */
function told(words: readonly string[], ...names: string[]): string | undefined {
  const at = words.findIndex((word) => names.includes(word));
  if (at >= 0) return words[at + 1];
  const inline = names.map((name) => `${name}=`);
  return words.find((word) => inline.some((start) => word.startsWith(start)))?.replace(/^[^=]*=/, '');
}

/** The regions of this account that the last synthesis names; none before the first. */
export function regionsOf(folder: string, words: readonly string[], account: string): string[] {
  const settings = settingsOf(folder);
  const app = told(words, '--app', '-a') ?? settings.app;
  const output = resolve(folder, told(words, '--output', '-o') ?? settings.output ?? 'cdk.out');
  // An app may be a synthesis that was made before; else it is a command.
  const assembly = app && existsSync(resolve(folder, app, 'manifest.json')) ? resolve(folder, app) : output;
  const manifest = json(join(assembly, 'manifest.json')) as { artifacts?: Record<string, { environment?: string }> } | undefined;
  const places = Object.values(manifest?.artifacts ?? {}).map(({ environment = '' }) => /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment));
  return [...new Set(places.flatMap((place) => (place?.[1] === account && place[2] !== 'unknown-region' ? [place[2]!] : [])))];
}

export async function isBootstrapped(url: string, qualifier: string, { account, region }: RegionScope): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameter',
      authorization: `AWS4-HMAC-SHA256 Credential=${account}/20260101/${region}/ssm/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({ Name: `/cdk-bootstrap/${qualifier}/version` }),
  });
  await answer.body?.cancel();
  return answer.ok;
}
