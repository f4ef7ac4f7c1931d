// Java regular expressions from clients, as the cloud's services read them, matched in a bounded number of steps. A state that failed once
// is not tried again, so a match costs expression × text at most; only back references (`\1`) can cost more. All steps are counted.
import { isLineEnd, isWord } from './char-class.ts';
import { compileProgram, type Instruction, type Program } from './program.ts';
import { readRegex } from './read-regex.ts';

export { RegexSyntaxError } from './syntax.ts';

/** Limit: steps of one match of a regular expression, which take about 50 ms. */
const MAX_STEPS = 2_000_000;
/** Bits of the notes on failed states: 16 MB. */
const MAX_NOTES = 2 ** 27;

/** A match that takes more steps than one request is allowed. */
export class RegexTooCostly extends Error {
  constructor() {
    super('the regular expression takes too long to match');
    this.name = 'RegexTooCostly';
  }
}

/** The steps that remain for all matches of one request. */
export class RegexBudget {
  #left = MAX_STEPS;

  /** @throws RegexTooCostly */
  step(): void {
    if (--this.#left < 0) throw new RegexTooCostly();
  }
}

export class Regex {
  /** The numbers of its named groups, in their order. */
  readonly groupNames: ReadonlyMap<string, number>;
  readonly #program: Program;
  readonly #whole: boolean;

  /** `whole`: the text must match from end to end (Java's `matches`), otherwise anywhere (`find`). @throws RegexSyntaxError */
  constructor(source: string, { whole, captures }: { readonly whole: boolean; readonly captures?: boolean }) {
    const read = readRegex(source);
    this.groupNames = read.names;
    this.#program = compileProgram(read, captures);
    this.#whole = whole;
  }

  /** @throws RegexTooCostly */
  test(text: string, budget: RegexBudget = new RegexBudget()): boolean {
    const machine = new Machine(this.#program, Array.from(text, codeOf), budget);
    if (this.#whole) return machine.run(0, 0, true);
    for (let start = 0; start <= machine.length; start++) if (machine.run(0, start, false)) return true;
    return false;
  }

  /** The first match, with its groups where it was made with `captures`. @throws RegexTooCostly */
  first(text: string, budget: RegexBudget = new RegexBudget()): Omit<RegexMatch, 'before'> | undefined {
    const characters = Array.from(text);
    const machine = new Machine(this.#program, characters.map(codeOf), budget);
    for (let start = 0; start <= machine.length; start++) {
      const end = machine.endOf(start);
      if (end < 0) continue;
      const slice = (from: number, to: number): string => characters.slice(from, to).join('');
      return {
        groups: [slice(start, end), ...machine.groups().map((group) => group && slice(group[0], group[1]))],
        isEmpty: start === end,
      };
    }
    return undefined;
  }

  /** All matches from left to right, as Java's `find` makes them; their groups where it was made with `captures`. @throws RegexTooCostly */
  pieces(text: string, budget: RegexBudget = new RegexBudget()): RegexPieces {
    const characters = Array.from(text);
    const machine = new Machine(this.#program, characters.map(codeOf), budget);
    const slice = (from: number, to: number): string => characters.slice(from, to).join('');
    const matches: RegexMatch[] = [];
    let done = 0;
    for (let start = 0; start <= machine.length; ) {
      const end = machine.endOf(start);
      if (end < 0) {
        start++;
        continue;
      }
      const groups = machine.groups().map((group) => group && slice(group[0], group[1]));
      matches.push({ before: slice(done, start), groups: [slice(start, end), ...groups], isEmpty: start === end });
      machine.forget();
      done = end;
      start = start === end ? end + 1 : end;
    }
    return { matches, rest: slice(done, characters.length) };
  }
}

export interface RegexMatch {
  /** The text between the match before and this one. */
  readonly before: string;
  /** The whole match, then the groups; undefined where a group took no part. */
  readonly groups: readonly [string, ...(string | undefined)[]];
  readonly isEmpty: boolean;
}

export interface RegexPieces {
  readonly matches: readonly RegexMatch[];
  /** The text after the last match. */
  readonly rest: string;
}

const codeOf = (character: string): number => character.codePointAt(0)!;

/** The set of states that have failed. A state is a pair of instruction and position. */
interface Failed {
  /** Notes the state; true when it was noted before. */
  note(state: number): boolean;
}

class BitNotes implements Failed {
  readonly #bits: Uint32Array;
  constructor(states: number) {
    this.#bits = new Uint32Array((states >>> 5) + 1);
  }
  note(state: number): boolean {
    const [word, bit] = [state >>> 5, 1 << (state & 31)];
    const before = (this.#bits[word]! & bit) !== 0;
    this.#bits[word]! |= bit;
    return before;
  }
}

class SetNotes implements Failed {
  readonly #states = new Set<number>();
  note(state: number): boolean {
    const before = this.#states.size;
    return this.#states.add(state).size === before;
  }
}

class Machine {
  readonly #code: readonly Instruction[];
  readonly #text: readonly number[];
  readonly #budget: RegexBudget;
  readonly #slots: Int32Array;
  /** Failed states of the outermost part. They hold for every start, because failing does not depend on it. */
  #notes: Failed | undefined;

  constructor({ code, slots, hasBackReferences }: Program, text: readonly number[], budget: RegexBudget) {
    this.#code = code;
    this.#text = text;
    this.#budget = budget;
    this.#slots = new Int32Array(slots).fill(-1);
    const states = code.length * (text.length + 1);
    this.#notes = hasBackReferences ? undefined : states > MAX_NOTES ? new SetNotes() : new BitNotes(states);
  }

  get length(): number {
    return this.#text.length;
  }

  run(from: number, at: number, toEnd: boolean): boolean {
    return this.#match(from, at, toEnd ? this.#text.length : -1, this.#notes) >= 0;
  }

  /** The end of the match of the whole expression that begins at this position, or -1. */
  endOf(start: number): number {
    return this.#match(0, start, -1, this.#notes);
  }

  /** The groups of the match that was made last. */
  groups(): ([from: number, to: number] | undefined)[] {
    const groups: ([number, number] | undefined)[] = [];
    for (let slot = 2; slot < this.#slots.length; slot += 2) {
      const [from, to] = [this.#slots[slot]!, this.#slots[slot + 1]!];
      groups.push(from < 0 || to < from ? undefined : [from, to]);
    }
    return groups;
  }

  /** Makes ready for another match: what led to the last one has not failed. */
  forget(): void {
    this.#slots.fill(-1);
    this.#notes = this.#fresh();
  }

  /** The end of a match of the part that begins at this instruction, or -1. `endAt`: the only end that counts, or -1 for any. */
  #match(from: number, start: number, endAt: number, notes: Failed | undefined): number {
    const stride = this.#text.length + 1;
    // Pairs: where to continue, or (negative) which slot gets its old value back.
    const stack: number[] = [from, start];
    while (stack.length > 0) {
      let at = stack.pop()!;
      let pc = stack.pop()!;
      if (pc < 0) {
        this.#slots[-pc - 1] = at;
        continue;
      }
      for (;;) {
        this.#budget.step();
        const instruction: Instruction = this.#code[pc]!;
        if (instruction.op === 'char') {
          if (at >= this.#text.length || !instruction.test(this.#text[at]!)) break;
          at++;
          pc++;
        } else if (instruction.op === 'split') {
          if (notes?.note(pc * stride + at)) break;
          stack.push(instruction.second, at);
          pc = instruction.first;
        } else if (instruction.op === 'jump') pc = instruction.to;
        else if (instruction.op === 'assert') {
          if (!this.#holds(instruction.what, at)) break;
          pc++;
        } else if (instruction.op === 'save') {
          stack.push(-instruction.slot - 1, this.#slots[instruction.slot]!);
          this.#slots[instruction.slot] = at;
          pc++;
        } else if (instruction.op === 'match') {
          if (endAt < 0 || at === endAt) return at;
          break;
        } else {
          const next = this.#special(instruction, pc, at, stack);
          if (next < 0) break;
          at = next;
          pc = instruction.op === 'back' ? pc + 1 : instruction.next;
        }
      }
    }
    return -1;
  }

  /** The position after a back reference, an atomic part or a look-around; -1 where it does not match. */
  #special(instruction: Extract<Instruction, { op: 'back' | 'atomic' | 'look' }>, pc: number, at: number, stack: number[]): number {
    if (instruction.op === 'back') return this.#again(instruction.index, instruction.ignoreCase, at);
    // Captures of inner groups count from here on; the stack restores the old ones when this step is undone.
    for (let slot = 0; slot < this.#slots.length; slot++) stack.push(-slot - 1, this.#slots[slot]!);
    if (instruction.op === 'atomic') return this.#match(pc + 1, at, -1, this.#fresh());
    const found = instruction.behind ? this.#behind(pc + 1, at, instruction.behind) : this.#match(pc + 1, at, -1, this.#fresh()) >= 0;
    return found === instruction.negated ? -1 : at;
  }

  #fresh(): Failed | undefined {
    return this.#notes && new SetNotes();
  }

  #behind(pc: number, at: number, [min, max]: readonly [number, number]): boolean {
    for (let width = min; width <= Math.min(max, at); width++) if (this.#match(pc, at - width, at, this.#fresh()) >= 0) return true;
    return false;
  }

  #again(index: number, ignoreCase: boolean, at: number): number {
    const [from = -1, to = -1] = this.#slots.subarray(index * 2, index * 2 + 2);
    if (from < 0 || to < from) return -1;
    for (let offset = 0; offset < to - from; offset++) {
      this.#budget.step();
      const [one, other] = [this.#text[from + offset]!, this.#text[at + offset]];
      if (one !== other && !(ignoreCase && other !== undefined && (one | 32) === (other | 32) && isWord(one) && isWord(other))) return -1;
    }
    return at + to - from;
  }

  #holds(what: Extract<Instruction, { op: 'assert' }>['what'], at: number): boolean {
    const text = this.#text;
    const end = text.length;
    switch (what) {
      case 'start':
      case 'input-start':
        return at === 0;
      case 'input-end':
        return at === end;
      case 'end':
        // `$` and `\Z` also match before the line terminator that ends the text.
        return at === end || (at === end - 1 && isLineEnd(text[at]!)) || (at === end - 2 && text[at] === 13 && text[at + 1] === 10);
      case 'line-start':
        return at === 0 || (at < end && isLineEnd(text[at - 1]!));
      case 'line-end':
        return at === end || isLineEnd(text[at]!);
      default: {
        const edge = (at > 0 && isWord(text[at - 1]!)) !== (at < end && isWord(text[at]!));
        return edge === (what === 'word');
      }
    }
  }
}
