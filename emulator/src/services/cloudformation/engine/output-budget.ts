// How much text functions of one template may make together: short functions in functions can make more than any machine holds.
import { isList, type Json } from '#resources/json';
import { TemplateProblem } from './problem.ts';

/** Characters of one text; no value of a real template is longer. */
export const MAX_TEXT = 1024 * 1024;
/** Characters and list items of all that is made while one template's functions are evaluated. */
const MAX_MADE = 8 * 1024 * 1024;

export class OutputBudget {
  #left = MAX_MADE;

  /** Counts what a function gives. @throws TemplateProblem */
  spend(made: Json): void {
    this.take(typeof made === 'string' ? made.length : isList(made) ? lengthOf(made) : 1);
  }

  /** @throws TemplateProblem when all of it together is too much */
  take(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new TemplateProblem('Template error: the functions of the template make too much text');
  }
}

const lengthOf = (list: readonly Json[]): number =>
  list.reduce<number>((sum, item) => sum + 1 + (typeof item === 'string' ? item.length : 1), 0);

/** @throws TemplateProblem for a text that is too long, before it is made */
export function refuseLongText(characters: number): void {
  if (characters > MAX_TEXT) throw new TemplateProblem(`Template error: a function makes a text of more than ${MAX_TEXT} characters`);
}
