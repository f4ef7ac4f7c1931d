// Completion for bash: one function that walks the words, then offers what fits the command reached. It needs no bash-completion.
import { type CommandEntry, flagsWithValue, quoted } from './command-tree.ts';

const wordsOf = ({ commands, options, values }: CommandEntry): string =>
  [...commands.map(({ name }) => name), ...values, ...options.flatMap(({ flags }) => flags)].join(' ');

export function bashCompletion(entries: readonly CommandEntry[]): string {
  const paths = entries.filter(({ path }) => path.length > 0).map(({ path }) => quoted(`/${path.join('/')}`));
  const cases = entries.map(
    (entry) => `    ${quoted(entry.path.map((name) => `/${name}`).join(''))}) offered=${quoted(wordsOf(entry))} ;;`,
  );
  return `# Completion of \`emulator\` for bash. In ~/.bashrc: source <(emulator completion bash)
_emulator() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at='' offered='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$before" in
    ${flagsWithValue(entries).join(' | ')}) return ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -F _emulator emulator
`;
}
