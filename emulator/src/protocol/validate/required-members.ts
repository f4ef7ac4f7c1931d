// Refuses documents in which a required member of a nested structure is missing, for services that check them against a schema.
import type { Member, Ref, ServiceIR, Shape, StructureShape } from '#protocol/ir';

type Plain = Readonly<Record<string, unknown>>;
/** Whether everything that is required below this value is there. */
export type IsComplete = (value: unknown) => boolean;

export class RequiredMembers {
  readonly #ir: ServiceIR;
  /** null: nothing below this shape is required. */
  readonly #checks: (IsComplete | null | undefined)[] = [];

  constructor(ir: ServiceIR) {
    this.#ir = ir;
  }

  /** The check of one operation's input below its own members, which come from the URL and the headers; undefined where nothing is required. */
  input(index: number): IsComplete | undefined {
    const { members } = this.#ir.shapes[index] as StructureShape;
    return this.#structure(members.map(([name, ref]): Member => [name, ref])) ?? undefined;
  }

  #check(ref: Ref): IsComplete | null {
    if (typeof ref !== 'number') return null;
    const known = this.#checks[ref];
    if (known !== undefined) return known;
    let made: IsComplete | null = null;
    this.#checks[ref] = (value) => made?.(value) ?? true; // while a shape that holds itself is made
    made = this.#make(this.#ir.shapes[ref]!);
    this.#checks[ref] = made;
    return made;
  }

  #make(shape: Shape): IsComplete | null {
    if (shape.kind === 'list') {
      const item = this.#check(shape.item);
      return item && ((value) => (value as unknown[]).every(item));
    }
    if (shape.kind === 'structure') return this.#structure(shape.members);
    return null;
  }

  #structure(members: readonly Member[]): IsComplete | null {
    const checks = members.flatMap(([name, ref, traits]) => {
      const inner = this.#check(ref);
      const required = traits?.required === 1;
      return required || inner ? [{ name, required, inner }] : [];
    });
    if (checks.length === 0) return null;
    return (value) =>
      checks.every(({ name, required, inner }) => {
        const member = (value as Plain)[name] ?? undefined;
        return member === undefined ? !required : (inner?.(member) ?? true);
      });
  }
}
