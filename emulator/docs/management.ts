// Generates docs/management.md from the schemas of the management endpoints.
import type { Answer, Example, JsonSchema, ManagementRoute } from '#gateway/management/route';
import { MANAGEMENT_ROUTES } from '#gateway/management/routes';

const BASE = 'http://localhost:4566';

const titleOf = ({ method, url }: ManagementRoute): string => `${method} ${url}`;
const anchorOf = (route: ManagementRoute): string =>
  titleOf(route)
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-');

const typeOf = (schema: JsonSchema): string => {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? 'any'].flat().join(', ');
};

/** One row per member, those of objects below them with a dotted name. */
function rowsOf(schema: JsonSchema, prefix = ''): string[] {
  const patterns = Object.values(schema.patternProperties ?? {}).map((value) => ['<name>', value] as const);
  return [...Object.entries(schema.properties ?? {}), ...patterns].flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    const optional = schema.required && !schema.required.includes(name) ? ' (may be absent)' : '';
    const row = `| \`${path}\` | ${typeOf(value)}${optional} | ${value.description ?? ''} |`;
    return [row, ...rowsOf(value, `${path}.`), ...rowsOf(value.items ?? {}, `${path}[].`), ...rowsOfValues(value, path)];
  });
}

const rowsOfValues = ({ additionalProperties }: JsonSchema, path: string): string[] =>
  typeof additionalProperties === 'object' ? rowsOf(additionalProperties, `${path && `${path}.`}<name>.`) : [];

function table(what: string, schema: JsonSchema): string[] {
  const rows = [...rowsOf(schema), ...rowsOfValues(schema, '')];
  return rows.length === 0 ? [] : [`| ${what} | type | |\n| --- | --- | --- |\n${rows.join('\n')}`];
}

const request = (what: string, schema: JsonSchema | undefined): string[] =>
  schema ? [...table(what, schema), ...(schema.description ? [schema.description] : [])] : [];

function answers(response: Readonly<Record<string, Answer>>): string[] {
  return Object.entries(response).flatMap(([status, { description, content }]) =>
    Object.entries(content).flatMap(([mediaType, { schema }]) => [
      `\`${status}\` (\`${mediaType}\`): ${description}`,
      ...(Number(status) < 300 ? table(mediaType === 'application/x-ndjson' ? 'member of a line' : 'member of the answer', schema) : []),
    ]),
  );
}

function curl({ method, url }: ManagementRoute, { params = {}, query, body }: Example): string {
  const path = url.replace(/:(\w+)/g, (_whole, name: string) => params[name] ?? '');
  const target = `${BASE}${path}${query === undefined ? '' : `?${query}`}`;
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`;
  const unbuffered = query?.includes('follow=1') ? ' -N' : '';
  const data = body === undefined ? '' : ` -d '${JSON.stringify(body)}'`;
  return `curl${verb}${unbuffered}${data} ${query === undefined ? target : `'${target}'`}`;
}

function section(route: ManagementRoute): string {
  const { description, params, querystring, body, response } = route.schema;
  return [
    `## ${titleOf(route)}`,
    description,
    `\`\`\`sh\n${(route.examples ?? [{}]).map((example) => curl(route, example)).join('\n')}\n\`\`\``,
    ...request('part of the path', params),
    ...request('parameter of the query', querystring),
    ...request('member of the body', body),
    ...answers(response),
  ].join('\n\n');
}

export function managementPage(): string {
  return `# Management endpoints

Management endpoints are under \`/_emulator\`. Web pages of other origins have no access, as to everything else. With \`EMULATOR_PARITY\`,
the same endpoints answer under \`/_localstack\`. \`npm run docs\` generates this page from the schemas in \`src/gateway/management/\`, against
which requests are checked.

Bodies are JSON objects, whatever their \`content-type\`. A body or a query with an unknown member or an invalid value
is refused with 400 and \`{"code", "message", "hint"}\`: the code is \`BODY_INVALID\` or \`PARAMETER_INVALID\`, the message names
the member; [all codes](errors.md). A body of more than 1 MiB is refused with 413, a path that is not listed here with 404, another method of
one that is with 405.

| endpoint | |
| --- | --- |
${MANAGEMENT_ROUTES.map((route) => `| [\`${titleOf(route)}\`](#${anchorOf(route)}) | ${route.schema.title} |`).join('\n')}

${MANAGEMENT_ROUTES.map(section).join('\n\n')}
`;
}
