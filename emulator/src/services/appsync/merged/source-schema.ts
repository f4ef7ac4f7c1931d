// The schema of a source API, as it goes into a merged API: what is hidden is left out, what is renamed has its new name, and all types say who may see them.
// https://docs.aws.amazon.com/appsync/latest/devguide/merged-api.html
import {
  type ASTNode,
  type ConstDirectiveNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type NameNode,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  visit,
} from 'graphql';

export interface SourceSchema {
  readonly types: readonly TypeDefinitionNode[];
  readonly directives: readonly DirectiveDefinitionNode[];
  /** The place in the merged API of a field; undefined for a hidden field. */
  placeOf(typeName: string, fieldName: string): FieldPlace | undefined;
}

export interface FieldPlace {
  readonly typeName: string;
  readonly fieldName: string;
}

const ROOTS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;
export const ROOT_NAMES: ReadonlySet<string> = new Set(Object.values(ROOTS));

/** The directive of a way of authorization. */
const AUTHORIZING = new Map([
  ['API_KEY', 'aws_api_key'],
  ['AWS_IAM', 'aws_iam'],
  ['OPENID_CONNECT', 'aws_oidc'],
  ['AWS_LAMBDA', 'aws_lambda'],
  ['AMAZON_COGNITO_USER_POOLS', 'aws_cognito_user_pools'],
]);

const AUTHORIZING_NAMES = new Set([...AUTHORIZING.values(), 'aws_auth']);

export const isAuthorizing = ({ name }: ConstDirectiveNode): boolean => AUTHORIZING_NAMES.has(name.value);

/** A node with directives: a type, a field, a value. */
interface DirectiveHolder {
  readonly name: NameNode;
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}

const directiveIn = ({ directives }: DirectiveHolder, name: string): ConstDirectiveNode | undefined =>
  directives?.find((each) => each.name.value === name);
const isHidden = (node: DirectiveHolder): boolean => directiveIn(node, 'hidden') !== undefined;

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

function newName(node: DirectiveHolder): string {
  const to = directiveIn(node, 'renamed')?.arguments?.[0]?.value;
  return to?.kind === Kind.STRING ? to.value : node.name.value;
}

/** `added`: the first way of authorization of the source, where that of the merged API is another one. */
export function sourceSchema(document: DocumentNode, added: string | undefined): SourceSchema {
  const types = wholeTypes(document);
  const roots = rootsOf(document);
  const hidden = new Set([...types.values()].filter(isHidden).map(({ name }) => name.value));
  const names = new Map([...types.values()].map((type) => [type.name.value, roots.get(type.name.value) ?? newName(type)]));
  const places = new Map<string, FieldPlace>();
  const mutations = new Map<string, string>();
  for (const type of types.values())
    for (const field of fieldsOf(type)) if (names.get(type.name.value) === ROOTS.mutation) mutations.set(field.name.value, newName(field));
  const shown = [...types.values()].flatMap((type) => {
    if (hidden.has(type.name.value)) return [];
    const typeName = names.get(type.name.value)!;
    for (const field of fieldsOf(type))
      if (!isHidden(field) && !mentions(field, hidden))
        places.set(`${type.name.value}.${field.name.value}`, { typeName, fieldName: newName(field) });
    const named = { ...renamed(withoutHidden(type, hidden), names, mutations), name: nameNode(typeName) };
    const parts = partsOf(named);
    return parts && parts.length === 0 ? [] : [added === undefined ? named : authorized(named, added)];
  });
  return {
    types: shown,
    directives: document.definitions.filter((node) => node.kind === Kind.DIRECTIVE_DEFINITION),
    placeOf: (typeName, fieldName) => places.get(`${typeName}.${fieldName}`),
  };
}

const fieldsOf = (type: TypeDefinitionNode): readonly FieldDefinitionNode[] =>
  type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INTERFACE_TYPE_DEFINITION ? (type.fields ?? []) : [];

/** The fields, values or members of a type that has some. */
const partsOf = (type: TypeDefinitionNode): readonly ASTNode[] | undefined =>
  type.kind === Kind.SCALAR_TYPE_DEFINITION
    ? undefined
    : ((type.kind === Kind.ENUM_TYPE_DEFINITION ? type.values : type.kind === Kind.UNION_TYPE_DEFINITION ? type.types : type.fields) ?? []);

const LISTS = ['directives', 'interfaces', 'fields', 'values', 'types'] as const;
type Lists = Partial<Record<(typeof LISTS)[number], readonly ASTNode[]>>;

/** Types with what their extensions add. */
function wholeTypes({ definitions }: DocumentNode): Map<string, TypeDefinitionNode> {
  const types = new Map<string, TypeDefinitionNode>();
  for (const node of definitions) if (isTypeDefinitionNode(node)) types.set(node.name.value, node);
  for (const node of definitions) {
    const type = isTypeExtensionNode(node) ? types.get(node.name.value) : undefined;
    if (type) types.set(type.name.value, extended(type, node as TypeExtensionNode));
  }
  return types;
}

function extended(type: TypeDefinitionNode, extension: TypeExtensionNode): TypeDefinitionNode {
  const [own, more] = [type as Lists, extension as Lists];
  const lists = LISTS.flatMap((list) => (own[list] || more[list] ? [[list, [...(own[list] ?? []), ...(more[list] ?? [])]] as const] : []));
  return { ...type, ...Object.fromEntries(lists) } as TypeDefinitionNode;
}

/** The types of operations have the same names in all merged APIs. */
function rootsOf({ definitions }: DocumentNode): Map<string, string> {
  const told = definitions.flatMap((node) =>
    node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION ? (node.operationTypes ?? []) : [],
  );
  return new Map(told.map(({ operation, type }) => [type.name.value, ROOTS[operation]]));
}

function mentions(node: ASTNode, names: ReadonlySet<string>): boolean {
  let isFound = false;
  visit(node, { NamedType: ({ name }) => void (isFound ||= names.has(name.value)) });
  return isFound;
}

/** Without hidden parts, and without parts that need a hidden type. */
function withoutHidden(type: TypeDefinitionNode, hidden: ReadonlySet<string>): TypeDefinitionNode {
  const keep = (node: ASTNode): boolean => !isHidden(node as DirectiveHolder & ASTNode) && !mentions(node, hidden);
  const lists = LISTS.flatMap((list) => {
    const nodes = (type as Lists)[list];
    return nodes && list !== 'directives' ? [[list, nodes.filter(keep)] as const] : [];
  });
  return { ...type, ...Object.fromEntries(lists) } as TypeDefinitionNode;
}

function renamed(type: TypeDefinitionNode, types: ReadonlyMap<string, string>, mutations: ReadonlyMap<string, string>): TypeDefinitionNode {
  const part = <T extends DirectiveHolder>(node: T): T => ({ ...node, name: nameNode(newName(node)) });
  return visit(type, {
    NamedType: (node) => ({ ...node, name: nameNode(types.get(node.name.value) ?? node.name.value) }),
    FieldDefinition: { leave: (node) => withoutSaying(part(node)) },
    InputValueDefinition: { leave: (node) => withoutSaying(part(node)) },
    EnumValueDefinition: { leave: (node) => withoutSaying(part(node)) },
    Directive: (node) =>
      node.name.value === 'aws_subscribe'
        ? visit(node, { StringValue: (text) => ({ ...text, value: mutations.get(text.value) ?? text.value }) })
        : undefined,
    ObjectTypeDefinition: { leave: withoutSaying },
    InterfaceTypeDefinition: { leave: withoutSaying },
    UnionTypeDefinition: { leave: withoutSaying },
    EnumTypeDefinition: { leave: withoutSaying },
    InputObjectTypeDefinition: { leave: withoutSaying },
    ScalarTypeDefinition: { leave: withoutSaying },
  });
}

/** Without the directives that have been followed. */
function withoutSaying<T extends DirectiveHolder>(node: T): T {
  return { ...node, directives: node.directives?.filter(({ name }) => name.value !== 'renamed' && name.value !== 'hidden') };
}

/** A type of which nothing is said may be seen as in the source API. Root types are shared by all sources: there each field says so. */
function authorized(type: TypeDefinitionNode, mode: string): TypeDefinitionNode {
  const name = AUTHORIZING.get(mode);
  if (name === undefined || type.kind !== Kind.OBJECT_TYPE_DEFINITION || type.directives?.some(isAuthorizing)) return type;
  const directive: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: nameNode(name) };
  return ROOT_NAMES.has(type.name.value) ? eachField(type, [directive]) : { ...type, directives: [...(type.directives ?? []), directive] };
}

/** Adds directives to the fields that say nothing of who may see them. */
export function eachField<T extends { readonly fields?: readonly FieldDefinitionNode[] | undefined }>(
  type: T,
  added: readonly ConstDirectiveNode[],
): T {
  const fields = type.fields?.map((field) =>
    field.directives?.some(isAuthorizing) ? field : { ...field, directives: [...(field.directives ?? []), ...added] },
  );
  return { ...type, fields };
}
