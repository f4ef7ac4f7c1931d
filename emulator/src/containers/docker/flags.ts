// FUNCTION_DOCKER_FLAGS: parses arguments of `docker run` into fields of the engine's API.

import { alone, type DockerFlags, type Draft, LONG_NAMES, REFUSED, withValue } from './flag-table.ts';
import { invalid, pair } from './flag-values.ts';

export type { DockerFlags } from './flag-table.ts';

/** Splits words like a shell: quotes and backslashes, nothing else. */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === quote) quote = '';
      else if (letter === '\\' && quote === '"' && /["\\]/.test(text[at + 1] ?? '')) word += text[++at] ?? '';
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (letter === '\\' ? (text[++at] ?? '') : letter);
  }
  if (quote !== '') throw invalid(`a quote ${quote} is not closed`);
  return word === undefined ? words : [...words, word];
}

function isOn(flag: string, value = 'true'): boolean {
  if (!/^(true|false|1|0)$/i.test(value)) throw invalid(`${flag} is true or false, not ${value}`);
  return /^(true|1)$/i.test(value);
}

/** @throws EmulatorError DOCKER_FLAGS_INVALID, which names the flag */
export function parseDockerFlags(text: string): DockerFlags {
  const draft: Draft = { env: {}, labels: {}, create: {}, host: {}, endpoint: {} };
  const words = shellWords(text);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const [, short, rest] = /^(-[a-zA-Z])(.+)$/.exec(word) ?? [];
    const [given, inline] = short ? [short, rest] : word.includes('=') ? pair(word, '=') : [word, undefined];
    const name = LONG_NAMES[given] ?? given;
    const why = REFUSED[name];
    if (why) throw invalid(`${given} is not for containers of functions: ${why}`);
    const lone = alone[name];
    if (lone) {
      // After a letter without a value, further letters may follow: -Pd.
      if (short) words.splice(at + 1, 0, `-${rest}`);
      if (short || isOn(given, inline)) lone(draft);
      continue;
    }
    const takes = withValue[name];
    if (!takes) throw invalid(`${given} is no flag that functions' containers take`);
    const value = inline ?? words[++at];
    if (value === undefined) throw invalid(`${given} needs a value`);
    takes(draft, value);
  }
  return draft;
}

/** Whether flags choose the system calls of containers: then the choice is the engine's alone. */
export const opensSystemCalls = ({ host }: DockerFlags): boolean =>
  host.Privileged === true || host.SecurityOpt?.some((option: string) => /^seccomp[=:]/.test(option)) === true;
