// Completion for zsh, with the descriptions. It works when sourced, and as a file `_emulator` in a folder of `fpath`.
import { type CommandEntry, flagsWithValue, quoted } from './command-tree.ts';

/** `name:description` as `_describe` takes it. */
const item = (name: string, description: string): string => quoted(`${name.replaceAll(':', '\\:')}:${description}`);

const itemsOf = ({ commands, options, values }: CommandEntry): string[] => [
  ...commands.map(({ name, description }) => item(name, description)),
  ...values.map((value) => item(value, value)),
  ...options.flatMap(({ flags, description }) => flags.map((flag) => item(flag, description))),
];

export function zshCompletion(entries: readonly CommandEntry[]): string {
  const paths = entries.filter(({ path }) => path.length > 0).map(({ path }) => quoted(`/${path.join('/')}`));
  const cases = entries.map(
    (entry) =>
      `    ${quoted(entry.path.map((name) => `/${name}`).join(''))}) offered=(\n      ${itemsOf(entry).join('\n      ')}\n    ) ;;`,
  );
  return `#compdef emulator
# Completion of \`emulator\` for zsh. In ~/.zshrc, after compinit: source <(emulator completion zsh)
_emulator() {
  local at='' word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
      ${paths.join(' | ')}) at="$at/$word" ;;
    esac
  done
  case "\${words[CURRENT-1]}" in
    ${flagsWithValue(entries).join(' | ')}) return 1 ;;
  esac
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'emulator' offered
}
if [ "$funcstack[1]" = _emulator ]; then _emulator "$@"; else compdef _emulator emulator; fi
`;
}
