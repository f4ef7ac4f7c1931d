// Parses the query protocol's forms into typed input; SDKs ship only the other direction.

import type { ListShape, MapShape, MemberTraits, Ref, ServiceIR, SimpleKind, StructureShape } from '#protocol/ir';
import { malformedInput } from '#protocol/refusals';
import { textReader } from '#protocol/scalars';
import type { FormNode } from './form.ts';

type Read = (node: FormNode) => unknown;
type Plain = Record<string, unknown>;

function readScalar(kind: SimpleKind): Read {
  const read = textReader(kind, malformedInput);
  return ({ value, children }) => {
    if (value === undefined && children) throw malformedInput('');
    return value === undefined ? undefined : read(value);
  };
}

/** Sorted by number: `1`, `2`, `10`. */
function inOrder(children: Record<string, FormNode>): FormNode[] {
  const numbers = Object.keys(children).filter((key) => /^\d{1,9}$/.test(key));
  return numbers.sort((a, b) => Number(a) - Number(b)).map((key) => children[key]!);
}

export class QueryReader {
  readonly #ir: ServiceIR;
  readonly #structures: (Read | undefined)[] = [];

  constructor(ir: ServiceIR) {
    this.#ir = ir;
  }

  reader(ref: Ref, traits?: MemberTraits): Read {
    if (typeof ref !== 'number') return readScalar(ref);
    const shape = this.#ir.shapes[ref]!;
    if (shape.kind === 'list') return this.#list(shape, traits);
    if (shape.kind === 'map') return this.#map(shape, traits);
    return (this.#structures[ref] ??= this.#structure(shape));
  }

  /** A member is compiled when a request first names it, so a shape may contain itself. */
  #structure(shape: StructureShape): Read {
    const table = Object.create(null) as Record<string, { name: string; read: Read }>;
    for (const [name, ref, traits] of shape.members) {
      let made: Read | undefined;
      const read: Read = (node) => (made ??= this.reader(ref, traits))(node);
      for (const key of traits?.queryAliases ?? [traits?.xmlName ?? name]) table[key] ??= { name, read };
      // A flattened member is understood by its own name, too: MessageAttributes.1.Name (recorded in June 2024).
      if (traits?.flattened) table[name] ??= { name, read };
    }
    return ({ children }) => {
      const result: Plain = {};
      for (const key in children) {
        const entry = table[key];
        const value = entry?.read(children[key]!);
        if (entry && value !== undefined) result[entry.name] = value;
      }
      return result;
    };
  }

  #list(shape: ListShape, traits: MemberTraits | undefined): Read {
    const read = this.reader(shape.item, shape.itemTraits);
    const itemName = shape.itemTraits?.xmlName ?? 'member';
    return ({ value, children }) => {
      if (!children) return value === '' ? [] : undefined;
      const items = traits?.flattened ? children : (children[itemName]?.children ?? children['member']?.children ?? children);
      return inOrder(items)
        .map(read)
        .filter((item) => item !== undefined);
    };
  }

  #map(shape: MapShape, traits: MemberTraits | undefined): Read {
    const read = this.reader(shape.value, shape.valueTraits);
    const keyName = shape.keyTraits?.xmlName ?? 'key';
    const valueName = shape.valueTraits?.xmlName ?? 'value';
    return ({ value, children }) => {
      const result = Object.create(null) as Plain;
      if (!children) return value === '' ? result : undefined;
      for (const entry of inOrder(traits?.flattened ? children : (children['entry']?.children ?? children))) {
        const key = entry.children?.[keyName]?.value;
        const part = entry.children?.[valueName];
        if (key !== undefined && part) result[key] = read(part);
      }
      return result;
    };
  }
}
