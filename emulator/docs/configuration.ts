// The page of options, from their table.

import { ESTABLISHED } from '#config/compat/options';
import { PARITY_PATHS } from '#config/compat/paths';
import { DISCONTINUED } from '#config/compat/removed';
import { namesOf } from '#config/option-names';
import { OPTIONS } from '#config/options';

interface Row {
  readonly kind: string;
  readonly default: string | number | boolean;
  readonly says: string;
  readonly oneOf?: readonly string[];
  readonly aliases?: readonly string[];
  readonly withoutEffect?: true;
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

Options are environment variables. \`emulator config --origin\` shows what is in force and where it comes from, \`GET /_emulator/config\` the
same of a running emulator; \`startEmulator({ options })\` takes the same names. This page is made from \`src/config/options.ts\` by \`npm run docs\`.

${HEAD}
${rows
  .filter(([, { withoutEffect }]) => !withoutEffect)
  .map(line)
  .join('\n')}

## Without effect yet

These are understood and shown; the start says so when one is set.

${HEAD}
${rows
  .filter(([, { withoutEffect }]) => withoutEffect)
  .map(line)
  .join('\n')}

## Names of the established emulator

With \`EMULATOR_PARITY\` (on unless told), each option is also taken with \`LOCALSTACK_\` before its name, and under these; the native name wins.
A variable that is close to an option, or begins as one and is none, is warned about at the start with the nearest name.

| option | also taken as |
| --- | --- |
${rows.flatMap(otherNames).join('\n')}

Paths: ${PARITY_PATHS.map(([path, native]) => `\`${path}…\` is answered as \`${native}…\``).join(', ')}.

## What the established emulator is told and this one is not

Each is said at the start, with the prefix \`LOCALSTACK_\` and with \`FUNCTION_\` in place of \`LAMBDA_\` too.

| variable | here |
| --- | --- |
${[...ESTABLISHED].map(([name, instead]) => `| \`${name}\` | ${instead} |`).join('\n')}

## Discontinued

Each is warned about at the start, with \`FUNCTION_\` in place of \`LAMBDA_\` too.

| variable | instead |
| --- | --- |
${[...DISCONTINUED].map(([name, instead]) => `| \`${name}\` | ${instead} |`).join('\n')}
`;
}
