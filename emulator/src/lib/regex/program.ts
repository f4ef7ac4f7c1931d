// A regular expression compiled to instructions of a small machine. Counted repetitions are written out, within a limit.
import type { ReadRegex } from './read-regex.ts';
import { type Assertion, type CharTest, type RegexNode, RegexSyntaxError, widthOf } from './syntax.ts';

/** Limit: instructions that a regular expression compiles to. */
const MAX_INSTRUCTIONS = 20_000;

export type Instruction =
  | { readonly op: 'char'; readonly test: CharTest }
  /** Continues at `first`, and at `second` where `first` does not match. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'assert'; readonly what: Assertion }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'back'; readonly index: number; readonly ignoreCase: boolean }
  /** Runs the part that follows, up to its `match`; then continues at `next`. */
  | { readonly op: 'atomic'; next: number }
  | { readonly op: 'look'; next: number; readonly negated: boolean; readonly behind?: readonly [min: number, max: number] | undefined }
  | { readonly op: 'match' };

export interface Program {
  readonly code: readonly Instruction[];
  /** Two per group; none where nothing needs to know what the groups matched. */
  readonly slots: number;
  /** Whether a part may match or not depending on what a group matched before. */
  readonly hasBackReferences: boolean;
}

/** `captures`: notes what each group matched. @throws RegexSyntaxError where repetitions make the program too long */
export function compileProgram({ node, groups, hasBackReferences }: ReadRegex, captures = false): Program {
  const saves = captures || hasBackReferences;
  const code: Instruction[] = [];
  const emit = <I extends Instruction>(instruction: I): I => {
    if (code.length >= MAX_INSTRUCTIONS) throw new RegexSyntaxError('its repetitions make it too long');
    code.push(instruction);
    return instruction;
  };
  const repeat = (item: RegexNode, lazy: boolean, min: number, max: number): void => {
    for (let count = 0; count < min; count++) write(item);
    const branch = () => emit({ op: 'split' as const, first: 0, second: 0 });
    const aim = (split: ReturnType<typeof branch>, into: number, past: number) => {
      [split.first, split.second] = lazy ? [past, into] : [into, past];
    };
    if (max === Number.POSITIVE_INFINITY) {
      const at = code.length;
      const split = branch();
      write(item);
      emit({ op: 'jump', to: at });
      aim(split, at + 1, code.length);
      return;
    }
    const open: (readonly [ReturnType<typeof branch>, number])[] = [];
    for (let count = min; count < max; count++) {
      open.push([branch(), code.length]);
      write(item);
    }
    for (const [split, into] of open) aim(split, into, code.length);
  };
  const write = (part: RegexNode): void => {
    switch (part.kind) {
      case 'char':
        emit({ op: 'char', test: part.test });
        break;
      case 'sequence':
        for (const item of part.items) write(item);
        break;
      case 'choice':
        choice(part.branches);
        break;
      case 'repeat':
        repeat(part.item, part.lazy, part.min, part.max);
        break;
      case 'group':
        if (saves) emit({ op: 'save', slot: part.index * 2 });
        write(part.item);
        if (saves) emit({ op: 'save', slot: part.index * 2 + 1 });
        break;
      case 'back':
        emit({ op: 'back', index: part.index, ignoreCase: part.ignoreCase });
        break;
      case 'assert':
        emit({ op: 'assert', what: part.what });
        break;
      case 'atomic':
        inner(emit({ op: 'atomic', next: 0 }), part.item);
        break;
      case 'look':
        inner(emit({ op: 'look', next: 0, negated: part.negated, behind: part.behind ? widthOf(part.item) : undefined }), part.item);
        break;
    }
  };
  const inner = (head: { next: number }, item: RegexNode): void => {
    write(item);
    emit({ op: 'match' });
    head.next = code.length;
  };
  const choice = (branches: readonly RegexNode[]): void => {
    const exits: { to: number }[] = [];
    for (const [index, branch] of branches.entries()) {
      if (index === branches.length - 1) {
        write(branch);
        continue;
      }
      const split = emit({ op: 'split' as const, first: code.length + 1, second: 0 });
      write(branch);
      exits.push(emit({ op: 'jump', to: 0 }));
      split.second = code.length;
    }
    for (const exit of exits) exit.to = code.length;
  };
  write(node);
  emit({ op: 'match' });
  return { code, slots: saves ? (groups + 1) * 2 : 0, hasBackReferences };
}
