// Credentials and profiles that a project's AWS providers name themselves, which the environment cannot outdo. An override takes them back, in a file
// beside the project's, which Terraform merges into them.

/** Settings of a provider with precedence over the environment (terraform-provider-aws 5.100). */
const CREDENTIALS = ['access_key', 'secret_key', 'token', 'profile', 'shared_config_files', 'shared_credentials_files'] as const;
const PROVIDER = /^[ \t]*provider\s+"aws"\s*\{/gm;
const ALIAS = /^[ \t]*alias\s*=\s*"([^"]+)"/m;

interface ProviderBlock {
  readonly alias: string | undefined;
  readonly settings: readonly string[];
}

export interface OverrideOptions {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Buckets are addressed by path: where names below the emulator's host do not resolve. */
  readonly pathStyle: boolean;
}

/** The text of an override file; undefined where the environment is enough. `sources`: of all `.tf` and `.tf.json` files of the folder, without overrides. */
export function providerOverride(
  sources: readonly { readonly name: string; readonly text: string }[],
  options: OverrideOptions,
): string | undefined {
  const blocks = sources.flatMap(({ name, text }) => (name.endsWith('.json') ? jsonBlocks(text) : hclBlocks(text)));
  const overridden = blocks.filter(({ settings }) => settings.length > 0 || options.pathStyle);
  if (overridden.length === 0) return undefined;
  return `# Written by the emulator for one command, and removed after it.\n${overridden.map((block) => overrideOf(block, options)).join('\n')}`;
}

function overrideOf({ alias, settings }: ProviderBlock, options: OverrideOptions): string {
  const isSet = (name: string): boolean => settings.includes(name);
  const keys = { access_key: options.accessKeyId, secret_key: options.secretAccessKey, token: options.sessionToken };
  const given = Object.entries(keys).filter(([, value]) => value !== undefined);
  const lines = [
    ...(alias === undefined ? [] : [`alias = ${JSON.stringify(alias)}`]),
    ...(isSet('access_key') || isSet('secret_key') ? given.map(([name, value]) => `${name} = ${JSON.stringify(value)}`) : []),
    ...settings.filter((name) => !given.some(([other]) => other === name)).map((name) => `${name} = null`),
    ...(options.pathStyle ? ['s3_use_path_style = true'] : []),
  ];
  return `provider "aws" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function hclBlocks(text: string): ProviderBlock[] {
  return [...text.matchAll(PROVIDER)].map(({ index }) => {
    const block = blockAt(text, index);
    const alias = ALIAS.exec(block)?.[1];
    const names = new Set([...block.matchAll(/^[ \t]*(\w+)\s*=/gm)].map(([, name]) => name));
    return { alias, settings: CREDENTIALS.filter((name) => names.has(name)) };
  });
}

/** The text of a block, from its opening to its closing brace. */
function blockAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('{', start); at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

type JsonProvider = Readonly<Record<string, unknown>>;

/** The provider blocks of a JSON file; none if it is no JSON, because Terraform says what is wrong with it. */
function jsonBlocks(text: string): ProviderBlock[] {
  let document: { provider?: { aws?: JsonProvider | readonly JsonProvider[] } };
  try {
    document = JSON.parse(text) as typeof document;
  } catch {
    return [];
  }
  const aws = document.provider?.aws ?? [];
  return (Array.isArray(aws) ? (aws as readonly JsonProvider[]) : [aws as JsonProvider]).map((provider) => ({
    alias: provider['alias'] === undefined ? undefined : String(provider['alias']),
    settings: CREDENTIALS.filter((name) => Object.hasOwn(provider, name)),
  }));
}
