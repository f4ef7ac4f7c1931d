// The override file that points every AWS provider of a project at the emulator.

/** The provider's names of services that are emulated, or may be one day. */
const SERVICES = [
  ...[
    'apigateway',
    'apigatewayv2',
    'cloudformation',
    'cloudwatch',
    'dynamodb',
    'ecr',
    'events',
    'firehose',
    'iam',
    'kafka',
    'kinesis',
    'kms',
  ],
  ...['lambda', 'logs', 'pipes', 's3', 'scheduler', 'secretsmanager', 'sfn', 'sns', 'sqs', 'ssm', 'sts'],
];

const AWS = /^\s*(?:resource|data|ephemeral)\s+"aws_|^\s*provider\s+"aws"|^\s*module\s+"|hashicorp\/aws/m;
const PROVIDER = /^[ \t]*provider\s+"aws"\s*\{/gm;
const ALIAS = /^[ \t]*alias\s*=\s*"([^"]+)"/m;

/** Whether the project, or a module that it calls, may need the provider. */
export const usesAws = (sources: readonly string[]): boolean => sources.some((text) => AWS.test(text));

/** One block for the default provider and one for each alias. */
export function awsOverride(sources: readonly string[], endpoint: string): string {
  const aliases = new Set(
    sources.flatMap((text) => [...text.matchAll(PROVIDER)].map(({ index }) => ALIAS.exec(blockAt(text, index))?.[1])),
  );
  const blocks = [undefined, ...[...aliases].filter((alias) => alias !== undefined)].map((alias) => block(alias, endpoint));
  return `# Written by the emulator at each start.\n${blocks.join('\n')}`;
}

const block = (alias: string | undefined, endpoint: string): string => `provider "aws" {
${alias === undefined ? '' : `  alias                       = "${alias}"\n`}  skip_credentials_validation = true
  skip_metadata_api_check     = true
  s3_use_path_style           = true
  endpoints {
${SERVICES.map((service) => `    ${service} = ${JSON.stringify(endpoint)}`).join('\n')}
  }
}
`;

/** The text of a block, from its opening to its closing brace. */
function blockAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('{', start); at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}
