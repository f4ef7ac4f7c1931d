// The page of options, from their table.
import { OPTIONS } from '#config/options';

export function configurationPage(): string {
  const rows = Object.entries(OPTIONS).map(([name, option]) => {
    const values = 'oneOf' in option && option.oneOf ? option.oneOf.map((value) => `\`${value}\``).join(' ') : option.kind;
    const fallback = option.default === '' ? '' : `\`${String(option.default)}\``;
    return `| \`${name}\` | ${values} | ${fallback} | ${option.says} |`;
  });
  return `# Configuration

Options are environment variables. \`emulator config --origin\` shows what is in force and where it comes from; \`startEmulator({ options })\`
takes the same names. This page is made from \`src/config/options.ts\` by \`npm run docs\`.

| option | values | default | what it does |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
