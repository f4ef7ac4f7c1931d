// Validates inputs against the model, one closure per shape, in the words of the real services.
import { Fault } from '#core/fault';
import type { Constraint, Member, MemberTraits, Ref, ServiceIR, Shape, StructureShape } from '#protocol/ir';
import { type IsComplete, RequiredMembers } from './required-members.ts';
import { allWords, type Check, checksOf, lowerFirst, show, showItems, showStructure } from './validate-text.ts';

type Plain = Readonly<Record<string, unknown>>;
type Visit = (value: unknown, path: Path, found: string[]) => void;
/** The path from the input down to a value; becomes text only where something is wrong. */
interface Path {
  readonly above: Path | undefined;
  /** Empty for the input itself. */
  readonly step: string | number;
  /** Set for list items and map values, which print as `member`. */
  readonly member?: true;
}
export type Validate = (input: unknown) => void;

interface MemberCheck {
  readonly name: string;
  readonly pathName: string;
  /** A part of the URI's path: printed without the name of the input (recorded for types of gateway responses, April 2024). */
  readonly isLabel: boolean;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly own: readonly Check[];
  /** Checks of list items, map keys and map values. */
  readonly parts: Visit | undefined;
  /** Checks inside the structures below. */
  readonly inner: Visit | undefined;
  readonly print: (value: unknown) => string;
}

/** Limit: constraints that an error lists. A longer report helps nobody, and a list may hold thousands of bad items. */
const MAX_REPORTED = 50;

const report = (found: string[], value: string, path: Path, words: string): void => {
  if (found.length < MAX_REPORTED) found.push(`Value${value} at '${pathText(path)}' failed to satisfy constraint: ${words}`);
};

function pathText({ above, step, member }: Path): string {
  const before = above ? pathText(above) : '';
  return `${before}${before === '' ? '' : '.'}${step}${member ? '.member' : ''}`;
}

const quoted = (text: string): string => (text === 'null' ? ' null' : ` '${text}'`);

/** For a list in an input; no operation accepts as many. */
const MAX_CHECKED_ITEMS = 10_000;

/** The error of most services for broken constraints. */
const COMMON_CODE = 'ValidationException';

export class Validator {
  readonly #ir: ServiceIR;
  /** null: nothing below this shape is ever checked. */
  readonly #visits: (Visit | null | undefined)[] = [];
  readonly #compiled = new Map<number, Validate>();

  readonly #required: RequiredMembers;

  /** Inputs of operations that do not know the service's usual error: newer ones, which keep to that of most services (recorded in February 2026). */
  readonly #common: ReadonlySet<number | null>;

  constructor(ir: ServiceIR) {
    this.#ir = ir;
    this.#required = new RequiredMembers(ir);
    const { code } = ir.profile.validation;
    const lack = Object.values(ir.operations).filter(({ errors }) => errors?.includes(COMMON_CODE) && !errors.includes(code));
    this.#common = new Set(lack.map(({ input }) => input));
  }

  /** The validation of one operation's input. */
  input(index: number): Validate {
    const known = this.#compiled.get(index);
    if (known) return known;
    const made = this.#compile(index);
    this.#compiled.set(index, made);
    return made;
  }

  #compile(index: number): Validate {
    const { style, code, message, inputPrefix } = this.#ir.profile.validation;
    if (style === 'document') return requireMembers(this.#required.input(index), code, message);
    if (style === 'parameters') return requireParameters(this.#ir.shapes[index] as StructureShape, code);
    const visit = this.#visit(index);
    if (!visit) return () => {};
    const prefix = inputPrefix ? lowerFirst((this.#ir.shapes[index] as StructureShape).name.replace(/Request$/, 'Input')) : '';
    return (input) => {
      const found: string[] = [];
      visit(input, { above: undefined, step: prefix }, found);
      if (found.length === 0) return;
      const heading = `${found.length} validation error${found.length > 1 ? 's' : ''} detected: `;
      throw new Fault(this.#common.has(index) ? COMMON_CODE : code, heading + found.join('; '), { status: 400 });
    };
  }

  #visit(ref: Ref): Visit | null {
    if (typeof ref !== 'number') return null;
    const known = this.#visits[ref];
    if (known !== undefined) return known;
    let made: Visit | null = null;
    this.#visits[ref] = (value, path, found) => made?.(value, path, found);
    made = this.#makeVisit(this.#ir.shapes[ref]!);
    this.#visits[ref] = made;
    return made;
  }

  #makeVisit(shape: Shape): Visit | null {
    if (shape.kind === 'list') {
      const item = this.#visit(shape.item);
      if (!item) return null;
      return (value, path, found) => {
        let at = 0;
        // A longer list is invalid already, and each of its items would add a line that nobody reads.
        if ((value as unknown[]).length > MAX_CHECKED_ITEMS) return;
        for (const part of value as unknown[]) item(part, { above: path, step: ++at, member: true }, found);
      };
    }
    if (shape.kind === 'map') {
      const part = this.#visit(shape.value);
      return (
        part &&
        ((value, path, found) => {
          for (const key in value as Plain) part((value as Plain)[key], { above: path, step: key, member: true }, found);
        })
      );
    }
    return shape.raw ? null : this.#structure(shape.members);
  }

  #structure(members: readonly Member[]): Visit | null {
    const checks = members.flatMap((member) => this.#memberCheck(member) ?? []);
    if (checks.length === 0) return null;
    // A service that names the input tells parts of the path last (recorded in July 2025).
    if (this.#ir.profile.validation.inputPrefix) checks.sort((a, b) => Number(a.isLabel) - Number(b.isLabel));
    return (value, path, found) => {
      for (const check of checks) visitMember(check, (value as Plain)[check.name], path, found);
    };
  }

  #memberCheck([name, ref, traits = {}]: Member): MemberCheck | undefined {
    const sensitive = traits.sensitive === 1;
    const own = checksOf(this.#ir, traits.constraint, sensitive);
    const parts = this.#parts(ref, traits);
    const inner = this.#visit(ref) ?? undefined;
    if (!traits.required && own.length === 0 && !parts && !inner) return undefined;
    const required = traits.required === 1;
    const isLabel = traits.label === 1;
    return { name, pathName: lowerFirst(name), isLabel, required, sensitive, own, parts, inner, print: this.#printer(ref) };
  }

  #printer(ref: Ref): (value: unknown) => string {
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref] : undefined;
    const item = shape?.kind === 'list' && typeof shape.item === 'number' ? this.#ir.shapes[shape.item] : undefined;
    if (item?.kind !== 'structure') return show;
    return (value) => showItems(value as object[], (part) => showStructure(item, part));
  }

  /** Items, keys and values are reported once, for the collection as a whole. */
  #parts(ref: Ref, { constraint, sensitive }: MemberTraits): Visit | undefined {
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref]! : undefined;
    if (!constraint || !shape || !(shape.kind === 'list' || shape.kind === 'map')) return undefined;
    const visits =
      shape.kind === 'list'
        ? [this.#part(constraint.item, 'Member', (value) => value as unknown[], sensitive)]
        : [
            this.#part(constraint.key, 'Map keys', (value) => Object.keys(value as object), sensitive),
            this.#part(constraint.value, 'Map value', (value) => Object.values(value as object), sensitive),
          ];
    const used = visits.filter((visit) => visit !== undefined);
    if (used.length === 0) return undefined;
    return (value, path, found) => {
      for (const visit of used) visit(value, path, found);
    };
  }

  #part(constraint: Constraint | undefined, who: string, list: (value: unknown) => unknown[], sensitive: 1 | undefined): Visit | undefined {
    const checks = this.#deepChecks(constraint);
    if (!constraint || checks.length === 0) return undefined;
    return (value, path, found) => {
      if (!list(value).some((part) => checks.some((check) => check(part) !== undefined))) return;
      const words = `${who} must satisfy constraint: [${allWords(this.#ir, constraint, who === 'Map keys' ? 'key' : 'item').join(', ')}]`;
      report(found, sensitive ? '' : quoted(show(value)), path, words);
    };
  }

  /** The checks of a constraint, including those of nested collections (a list of lists). */
  #deepChecks(constraint: Constraint | undefined): Check[] {
    if (!constraint) return [];
    const below = [
      ...this.#deepChecks(constraint.item).map((check) => [check, (value: unknown) => value as unknown[]] as const),
      ...this.#deepChecks(constraint.key).map((check) => [check, (value: unknown) => Object.keys(value as object)] as const),
      ...this.#deepChecks(constraint.value).map((check) => [check, (value: unknown) => Object.values(value as object)] as const),
    ];
    const inside = below.map(
      ([check, list]): Check =>
        (value) => {
          for (const part of list(value)) {
            const words = check(part);
            if (words !== undefined) return words;
          }
          return undefined;
        },
    );
    return [...checksOf(this.#ir, constraint), ...inside];
  }
}

/** The oldest services check only required members before their own code runs. */
function requireParameters({ members }: StructureShape, code: string): Validate {
  const required = members.filter(([, , traits]) => traits?.required).map(([name]) => name);
  return (input) => {
    const missing = required.find((name) => ((input as Plain)[name] ?? null) === null);
    if (missing !== undefined) throw new Fault(code, `The request must contain the parameter ${missing}.`, { status: 400 });
  };
}

function requireMembers(isComplete: IsComplete | undefined, code: string, message: string | undefined): Validate {
  if (!isComplete) return () => {};
  return (input) => {
    if (!isComplete(input)) throw new Fault(code, message ?? '', { status: 400 });
  };
}

function visitMember(check: MemberCheck, value: unknown, input: Path, found: string[]): void {
  const above = check.isLabel ? undefined : input;
  if (value === undefined || value === null) {
    if (check.required) report(found, ' null', { above, step: check.pathName }, 'Member must not be null');
    return;
  }
  const path: Path = { above, step: check.pathName };
  for (const test of check.own) {
    const words = test(value);
    if (words !== undefined) report(found, check.sensitive ? '' : quoted(check.print(value)), path, words);
  }
  check.parts?.(value, path, found);
  check.inner?.(value, path, found);
}
