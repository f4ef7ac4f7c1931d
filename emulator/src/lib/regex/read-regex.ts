// Reads a regular expression in Java's syntax, which the cloud's services use.
import { table } from '#lib/table';
import { ESCAPED_CLASSES, ignoringCase, isLineEnd, not } from './char-class.ts';
import { readSet } from './read-set.ts';
import { RegexScanner } from './regex-scanner.ts';
import { type CharTest, type RegexNode, RegexSyntaxError, widthOf } from './syntax.ts';

/** Limit: characters of a regular expression. */
const MAX_SOURCE = 16_384;
/** Limit: levels of groups in a regular expression. */
const MAX_DEPTH = 100;
/** Limit: times that a quantifier of a regular expression repeats. */
const MAX_COUNT = 100_000;

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
}

export interface ReadRegex {
  readonly node: RegexNode;
  readonly groups: number;
  /** Numbers of the named groups. */
  readonly names: ReadonlyMap<string, number>;
  readonly hasBackReferences: boolean;
}

/** @throws RegexSyntaxError */
export function readRegex(source: string): ReadRegex {
  if (source.length > MAX_SOURCE) throw new RegexSyntaxError(`an expression has at most ${MAX_SOURCE} characters`);
  return new Reader(source).whole();
}

class Reader {
  readonly #scan: RegexScanner;
  readonly #names = new Map<string, number>();
  #depth = 0;
  #groups = 0;
  #flags: Flags = { i: false, m: false, s: false, x: false };
  #hasBackReferences = false;

  constructor(source: string) {
    this.#scan = new RegexScanner(source);
  }

  whole(): ReadRegex {
    const node = this.#choice();
    if (!this.#scan.done) throw this.#scan.wrong("Unmatched closing ')'");
    return { node, groups: this.#groups, names: this.#names, hasBackReferences: this.#hasBackReferences };
  }

  #choice(): RegexNode {
    if (++this.#depth > MAX_DEPTH) throw this.#scan.wrong('groups are nested too deeply');
    const outer = this.#flags;
    const branches = [this.#sequence()];
    while (this.#scan.take('|')) branches.push(this.#sequence());
    this.#flags = outer;
    this.#depth--;
    return branches.length === 1 ? branches[0]! : { kind: 'choice', branches };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (;;) {
      if (this.#flags.x) this.#skipComment();
      const next = this.#scan.peek();
      if (next === '' || next === '|' || next === ')') break;
      if (this.#scan.take('\\Q')) {
        const quoted = this.#scan.upTo('\\E');
        const literals = Array.from(quoted, (character) => this.#literal(character.codePointAt(0)!));
        const last = literals.pop();
        items.push(...literals, ...(last ? [this.#quantified(last)] : []));
        continue;
      }
      const atom = this.#atom();
      if (atom) items.push(this.#quantified(atom));
    }
    return items.length === 1 ? items[0]! : { kind: 'sequence', items };
  }

  #skipComment(): void {
    for (;;) {
      if (/^[ \t-\r]/.test(this.#scan.peek())) this.#scan.at++;
      else if (this.#scan.take('#')) while (this.#scan.peek() !== '' && this.#scan.peek() !== '\n') this.#scan.at++;
      else return;
    }
  }

  /** Undefined for inline flags, which match nothing. */
  #atom(): RegexNode | undefined {
    const code = this.#scan.next();
    switch (String.fromCodePoint(code)) {
      case '.':
        return { kind: 'char', test: this.#flags.s ? () => true : not(isLineEnd) };
      case '^':
        return { kind: 'assert', what: this.#flags.m ? 'line-start' : 'start' };
      case '$':
        return { kind: 'assert', what: this.#flags.m ? 'line-end' : 'end' };
      case '[':
        return this.#charNode(readSet(this.#scan));
      case '(':
        return this.#group();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw this.#scan.wrong(`Dangling meta character '${String.fromCodePoint(code)}'`);
      default:
        return this.#literal(code);
    }
  }

  #literal(code: number): RegexNode {
    return this.#charNode((other) => other === code);
  }

  #charNode(test: CharTest): RegexNode {
    return { kind: 'char', test: this.#flags.i ? ignoringCase(test) : test };
  }

  #quantified(atom: RegexNode): RegexNode {
    let node = atom;
    for (let count = 0; ; count++) {
      if (this.#flags.x) this.#skipComment();
      const bounds = this.#bounds();
      if (!bounds) return node;
      const [min, max] = bounds;
      if (this.#scan.take('+')) node = { kind: 'atomic', item: { kind: 'repeat', item: node, min, max, lazy: false } };
      else node = { kind: 'repeat', item: node, min, max, lazy: this.#scan.take('?') };
      if (count > MAX_DEPTH) throw this.#scan.wrong('too many quantifiers');
    }
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#scan.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#scan.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#scan.take('?')) return [0, 1];
    if (this.#scan.peek() !== '{') return undefined;
    const [matched, least = '', comma, most = ''] = /^\{(\d{1,9})(,)?(\d{1,9})?\}/.exec(this.#scan.ahead(24)) ?? [];
    if (matched === undefined || (!comma && most)) throw this.#scan.wrong('Illegal repetition');
    this.#scan.at += matched.length;
    const min = Number(least);
    const max = comma === undefined ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    if (max < min) throw this.#scan.wrong('Illegal repetition range');
    if (min > MAX_COUNT || (max !== Number.POSITIVE_INFINITY && max > MAX_COUNT))
      throw this.#scan.wrong(`repetition of more than ${MAX_COUNT}`);
    return [min, max];
  }

  #group(): RegexNode | undefined {
    if (!this.#scan.take('?')) return this.#captured();
    for (const [mark, behind, negated] of LOOKS) if (this.#scan.take(mark)) return this.#look(behind, negated);
    if (this.#scan.take('>')) return { kind: 'atomic', item: this.#closed() };
    if (this.#scan.take('<')) {
      const name = /^([A-Za-z][A-Za-z0-9]*)>/.exec(this.#scan.ahead(200))?.[1];
      if (name === undefined) throw this.#scan.wrong('capturing group name does not start with a Latin letter');
      if (this.#names.has(name)) throw this.#scan.wrong(`Named capturing group <${name}> is already defined`);
      this.#scan.at += name.length + 1;
      this.#names.set(name, this.#groups + 1);
      return this.#captured();
    }
    const [matched, on = '', , off = '', end] = /^([idmsuxU]*)(-([idmsuxU]*))?([:)])/.exec(this.#scan.ahead(32)) ?? [];
    if (matched === undefined) throw this.#scan.wrong('Unknown inline modifier');
    this.#scan.at += matched.length;
    const outer = this.#flags;
    this.#flags = changed(outer, on, off);
    if (end === ')') return undefined;
    const item = this.#closed();
    this.#flags = outer;
    return item;
  }

  #captured(): RegexNode {
    const index = ++this.#groups;
    return { kind: 'group', index, item: this.#closed() };
  }

  #look(behind: boolean, negated: boolean): RegexNode {
    const item = this.#closed();
    if (behind && !Number.isFinite(widthOf(item)[1])) throw this.#scan.wrong('Look-behind group does not have an obvious maximum length');
    return { kind: 'look', item, behind, negated };
  }

  #closed(): RegexNode {
    const node = this.#choice();
    if (!this.#scan.take(')')) throw this.#scan.wrong('Unclosed group');
    return node;
  }

  #escape(): RegexNode {
    const letter = this.#scan.take('R') ? 'R' : this.#scan.peek();
    if (letter === 'R') return LINE_BREAK;
    const assertion = ASSERTIONS[letter];
    if (assertion) {
      this.#scan.at++;
      return { kind: 'assert', what: assertion };
    }
    const [digits] = /^[1-9]\d?/.exec(this.#scan.ahead(2)) ?? [];
    if (digits !== undefined) {
      // Two digits are one number only where the expression has that many groups.
      const index = Number(digits) <= Math.max(this.#groups, 9) ? digits : digits[0]!;
      this.#scan.at += index.length;
      return this.#backReference(Number(index));
    }
    if (this.#scan.take('k<')) {
      const index = this.#names.get(this.#scan.upTo('>'));
      if (index === undefined) throw this.#scan.wrong('no group of that name');
      return this.#backReference(index);
    }
    return this.#charNode(this.#scan.escapedTest());
  }

  #backReference(index: number): RegexNode {
    this.#hasBackReferences = true;
    return { kind: 'back', index, ignoreCase: this.#flags.i };
  }
}

/** Longer marks first. */
const LOOKS = [
  ['<=', true, false],
  ['<!', true, true],
  ['=', false, false],
  ['!', false, true],
] as const;

const ASSERTIONS: Readonly<Record<string, 'input-start' | 'input-end' | 'end' | 'word' | 'no-word'>> = table({
  A: 'input-start',
  z: 'input-end',
  Z: 'end',
  b: 'word',
  B: 'no-word',
});

const charNode = (code: number): RegexNode => ({ kind: 'char', test: (other) => other === code });
const LINE_BREAK: RegexNode = {
  kind: 'atomic',
  item: {
    kind: 'choice',
    branches: [
      { kind: 'sequence', items: [charNode(13), charNode(10)] },
      { kind: 'char', test: ESCAPED_CLASSES['v']! },
    ],
  },
};

function changed(flags: Flags, on: string, off: string): Flags {
  const of = (flag: keyof Flags): boolean => (on.includes(flag) || flags[flag]) && !off.includes(flag);
  return { i: of('i'), m: of('m'), s: of('s'), x: of('x') };
}
