// One rendering of a template: its variables, what it has printed, and how much it may still do.
import { TemplateError } from './template-error.ts';
import type { Program, RenderingState, Value } from './values.ts';

/** Limit: steps of one rendering of a mapping template (parts, loop rounds, values): about 200 ms. */
const MAX_STEPS = 400_000;
/** Limit: characters that a mapping template writes: no integration takes more than 10 MB. */
const MAX_OUTPUT = 10 * 1024 * 1024;
/** Limit: levels of macros that call themselves. */
const MAX_CALL_DEPTH = 20;

export class Rendering implements RenderingState {
  readonly variables: Map<string, Value>;
  broken = false;
  #out = '';
  #left = MAX_STEPS;
  #depth = 0;

  constructor(variables: ReadonlyMap<string, Value>) {
    this.variables = new Map(variables);
  }

  get output(): string {
    return this.#out;
  }

  write(text: string): void {
    this.#out += text;
    if (this.#out.length > MAX_OUTPUT) throw new TemplateError('The output of the template is larger than 10 MB');
  }

  spend(steps: number): void {
    if ((this.#left -= steps) < 0) throw new TemplateError('The template does too much work');
  }

  apart(program: Program): string {
    const before = this.#out;
    this.#out = '';
    this.nested('A reference', program);
    const made = this.#out;
    this.#out = before;
    this.spend(1 + (made.length >> 6));
    return made;
  }

  nested(name: string, program: Program): void {
    if (++this.#depth > MAX_CALL_DEPTH) throw new TemplateError(`${name} calls itself more than ${MAX_CALL_DEPTH} times`);
    program(this);
    this.#depth--;
  }

  within(names: readonly string[], run: () => void): void {
    const before = names.map((name) => ({ name, known: this.variables.has(name), value: this.variables.get(name) }));
    run();
    for (const { name, known, value } of before) {
      if (known) this.variables.set(name, value);
      else this.variables.delete(name);
    }
  }
}
