// Converts XML elements to typed values: one closure per shape, compiled on first use.
import type { XmlElement } from '@rgrove/parse-xml';
import type { ListShape, MapShape, MemberTraits, Ref, ServiceIR, SimpleKind, StructureShape } from '#protocol/ir';
import { malformedXml } from '#protocol/refusals';
import { textReader } from '#protocol/scalars';
import { elementsOf, localName, textOf } from './xml-text.ts';

type Read = (element: XmlElement) => unknown;
type Plain = Record<string, unknown>;

function readScalar(kind: SimpleKind): Read {
  const read = textReader(kind, malformedXml);
  return (element) => {
    const text = textOf(element);
    return read(kind === 'string' ? text : text.trim());
  };
}

export class XmlReader {
  readonly #ir: ServiceIR;
  readonly #cache: (Read | undefined)[] = [];

  constructor(ir: ServiceIR) {
    this.#ir = ir;
  }

  reader(ref: Ref): Read {
    if (typeof ref !== 'number') return readScalar(ref);
    const known = this.#cache[ref];
    if (known) return known;
    let made: Read | undefined;
    this.#cache[ref] = (element) => (made as Read)(element);
    const shape = this.#ir.shapes[ref]!;
    made = shape.kind === 'list' ? this.#list(shape) : shape.kind === 'map' ? this.#map(shape) : this.#structure(shape);
    this.#cache[ref] = made;
    return made;
  }

  #list(shape: ListShape): Read {
    const read = this.reader(shape.item);
    const name = shape.itemTraits?.xmlName ?? 'member';
    return (element) =>
      elementsOf(element)
        .filter((child) => localName(child) === name)
        .map(read);
  }

  #map(shape: MapShape): Read {
    const readEntry = this.#entryReader(shape);
    return (element) => {
      const result = Object.create(null) as Plain;
      for (const child of elementsOf(element)) if (localName(child) === 'entry') readEntry(child, result);
      return result;
    };
  }

  #entryReader({ keyTraits, value, valueTraits }: MapShape): (entry: XmlElement, into: Plain) => void {
    const read = this.reader(value);
    const keyName = keyTraits?.xmlName ?? 'key';
    const valueName = valueTraits?.xmlName ?? 'value';
    return (entry, into) => {
      const parts = elementsOf(entry);
      const key = parts.find((part) => localName(part) === keyName);
      const found = parts.find((part) => localName(part) === valueName);
      if (key && found) into[textOf(key)] = read(found);
    };
  }

  /** Makes the function that stores one child element in its structure. */
  #memberReader(name: string, ref: Ref, traits: MemberTraits | undefined): (child: XmlElement, into: Plain) => void {
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref] : undefined;
    if (traits?.flattened && shape?.kind === 'list') {
      const read = this.reader(shape.item);
      return (child, into) => {
        const items = (into[name] ??= []) as unknown[];
        items.push(read(child));
      };
    }
    if (traits?.flattened && shape?.kind === 'map') {
      const readEntry = this.#entryReader(shape);
      return (child, into) => readEntry(child, (into[name] ??= Object.create(null)) as Plain);
    }
    const read = this.reader(ref);
    return (child, into) => {
      into[name] = read(child);
    };
  }

  #structure(shape: StructureShape): Read {
    const table = Object.create(null) as Record<string, (child: XmlElement, into: Plain) => void>;
    const attributes: [attribute: string, member: string][] = [];
    for (const [name, ref, traits] of shape.members) {
      if (traits?.attribute) attributes.push([traits.xmlName ?? name, name]);
      else table[traits?.xmlName ?? name] = this.#memberReader(name, ref, traits);
    }
    return (element) => {
      const result: Plain = {};
      for (const [attribute, member] of attributes) {
        const value = element.attributes[attribute];
        if (value !== undefined) result[member] = value;
      }
      for (const child of elementsOf(element)) table[localName(child)]?.(child, result);
      return result;
    };
  }
}
