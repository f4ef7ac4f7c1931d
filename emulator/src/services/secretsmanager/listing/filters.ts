// Filters of lists. A filter matches if one of its plain values matches and none of those negated with "!" does.
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { Filter } from '#model/secretsmanager';
import { invalidParameter } from '#services/secretsmanager/faults';
import type { Secret } from '#services/secretsmanager/state';

type Texts = (secret: Frozen<Secret>) => readonly string[];

const TEXTS: Readonly<Record<string, Texts>> = table({
  name: ({ name }) => [name],
  description: ({ description = '' }) => [description],
  'tag-key': ({ tags }) => tags.map(({ key }) => key),
  'tag-value': ({ tags }) => tags.map(({ value }) => value),
  'primary-region': ({ primaryRegion }) => (primaryRegion === undefined ? [] : [primaryRegion]),
  // No AWS service owns secrets here.
  'owning-service': () => [],
});

export function matchesFilters(secret: Frozen<Secret>, filters: readonly Filter[]): boolean {
  return filters.every(({ Key, Values }) => {
    if (Key === undefined) throw invalidParameter('Invalid filter key');
    if (Values === undefined || Values.length === 0) throw invalidParameter('Invalid filter values');
    const negated = Values.filter((value) => value.startsWith('!')).map((value) => value.slice(1));
    const wanted = Values.filter((value) => !value.startsWith('!'));
    const holds = (value: string) => (Key === 'all' ? holdsWords(allTexts(secret), value) : beginsWith(secret, Key, value));
    return (wanted.length === 0 || wanted.some(holds)) && !negated.some(holds);
  });
}

const allTexts = (secret: Frozen<Secret>): string[] => Object.values(TEXTS).flatMap((read) => read(secret));

function beginsWith(secret: Frozen<Secret>, key: string, value: string): boolean {
  const texts = TEXTS[key]!(secret);
  // Descriptions are compared by words, in any case; all other texts exactly.
  return key === 'description' ? holdsWords(texts, value) : texts.some((text) => text.startsWith(value));
}

/** Whether every word of the value begins some word of the texts, in any case. A word ends at any character but letters and digits. */
function holdsWords(texts: readonly string[], value: string): boolean {
  const present = texts.flatMap(wordsOf);
  return wordsOf(value).every((word) => present.some((each) => each.startsWith(word)));
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
