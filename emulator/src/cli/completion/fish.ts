// Completion for fish, with the descriptions: one line for each word that can be offered.
import type { CommandEntry } from './command-tree.ts';

/** A word in quotes of fish, which knows two escapes in them. */
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The words before the cursor lead to this command and to none below it. */
const conditionOf = ({ path, commands }: CommandEntry): string => {
  const below = commands.map(({ name }) => name).join(' ');
  const here = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  return [...here, ...(below ? [`not __fish_seen_subcommand_from ${below}`] : [])].join('; and ');
};

export function fishCompletion(entries: readonly CommandEntry[]): string {
  const lines = entries.flatMap((entry) => {
    const condition = conditionOf(entry);
    const head = condition === '' ? 'complete -c emulator' : `complete -c emulator -n ${fishQuoted(condition)}`;
    const words = [...entry.commands, ...entry.values.map((name) => ({ name, description: name }))];
    return [
      ...words.map(({ name, description }) => `${head} -a ${name} -d ${fishQuoted(description)}`),
      ...entry.options.map(({ flags, description, takesValue }) => {
        const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
        return `${head} ${names.join(' ')}${takesValue ? ' -x' : ''} -d ${fishQuoted(description)}`;
      }),
    ];
  });
  return `# Completion of \`emulator\` for fish: emulator completion fish > ~/.config/fish/completions/emulator.fish
complete -c emulator -f
${lines.join('\n')}
`;
}
