// Where an app is going to be deployed, and whether the CDK's own stack is there already.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './environment.ts';

/** Commands that cannot do without. */
export const NEEDS_BOOTSTRAP: readonly string[] = ['deploy', 'watch', 'import', 'publish-assets'];
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

const json = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** The qualifier that the app's `cdk.json` names, else the CDK's own. */
export function qualifierOf(folder: string): string {
  const settings = json(join(folder, 'cdk.json')) as { context?: Record<string, string> } | undefined;
  return settings?.context?.[QUALIFIER] ?? 'hnb659fds';
}

/** The regions of this account that the last synthesis names; none before the first. */
export function regionsOf(folder: string, words: readonly string[], account: string): string[] {
  const after = (...names: string[]): string | undefined => words[words.findIndex((word) => names.includes(word)) + 1];
  const app = words.some((word) => ['--app', '-a'].includes(word)) ? join(folder, after('--app', '-a') ?? '') : '';
  const output = words.some((word) => ['--output', '-o'].includes(word)) ? after('--output', '-o') : undefined;
  const assembly = app && existsSync(app) && statSync(app).isDirectory() ? app : join(folder, output ?? 'cdk.out');
  const manifest = json(join(assembly, 'manifest.json')) as { artifacts?: Record<string, { environment?: string }> } | undefined;
  const places = Object.values(manifest?.artifacts ?? {}).map(({ environment = '' }) => /^aws:\/\/([^/]+)\/([^/]+)$/.exec(environment));
  return [...new Set(places.flatMap((place) => (place?.[1] === account && place[2] !== 'unknown-region' ? [place[2]!] : [])))];
}

export async function isBootstrapped(url: string, qualifier: string, { account, region }: Place): Promise<boolean> {
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
