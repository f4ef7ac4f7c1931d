// Reads samconfig.toml (or .yaml, .yml, .json), as the SAM CLI does: what `deploy` is told for a project.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { StackProblem } from './stack-problem.ts';

export interface SamConfig {
  readonly file: string;
  readonly template: string | undefined;
  readonly stackName: string | undefined;
  readonly region: string | undefined;
  readonly bucket: string | undefined;
  readonly prefix: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly capabilities: readonly string[] | undefined;
  readonly disableRollback: boolean | undefined;
  readonly roleArn: string | undefined;
  /** Entries that change what is deployed, and have no effect here. */
  readonly ignored: readonly string[];
}

type Entries = Readonly<Record<string, unknown>>;

const NAMES = ['samconfig.toml', 'samconfig.yaml', 'samconfig.yml', 'samconfig.json'];

/** They steer the SAM CLI itself: questions, colours, uploads. */
const OF_THE_TOOL = new Set([
  ...[
    'confirm_changeset',
    'fail_on_empty_changeset',
    'resolve_s3',
    'resolve_image_repos',
    'force_upload',
    'no_progressbar',
    'guided',
    'beta_features',
  ],
  ...[
    'profile',
    'debug',
    'save_params',
    'use_json',
    'no_execute_changeset',
    'config_env',
    'config_file',
    'max_wait_duration',
    'on_failure',
  ],
  ...[
    'cached',
    'parallel',
    'use_container',
    'build_in_source',
    'base_dir',
    'build_dir',
    'cache_dir',
    'kms_key_id',
    'metadata',
    'lint',
    'output_template_file',
  ],
]);

/** `file`: the path of the file; by default the folder's own is looked for. Undefined if it does not exist. */
export function readSamConfig(folder: string, environment = 'default', file?: string): SamConfig | undefined {
  const path = file ?? NAMES.map((name) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  const config = parsed(path);
  if (file === undefined ? config[environment] === undefined && environment !== 'default' : config[environment] === undefined)
    throw new StackProblem(
      'template',
      `${path} has no environment ${environment}.`,
      `It has ${Object.keys(config)
        .filter((name) => name !== 'version')
        .join(', ')}.`,
    );
  const parametersOf = (command: string): Entries => {
    const section = (config[environment] as Record<string, { parameters?: Entries }> | undefined)?.[command];
    return section?.parameters ?? {};
  };
  const [shared, build, deploy] = ['global', 'build', 'deploy'].map(parametersOf) as [Entries, Entries, Entries];
  const merged = { ...shared, ...deploy };
  const text = (name: string): string | undefined => (merged[name] === undefined ? undefined : String(merged[name]));
  const known = new Set([
    'stack_name',
    'region',
    's3_bucket',
    's3_prefix',
    'parameter_overrides',
    'tags',
    'capabilities',
    'disable_rollback',
    'role_arn',
    'template',
    'template_file',
  ]);
  return {
    file: path,
    template: firstText(build['template_file'], build['template'], merged['template_file'], merged['template']),
    stackName: text('stack_name'),
    region: text('region'),
    bucket: text('s3_bucket'),
    prefix: text('s3_prefix'),
    parameters: pairsOf(merged['parameter_overrides'], path),
    tags: pairsOf(merged['tags'], path),
    capabilities: listOf(merged['capabilities']),
    disableRollback: merged['disable_rollback'] === undefined ? undefined : String(merged['disable_rollback']) === 'true',
    roleArn: text('role_arn'),
    ignored: Object.keys(merged).filter((name) => !known.has(name) && !OF_THE_TOOL.has(name)),
  };
}

function parsed(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StackProblem('template', `${path} cannot be read.`, undefined, cause);
  }
  try {
    const value: unknown = path.endsWith('.toml') ? parseToml(text) : parseYaml(text);
    return (value ?? {}) as Record<string, unknown>;
  } catch (cause) {
    const [first] = (cause as Error).message.split('\n');
    throw new StackProblem('template', `${path} cannot be read: ${first}`, undefined, cause);
  }
}

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value) => typeof value === 'string') as string | undefined;

/** A list, or words in one text. */
function listOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value)
    ? value.map(String)
    : String(value)
        .split(/[\s,]+/)
        .filter((word) => word !== '');
}

/** A table; or pairs in a text or in a list: `Stage=dev Name="two words"`, also as `ParameterKey=Stage,ParameterValue=dev`. */
function pairsOf(value: unknown, path: string): Record<string, string> {
  if (value === undefined || value === '') return {};
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value as object).map(([name, each]) => [name, Array.isArray(each) ? each.join(',') : String(each)]),
    );
  const words = Array.isArray(value) ? value.map(String) : wordsOf(String(value));
  return Object.fromEntries(
    words.map((word) => {
      const [, key, long] = /^ParameterKey=([^,]+),ParameterValue=(.*)$/s.exec(word) ?? [];
      if (key !== undefined) return [unquoted(key), unquoted(long ?? '')];
      const split = word.indexOf('=');
      if (split < 1)
        throw new StackProblem('template', `${path}: ${word} is no pair of a name and a value.`, 'Pairs are written Name=value.');
      return [unquoted(word.slice(0, split)), unquoted(word.slice(split + 1))];
    }),
  );
}

/** Parts at blanks outside of quotation marks. */
const wordsOf = (text: string): string[] => text.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'])+/g) ?? [];

const unquoted = (text: string): string =>
  /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : /^'.*'$/s.test(text) ? text.slice(1, -1) : text;
