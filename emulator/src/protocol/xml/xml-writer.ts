// Writes typed values as XML text, for the answers of query and restXml services.
import type { ListShape, MapShape, Member, MemberTraits, Ref, ServiceIR, SimpleKind, StructureShape } from '#protocol/ir';
import { textWriter } from '#protocol/scalars';
import { escapeXml } from './xml-text.ts';

export type WriteXml = (value: unknown) => string;
type Plain = Readonly<Record<string, unknown>>;

export class XmlWriter {
  readonly #ir: ServiceIR;
  readonly #formatDate: (date: Date) => string;
  readonly #bodies: (WriteXml | undefined)[] = [];

  constructor(ir: ServiceIR, formatDate: (date: Date) => string) {
    this.#ir = ir;
    this.#formatDate = formatDate;
  }

  /** Writes the content of a scalar's element. */
  content(ref: Ref): WriteXml {
    return typeof ref === 'number' ? this.body(ref) : this.#scalar(ref);
  }

  #scalar(kind: SimpleKind): WriteXml {
    const write = textWriter(kind, this.#formatDate);
    return kind === 'string' || kind === 'document' ? (value) => escapeXml(write(value)) : write;
  }

  /** `<name>…</name>` for one value. */
  element(name: string, ref: Ref, traits?: MemberTraits): WriteXml {
    const open = `<${name}${namespaceOf(traits)}>`;
    const close = `</${name}>`;
    if (typeof ref !== 'number') {
      const write = this.#scalar(ref);
      return (value) => open + write(value) + close;
    }
    const shape = this.#ir.shapes[ref]!;
    if (shape.kind === 'list') return this.#list(name, open, shape, traits);
    if (shape.kind === 'map') return this.#map(name, open, shape, traits);
    return this.#structure(name, ref, shape, traits);
  }

  #list(name: string, open: string, shape: ListShape, traits: MemberTraits | undefined): WriteXml {
    const flat = traits?.flattened;
    const item = this.element(flat ? name : (shape.itemTraits?.xmlName ?? 'member'), shape.item, shape.itemTraits);
    const items: WriteXml = (value) => {
      let text = '';
      for (const part of value as Iterable<unknown>) if (part !== undefined && part !== null) text += item(part);
      return text;
    };
    return flat ? items : (value) => `${open}${items(value)}</${name}>`;
  }

  #map(name: string, open: string, shape: MapShape, traits: MemberTraits | undefined): WriteXml {
    const key = this.element(shape.keyTraits?.xmlName ?? 'key', shape.key, shape.keyTraits);
    const part = this.element(shape.valueTraits?.xmlName ?? 'value', shape.value, shape.valueTraits);
    const entryName = traits?.flattened ? name : 'entry';
    const entries: WriteXml = (value) => {
      let text = '';
      for (const [entryKey, entryValue] of Object.entries(value as Plain)) {
        if (entryValue !== undefined && entryValue !== null) text += `<${entryName}>${key(entryKey)}${part(entryValue)}</${entryName}>`;
      }
      return text;
    };
    return traits?.flattened ? entries : (value) => `${open}${entries(value)}</${name}>`;
  }

  #structure(name: string, index: number, shape: StructureShape, traits: MemberTraits | undefined): WriteXml {
    const body = this.body(index);
    const close = `</${name}>`;
    const start = `<${name}${namespaceOf(traits)}`;
    if (!shape.members.some(([, , member]) => member?.attribute)) return (value) => `${start}>${body(value)}${close}`;
    const attributes = this.attributes(shape.members);
    return (value) => `${start}${attributes(value)}>${body(value)}${close}`;
  }

  /** Writes the members that are attributes of their structure's element, each with a blank in front. */
  attributes(members: readonly Member[]): WriteXml {
    const inTag = members.filter(([, , traits]) => traits?.attribute);
    return (value) => {
      let text = '';
      for (const [member, , { xmlName = member } = {}] of inTag) {
        const given = (value as Plain)[member];
        if (given !== undefined && given !== null) text += ` ${xmlName}="${escapeXml(String(given))}"`;
      }
      return text;
    };
  }

  /** Writes the content of a structure's element. */
  body(index: number): WriteXml {
    const known = this.#bodies[index];
    if (known) return known;
    let made: WriteXml | undefined;
    this.#bodies[index] = (value) => (made as WriteXml)(value);
    const shape = this.#ir.shapes[index] as StructureShape;
    made = this.members(shape.members.filter(([, , traits]) => !traits?.attribute));
    this.#bodies[index] = made;
    return made;
  }

  members(members: readonly Member[]): WriteXml {
    const parts = members.map(([name, ref, traits]) => ({ name, write: this.element(traits?.xmlName ?? name, ref, traits) }));
    return (value) => {
      let text = '';
      for (const { name, write } of parts) {
        const given = (value as Plain)[name];
        if (given !== undefined && given !== null) text += write(given);
      }
      return text;
    };
  }
}

function namespaceOf(traits: MemberTraits | undefined): string {
  if (!traits?.namespace) return '';
  const [prefix, uri] = traits.namespace;
  return ` xmlns${prefix ? `:${prefix}` : ''}="${uri}"`;
}
