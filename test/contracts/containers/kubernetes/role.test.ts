// The shipped role has exactly the verbs that the code uses: fewer would stop functions, more would give away what nobody needs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { expect, it } from 'vitest';
import { POD_VERBS } from '#containers/kubernetes/cluster';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'emulator/src/containers/kubernetes');

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Calls of the code, in the terms of roles. */
function usedVerbs(): string[] {
  const text = readFileSync(join(FOLDER, 'cluster.ts'), 'utf8');
  const others = readdirSync(FOLDER).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|^(cluster|cluster-client|pod-watch)\.ts$/.test(name),
  );
  // Other files make no calls, but for reviews of one's own access, which need no role.
  for (const name of others) expect(readFileSync(join(FOLDER, name), 'utf8'), name).not.toMatch(/api\/v1\/|method: '(?:GET|DELETE)'/);
  const found: string[] = [...text.matchAll(/method: '(\w+)', path: this\.#(selected|path)\((\w*)/g)].map(([, method, path, name]) => {
    const isOne = path === 'path' && name !== '';
    if (method === 'POST') return 'create pods';
    if (method === 'DELETE') return isOne ? 'delete pods' : 'deletecollection pods';
    return isOne ? 'get pods' : 'list pods';
  });
  if (/new PodWatch\(/.test(text)) found.push('list pods', 'watch pods');
  if (/\/log\?/.test(text)) found.push('get pods/log');
  return [...new Set(found)].sort();
}

it.each(['manifests/role.yaml'])('%s', (file) => {
  const documents = loadAll(readFileSync(join(ROOT, 'integrations/kubernetes', file), 'utf8')) as {
    kind: string;
    rules?: readonly Rule[];
  }[];
  const rules = documents.flatMap(({ kind, rules: given = [] }) => (kind === 'Role' ? given : []));
  expect(
    rules.flatMap(({ resources, verbs }) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}`))).sort(),
  ).toEqual(usedVerbs());
});

it('what `emulator doctor --kubernetes` asks the cluster for', () => expect([...POD_VERBS].sort()).toEqual(usedVerbs()));
