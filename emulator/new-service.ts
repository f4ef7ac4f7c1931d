// `npm run new-service <id>`: writes a service's folder, its line in the service list and its first test, from its model.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { proposedFiles } from './models/build/file-proposals.ts';
import { SERVICE_MODELS } from './models/build/services.ts';

interface Model {
  readonly operations: Readonly<Record<string, unknown>>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVICES = `${ROOT}emulator/src/services/`;
const LIST = `${ROOT}emulator/src/service-list.ts`;

/** `cognito-idp`: cognitoIdp. */
const exportName = (id: string): string => id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const index = (id: string) => `// One line that says what the service is for.
import { service } from '#core/service';

export const ${exportName(id)} = service('${id}', { resourceMembers: [], operations: [] });
`;

const readme = (id: string) => `# ${id}

One sentence tells here for what people use the service.

- Faithful: nothing yet. Every operation answers that it is not emulated.
- Not there: everything.
- Accepted without effect: nothing.
`;

const test = (id: string, client: string) => `import { ${client} } from '@aws-sdk/client-${SERVICE_MODELS[id]!.package}';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

it('answers to clients, and names what is not emulated', async () => {
  await using emulator = await startTestEmulator();
  const client = emulator.client(${client});
  expect(client.config.serviceId).toBeDefined();
  const answer = await fetch(\`\${emulator.url}/_emulator/health\`);
  const { services } = (await answer.json()) as { services: Record<string, string> };
  expect(services).toHaveProperty('${id}');
});
`;

function withLine(list: string, id: string): string {
  const lines = list.split('\n');
  const insert = (line: string, after: RegExp): void => {
    const at = lines.findLastIndex((each) => after.test(each) && each < line);
    const first = lines.findIndex((each) => after.test(each));
    lines.splice(at < 0 ? first : at + 1, 0, line);
  };
  insert(`import { ${exportName(id)} } from '#services/${id}/index';`, /^import \{ \w+ \} from '#services\//);
  insert(`  ${exportName(id)},`, /^ {2}\w+,$/);
  return lines.join('\n');
}

async function clientOf(id: string): Promise<string> {
  const exported: object = await import(`@aws-sdk/client-${SERVICE_MODELS[id]!.package}`);
  const name = Object.keys(exported).find((each) => /^[A-Z]\w*Client$/.test(each))!;
  return name.slice(0, -'Client'.length);
}

/** Whether the service list has the service; its folder may have another name. */
const isListed = (id: string): boolean =>
  readFileSync(LIST, 'utf8')
    .split('\n')
    .includes(`  ${exportName(id)},`);

/** Why there is nothing to write; undefined where the service can be written. */
function obstacle(id: string | undefined): string | undefined {
  if (id === undefined) {
    const missing = Object.keys(SERVICE_MODELS).filter((each) => !isListed(each));
    return `Say which service: npm run new-service <id>. Models without a folder: ${missing.join(', ')}; another service needs a model first (its id says how).`;
  }
  if (!(id in SERVICE_MODELS))
    return [
      `There is no model of ${id}. First:`,
      `  1. npm install --save-dev --save-exact @aws-sdk/client-${id}   (in the root of the project; some packages have another name)`,
      '  2. one line in emulator/models/build/services.ts: the id, the package, the namespace of the CloudFormation types',
      `  3. python3 emulator/models/constraints/collect.py ${id}   (lengths, ranges and patterns, from the botocore that Python has)`,
      `  4. npm run models && npm run new-service ${id}`,
    ].join('\n');
  if (isListed(id)) return `The service ${id} is there already: emulator/src/service-list.ts names it.`;
  if (existsSync(`${SERVICES}${id}`))
    return `emulator/src/services/${id} is there already, but emulator/src/service-list.ts does not name it.`;
  return undefined;
}

const [id] = process.argv.slice(2);
const problem = obstacle(id);
if (problem !== undefined || id === undefined) {
  console.error(problem);
  process.exit(1);
}
const { operations } = JSON.parse(readFileSync(`${ROOT}emulator/models/dist/${id}.json`, 'utf8')) as Model;
const files: Readonly<Record<string, string>> = {
  [`emulator/src/services/${id}/index.ts`]: index(id),
  [`emulator/src/services/${id}/README.md`]: readme(id),
  [`test/conformance/${id}/${id}.test.ts`]: test(id, await clientOf(id)),
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(`${ROOT}${path}`.replace(/\/[^/]+$/, ''), { recursive: true });
  writeFileSync(`${ROOT}${path}`, text);
  console.log(`wrote ${path}`);
}
writeFileSync(LIST, withLine(readFileSync(LIST, 'utf8'), id));
console.log(`edited emulator/src/service-list.ts

${Object.keys(operations).length} operations, a first idea of their files:
${proposedFiles(Object.keys(operations))
  .map(({ file, operations: names }) => `  ${file}: ${names.join(', ')}`)
  .join('\n')}

Next: npm run fix && npm run docs && npm run check && npx vitest run test/tidy test/contracts test/conformance/${id}
Then CONTRIBUTING.md, "Add a service", from step 3 on.`);
