// Generates docs/resource-types.md from the manifests, the resource data and the properties that each type refuses.
import { readFileSync } from 'node:fs';
import type { ResourceDatabase } from '#core/resources/resource-data';
import { SERVICES } from '#service-list';
import { RECORDED_BY_DEFAULT } from '#services/cloudformation/records/recorded-by-default';

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

${types.length} types. \`npm run docs\` generates this page from the manifests and the resource data. [Some others](#recorded) are kept as records that do nothing. A template with
any other type is refused before anything is created, unless \`CFN_UNSUPPORTED\` is \`ignore\` (it is left out, with a warning) or \`record\`.

${recordedSection()}

${sections.join('\n')}`;
}

/** The remarks on types that no service offers. */
function recordedSection(): string {
  const rows = RECORDED_BY_DEFAULT.map(
    ({ title, reason, types }) => `| ${title} | ${reason} | ${types.map((type) => `\`${type}\``).join(' ')} |`,
  );
  return `## Recorded

A recorded resource does nothing. Its properties are checked for their names and the types of their values, and kept; \`Ref\` and \`GetAtt\` give values of the form
that the service gives; an update changes it in place or replaces it as the public specification of the type says (properties within properties never replace);
drift detection, deletion and import work. Stack events, the emulator's log, \`emulator deploy\` and \`emulator cdk\` say *recorded, does nothing here*. No
operation of the service that it belongs to answers. Names in its values end in \`.invalid\` and addresses are those for documentation: they lead to nobody.

\`CFN_UNSUPPORTED=record\` records every type that the public specification knows. These are always recorded:

| what | why a program works without | types |
| --- | --- | --- |
${rows.join('\n')}
`;
}
