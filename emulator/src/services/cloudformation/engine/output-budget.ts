// Limits how much text the functions of one template may make. Short nested functions can produce more than any machine holds.
import { isList, type Json } from '#resources/json';
import { TemplateProblem } from './problem.ts';

/** Limit: characters of one text that a function of a template makes. No value of a real template is longer. */
export const MAX_TEXT = 1024 * 1024;
/** Limit: characters and list items that all functions of a template make together. */
const MAX_MADE = 8 * 1024 * 1024;

export class OutputBudget {
  #left = MAX_MADE;

  /** Counts the output of a function. @throws TemplateProblem */
  spend(made: Json): void {
    this.take(typeof made === 'string' ? made.length : isList(made) ? lengthOf(made) : 1);
  }

  /** @throws TemplateProblem if the total is too large */
  take(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new TemplateProblem('Template error: the functions of the template make too much text');
  }
}

const lengthOf = (list: readonly Json[]): number =>
  list.reduce<number>((sum, item) => sum + 1 + (typeof item === 'string' ? item.length : 1), 0);

/** Call it before the text is made. @throws TemplateProblem if the text would be too long */
export function refuseLongText(characters: number): void {
  if (characters > MAX_TEXT) throw new TemplateProblem(`Template error: a function makes a text of more than ${MAX_TEXT} characters`);
}
