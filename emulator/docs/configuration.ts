// Generates docs/configuration.md from the table of options.

import { REPLACED_OPTIONS } from '#config/compat/options';
import { COMPAT_PATHS } from '#config/compat/paths';
import { REMOVED_OPTIONS } from '#config/compat/removed';
import { namesOf } from '#config/option-names';
import { OPTIONS } from '#config/options';

interface Row {
  readonly kind: string;
  readonly default: string | number | boolean;
  readonly says: string;
  readonly oneOf?: readonly string[];
  readonly aliases?: readonly string[];
}
const rows: readonly (readonly [string, Row])[] = Object.entries(OPTIONS);

const line = ([name, option]: readonly [string, Row]): string => {
  const values = option.oneOf ? option.oneOf.map((value) => `\`${value}\``).join(' ') : option.kind;
  const fallback = option.default === '' ? '' : `\`${String(option.default)}\``;
  return `| \`${name}\` | ${values} | ${fallback} | ${option.says} |`;
};

const HEAD = `| option | values | default | what it does |
| --- | --- | --- | --- |`;

const otherNames = ([name, { aliases }]: readonly [string, Row]): string[] => {
  const names = namesOf(name, aliases).filter(
    (other) => other !== name && other !== `LOCALSTACK_${name}` && !/^LOCALSTACK_LAMBDA_/.test(other),
  );
  const listed = names.filter((other) => !aliases?.some((alias) => other === `LOCALSTACK_${alias}`));
  return listed.length === 0 ? [] : [`| \`${name}\` | ${listed.map((other) => `\`${other}\``).join(' ')} |`];
};

export function configurationPage(): string {
  return `# Configuration

Options are environment variables. \`emulator config --origin\` shows the values in force and their origin, \`GET /_emulator/config\` those
of a running emulator; \`startEmulator({ options })\` takes the same names. \`npm run docs\` generates this page from \`src/config/options.ts\`.

${HEAD}
${rows.map(line).join('\n')}

## Names of the established emulator

With \`EMULATOR_PARITY\` (on by default), each option may also be set with \`LOCALSTACK_\` before its name, and under the names below; the native name wins.
The emulator warns at the start about a variable whose name is close to an option, or begins like one, and names the nearest option.

| option | other names |
| --- | --- |
${rows.flatMap(otherNames).join('\n')}

Paths: ${COMPAT_PATHS.map(([path, native]) => `\`${path}…\` answers like \`${native}…\``).join(', ')}.

## What the established emulator is told and this one is not

The emulator warns at the start if one of these is set, also with the prefix \`LOCALSTACK_\` or with \`FUNCTION_\` in place of \`LAMBDA_\`.

| variable | here |
| --- | --- |
${[...REPLACED_OPTIONS].map(([name, instead]) => `| \`${name}\` | ${instead} |`).join('\n')}

## Discontinued

The emulator warns at the start if one of these is set, also with \`FUNCTION_\` in place of \`LAMBDA_\`.

| variable | instead |
| --- | --- |
${[...REMOVED_OPTIONS].map(([name, instead]) => `| \`${name}\` | ${instead} |`).join('\n')}
`;
}
