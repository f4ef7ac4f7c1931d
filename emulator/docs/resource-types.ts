// Generates docs/resource-types.md from the manifests, the resource data and the properties that each type refuses.
import { readFileSync } from 'node:fs';
import type { ResourceDatabase } from '#core/resources/resource-data';
import { SERVICES } from '#service-list';

const database = (): ResourceDatabase =>
  JSON.parse(readFileSync(new URL('../models/dist/resources.json', import.meta.url), 'utf8')) as ResourceDatabase;

export async function resourceTypesPage(): Promise<string> {
  const { resources } = database();
  const types = SERVICES.flatMap(({ resources: offered = {} }) => Object.entries(offered)).sort(([a], [b]) => (a < b ? -1 : 1));
  const sections: string[] = [];
  for (const [name, load] of types) {
    const { resource } = await load();
    const refused = resource.refuse ?? {};
    const known = Object.keys(resources[name]?.properties ?? {}).sort();
    const honoured = known.filter((property) => !(property in refused));
    const lines = [`## ${name}`, ''];
    if (honoured.length > 0) lines.push(`Honoured: ${honoured.join(', ')}.`, '');
    for (const [property, why] of Object.entries(refused)) lines.push(`Refused: ${property} (${why}).`, '');
    if (known.length === 0) lines.push('Takes any property.', '');
    if (!resource.read) lines.push('Drift detection does not support it.', '');
    sections.push(lines.join('\n'));
  }
  return `# CloudFormation resource types

${types.length} types. A template with any other type is refused before anything is created, unless \`CFN_UNSUPPORTED=ignore\`. \`npm run docs\` generates
this page from the manifests and the resource data.

${sections.join('\n')}`;
}
