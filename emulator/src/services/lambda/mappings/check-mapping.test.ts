// The lists of members that do not apply to a kind of source, against the documentation of the installed client's model: it says `(Amazon SQS only)`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOREIGN_MEMBERS } from './check-mapping.ts';

const SOURCES = { queue: 'SQS', log: 'Kinesis', topic: 'MSK' } as const;

/** The sources that each member of CreateEventSourceMapping is documented for, where it is not for all. */
function documentedSources(): Map<string, string> {
  const client = dirname(createRequire(import.meta.url).resolve('@aws-sdk/client-lambda/package.json'));
  const text = readFileSync(join(client, 'dist-types/models/models_0.d.ts'), 'utf8');
  const shape = /export interface CreateEventSourceMappingRequest \{(.*?)\n\}/s.exec(text)![1]!;
  const found = [...shape.matchAll(/<p>\s*\(([^)]+?)(?: only)?\) [^\n]*\n(?:\s*\*[^\n]*\n)*\s*(\w+)\?:/g)];
  return new Map(found.map(([, sources = '', member = '']) => [member, sources]));
}

const documented = documentedSources();

describe.each(['queue', 'log', 'topic'] as const)('members for a %s', (kind) => {
  it('are refused exactly where the documentation names other sources', () => {
    const foreign = [...documented].filter(([, sources]) => !sources.includes(SOURCES[kind])).map(([member]) => member);
    const refused = FOREIGN_MEMBERS[kind].filter((member) => documented.has(member));
    expect(refused.toSorted()).toEqual(foreign.toSorted());
  });
});

it('finds the documentation', () => expect([...documented.keys()]).toContain('ProvisionedPollerConfig'));
