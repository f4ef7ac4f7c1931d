// Writes the input of a query call as a form: the reverse of `http/query`.
import type { ListShape, MapShape, MemberTraits, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { isoDate, textWriter } from '#protocol/scalars';

type Plain = Readonly<Record<string, unknown>>;
type Fields = [key: string, value: string][];

/** The fields of a structure, without `Action` and `Version`. */
export function formFields(ir: ServiceIR, index: number, value: Plain): Fields {
  const fields: Fields = [];
  members('', ir.shapes[index] as StructureShape, value);
  return fields;

  function members(prefix: string, shape: StructureShape, given: Plain): void {
    for (const [name, ref, traits] of shape.members) {
      const each = given[name];
      if (each !== undefined && each !== null) add(`${prefix}${traits?.queryAliases?.[0] ?? traits?.xmlName ?? name}`, ref, traits, each);
    }
  }

  function add(key: string, ref: Ref, traits: MemberTraits | undefined, each: unknown): void {
    if (typeof ref !== 'number') {
      fields.push([key, typeof each === 'string' ? each : textWriter(ref, isoDate)(each)]);
      return;
    }
    const shape = ir.shapes[ref]!;
    if (shape.kind === 'list') list(key, shape, traits, each);
    else if (shape.kind === 'map') map(key, shape, traits, each as Plain);
    else members(`${key}.`, shape, each as Plain);
  }

  function list(key: string, shape: ListShape, traits: MemberTraits | undefined, each: unknown): void {
    if (!Array.isArray(each)) return void fields.push([key, String(each)]);
    if (each.length === 0) fields.push([key, '']);
    const item = traits?.flattened ? key : `${key}.${shape.itemTraits?.xmlName ?? 'member'}`;
    for (const [at, one] of each.entries()) add(`${item}.${at + 1}`, shape.item, shape.itemTraits, one);
  }

  function map(key: string, shape: MapShape, traits: MemberTraits | undefined, each: Plain): void {
    const entry = traits?.flattened ? key : `${key}.entry`;
    for (const [at, [name, one]] of Object.entries(each).entries()) {
      fields.push([`${entry}.${at + 1}.${shape.keyTraits?.xmlName ?? 'key'}`, name]);
      add(`${entry}.${at + 1}.${shape.valueTraits?.xmlName ?? 'value'}`, shape.value, shape.valueTraits, one);
    }
  }
}
