// Filters of lists. A filter matches if one of its plain values matches and none of those negated with "!" does.
import type { Frozen } from '#core/records';
import type { Filter } from '#model/secretsmanager';
import { invalidParameter } from '#services/secretsmanager/faults';
import type { Secret } from '#services/secretsmanager/state';

type Texts = (secret: Frozen<Secret>) => readonly string[];

const TEXTS: Readonly<Record<string, Texts>> = {
  name: ({ name }) => [name],
  description: ({ description = '' }) => [description],
  'tag-key': ({ tags }) => tags.map(({ key }) => key),
  'tag-value': ({ tags }) => tags.map(({ value }) => value),
  'primary-region': ({ primaryRegion }) => (primaryRegion === undefined ? [] : [primaryRegion]),
  // No AWS service owns secrets here.
  'owning-service': () => [],
};

export function matchesFilters(secret: Frozen<Secret>, filters: readonly Filter[]): boolean {
  return filters.every(({ Key, Values }) => {
    if (Key === undefined) throw invalidParameter('Invalid filter key');
    if (Values === undefined || Values.length === 0) throw invalidParameter('Invalid filter values');
    const negated = Values.filter((value) => value.startsWith('!')).map((value) => value.slice(1));
    const wanted = Values.filter((value) => !value.startsWith('!'));
    const holds = (value: string) => (Key === 'all' ? holdsWords(secret, value) : beginsWith(secret, Key, value));
    return (wanted.length === 0 || wanted.some(holds)) && !negated.some(holds);
  });
}

function beginsWith(secret: Frozen<Secret>, key: string, value: string): boolean {
  const texts = TEXTS[key]!(secret);
  // Descriptions are compared in any case, all other texts exactly.
  if (key !== 'description') return texts.some((text) => text.startsWith(value));
  return texts.some((text) => text.toLowerCase().startsWith(value.toLowerCase()));
}

/** Whether every word of the value occurs in some attribute. */
function holdsWords(secret: Frozen<Secret>, value: string): boolean {
  const texts = Object.values(TEXTS).flatMap((read) => read(secret).map((text) => text.toLowerCase()));
  const words = value.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => texts.some((text) => text.includes(word)));
}
