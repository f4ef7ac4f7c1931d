// How many tags a pipe may have.
import { invalid } from './faults.ts';

const MAX_TAGS = 50;

/** @throws ValidationException if there are too many */
export function checkTags(tags: Readonly<Record<string, string>>): void {
  if (Object.keys(tags).length > MAX_TAGS) throw invalid(`A pipe can have at most ${MAX_TAGS} tags.`);
}
