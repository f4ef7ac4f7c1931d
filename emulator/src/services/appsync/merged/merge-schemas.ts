// Merges the schemas of source APIs. Types of one name have the fields of all of them, a canonical one replaces the others, and what cannot be one is a conflict.
// https://docs.aws.amazon.com/appsync/latest/devguide/merged-api.html; the words of a conflict with its place, and that canonical definitions replace others
// that differ, are from merges that were made in the cloud (2026-07).
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  print,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { eachField, isAuthorizing, ROOT_NAMES, type SourceSchema } from './source-schema.ts';

export interface SourceToMerge {
  /** That of the association. */
  readonly id: string;
  readonly schema: SourceSchema;
  /** The fields that resolvers of the source give their values, by their places in the merged API: `Type.field`. */
  readonly resolved: ReadonlySet<string>;
}

export interface MergedSchemas {
  readonly document: DocumentNode;
  /** The source whose resolver a field has: `Type.field`. */
  readonly owners: ReadonlyMap<string, string>;
}

/** A sentence for sources that cannot be merged. */
export class Conflict extends Error {}

const conflict = (place: string, reason: string): never => {
  throw new Conflict(`Unable to resolve conflict on object with name ${place}: ${reason}`);
};

/** A node of one source. */
interface SourceNode<T> {
  readonly node: T;
  readonly source: SourceToMerge;
}

interface NamedNode {
  readonly name: { readonly value: string };
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}

const isCanonical = ({ directives }: NamedNode): boolean => directives?.some(({ name }) => name.value === 'canonical') ?? false;

function byName<T extends NamedNode>(given: readonly SourceNode<T>[]): Map<string, SourceNode<T>[]> {
  const groups = new Map<string, SourceNode<T>[]>();
  for (const each of given) {
    const group = groups.get(each.node.name.value);
    if (group) group.push(each);
    else groups.set(each.node.name.value, [each]);
  }
  return groups;
}

/** The nodes that go into the merged API: the canonical node alone, else all. */
function prevailing<T extends NamedNode>(given: readonly SourceNode<T>[], place: string): readonly SourceNode<T>[] {
  const canonical = given.filter(({ node }) => isCanonical(node));
  if (canonical.length > 1) conflict(place, 'Merging is not supported for multiple canonical definitions.');
  return canonical.length === 1 ? canonical : given;
}

function merged<T>(lists: readonly (readonly T[] | undefined)[], keyOf: (item: T) => string): T[] {
  const found = new Map<string, T>();
  for (const item of lists.flatMap((list) => list ?? [])) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}

const directivesOf = (nodes: readonly NamedNode[]): ConstDirectiveNode[] =>
  merged(
    nodes.map(({ directives }) => directives?.filter(({ name }) => name.value !== 'canonical')),
    (directive) => print(directive),
  );

/** Sources in the order in which they were associated. @throws Conflict */
export function mergeSchemas(sources: readonly SourceToMerge[]): MergedSchemas {
  const owners = new Map<string, string>();
  const given = sources.flatMap((source) => source.schema.types.map((node) => ({ node, source })));
  const types = [...byName(given)].map(([name, group]) => mergedType(prevailing(group, name), owners));
  const directives = merged(
    sources.map(({ schema }) => schema.directives),
    ({ name }) => name.value,
  );
  const definitions: DefinitionNode[] = [...directives, ...types];
  return { document: { kind: Kind.DOCUMENT, definitions }, owners };
}

function mergedType(given: readonly SourceNode<TypeDefinitionNode>[], owners: Map<string, string>): TypeDefinitionNode {
  const [{ node: first }] = given as readonly [SourceNode<TypeDefinitionNode>];
  const name = first.name.value;
  if (given.some(({ node }) => node.kind !== first.kind)) conflict(name, 'Merging is not supported for types of different kinds.');
  const nodes = given.map(({ node }) => node);
  const directives = directivesOf(nodes);
  switch (first.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const same = given as readonly SourceNode<typeof first>[];
      // The authorization of a type of one source says nothing of the fields of another.
      const isShared = same.length > 1 || ROOT_NAMES.has(name);
      const parts = isShared
        ? same.map(({ node, source }) => ({ source, node: eachField(node, node.directives?.filter(isAuthorizing) ?? []) }))
        : same;
      return {
        ...first,
        directives: isShared ? directives.filter((each) => !isAuthorizing(each)) : directives,
        interfaces: merged(
          same.map(({ node }) => node.interfaces),
          (each) => each.name.value,
        ),
        fields: mergedFields(name, parts, owners),
      };
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return { ...first, directives, fields: mergedInputs(name, given as readonly SourceNode<typeof first>[], ({ fields }) => fields) };
    case Kind.ENUM_TYPE_DEFINITION:
      return {
        ...first,
        directives,
        values: merged(
          (nodes as (typeof first)[]).map(({ values }) => values),
          (each) => each.name.value,
        ),
      };
    case Kind.UNION_TYPE_DEFINITION:
      return {
        ...first,
        directives,
        types: merged(
          (nodes as (typeof first)[]).map(({ types }) => types),
          (each) => each.name.value,
        ),
      };
    default:
      return { ...first, directives };
  }
}

function checkType(types: readonly TypeNode[], place: string): void {
  const [first, ...others] = types.map((type) => print(type));
  if (others.some((type) => type !== first)) conflict(place, 'Merging is not supported for fields with different types.');
}

function mergedFields(
  typeName: string,
  given: readonly SourceNode<{ readonly fields?: readonly FieldDefinitionNode[] | undefined }>[],
  owners: Map<string, string>,
): FieldDefinitionNode[] {
  const fields = given.flatMap(({ node, source }) => node.fields?.map((field) => ({ node: field, source })) ?? []);
  return [...byName(fields)].map(([name, all]) => {
    const place = `${typeName}.${name}`;
    const same = prevailing(all, place);
    const nodes = same.map(({ node }) => node);
    checkType(
      nodes.map(({ type }) => type),
      place,
    );
    const [owner, ...others] = same.filter(({ source }) => source.resolved.has(place));
    if (others.length > 0) conflict(place, 'Merging is not supported for fields with multiple resolvers.');
    if (owner) owners.set(place, owner.source.id);
    return { ...nodes[0]!, directives: directivesOf(nodes), arguments: mergedInputs(place, same, (node) => node.arguments) };
  });
}

function mergedInputs<T>(
  place: string,
  given: readonly SourceNode<T>[],
  inputsOf: (node: T) => readonly InputValueDefinitionNode[] | undefined,
): InputValueDefinitionNode[] {
  const inputs = given.flatMap(({ node, source }) => inputsOf(node)?.map((input) => ({ node: input, source })) ?? []);
  return [...byName(inputs)].map(([name, all]) => {
    const same = prevailing(all, `${place}.${name}`).map(({ node }) => node);
    checkType(
      same.map(({ type }) => type),
      `${place}.${name}`,
    );
    return { ...same[0]!, directives: directivesOf(same) };
  });
}
