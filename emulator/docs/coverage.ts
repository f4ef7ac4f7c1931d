// Generates docs/coverage.md, the list of operations, from the manifests and the models.
import { existsSync, readFileSync } from 'node:fs';
import { SERVICES } from '#service-list';

interface ModelFile {
  readonly operations: Record<string, unknown>;
  readonly from: string;
}

const model = (name: string): ModelFile =>
  JSON.parse(readFileSync(new URL(`../models/dist/${name}.json`, import.meta.url), 'utf8')) as ModelFile;

export function coveragePage(): string {
  const services = SERVICES.map(({ name, operations, refused = {}, recordsOnly = {} }) => {
    const all = Object.keys(model(name).operations).sort();
    const done = new Set(operations.flatMap(({ names }) => names));
    return { name, all, done, refused, recordsOnly };
  });
  const total = services.reduce((sum, { done }) => sum + done.size, 0);
  const table = services.map(({ name, all, done }) => `| [${name}](#${name}) | ${done.size} of ${all.length} |${readme(name)}|`);
  return `# Coverage

${total} operations of ${services.length} services. Every other operation fails at once with \`NotImplementedException\` (501), which no client retries;
the message names the operation. \`npm run docs\` generates this page from the services' manifests.

| service | operations | fidelity |
| --- | --- | --- |
${table.join('\n')}

${services.map(section).join('\n')}`;
}

const readme = (name: string): string =>
  existsSync(new URL(`../src/services/${name}/README.md`, import.meta.url)) ? ` [notes](../src/services/${name}/README.md) ` : ' ';

function section({
  name,
  all,
  done,
  refused,
  recordsOnly,
}: {
  name: string;
  all: string[];
  done: Set<string>;
  refused: Readonly<Record<string, string>>;
  recordsOnly: Readonly<Record<string, string>>;
}): string {
  const here = all.filter((operation) => done.has(operation));
  const rest = all.filter((operation) => !done.has(operation) && !(operation in refused));
  const lines = [`## ${name}`, '', `Emulated: ${here.join(', ')}.`, ''];
  for (const [why, operations] of bySentence(recordsOnly)) lines.push(`Records only (${why}): ${operations.sort().join(', ')}.`, '');
  for (const [why, operations] of bySentence(refused)) lines.push(`Refused (${why}): ${operations.sort().join(', ')}.`, '');
  if (rest.length > 0) lines.push(`Not emulated: ${rest.join(', ')}.`, '');
  return lines.join('\n');
}

function bySentence(sentences: Readonly<Record<string, string>>): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [operation, why] of Object.entries(sentences)) found.set(why, [...(found.get(why) ?? []), operation]);
  return found;
}
