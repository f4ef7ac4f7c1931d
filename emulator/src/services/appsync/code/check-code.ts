// Refusals of APPSYNC_JS, from the guide ("JavaScript runtime features for resolvers and functions", 2026-11) and the vendor's lint rules; and where
// steps are counted in what is left. One walk over the tree. Pure.
import { type Node, parse } from 'acorn';
import { table } from '#lib/table';
import type { CodeError } from '#model/appsync';

const REFUSED: Readonly<Record<string, string>> = table({
  AwaitExpression: 'await',
  ClassDeclaration: 'class',
  ClassExpression: 'class',
  ForStatement: 'for(;;)',
  ContinueStatement: 'continue',
  YieldExpression: 'yield',
  LabeledStatement: 'label',
  ThisExpression: 'this',
  TryStatement: 'try',
  ThrowStatement: 'throw',
  WhileStatement: 'while',
  DoWhileStatement: 'do-while',
  UpdateExpression: '++ and --',
  ImportExpression: 'import()',
  MetaProperty: 'import.meta',
  WithStatement: 'with',
  DebuggerStatement: 'debugger',
  TaggedTemplateExpression: 'a tagged template',
});
const MODULES = new Set(['@aws-appsync/utils', '@aws-appsync/utils/dynamodb']);
const ABSENT_MODULES = new Set(['@aws-appsync/utils/rds', '@aws-appsync/utils/ai']);
/** The names that code has without declaring them. */
export const GLOBALS: ReadonlySet<string> = new Set([
  ...['util', 'extensions', 'runtime', 'console', 'Math', 'JSON', 'Object', 'Array', 'String', 'Number', 'Boolean', 'Date'],
  ...['undefined', 'NaN', 'Infinity', 'parseInt', 'parseFloat', 'isNaN', 'isFinite'],
  ...['encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent'],
]);
const HIDDEN = new Set([
  ...['constructor', '__proto__', 'prototype', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
  ...['caller', 'callee', 'arguments', 'call', 'apply', 'bind'],
]);
const CREATED = new Set(['Date', 'Array', 'Object', 'String', 'Number', 'Boolean']);
export const STEP = '$step';

interface Import {
  readonly module: string;
  /** `*` for all of the module. */
  readonly name: string;
  readonly local: string;
}

interface CheckedCode {
  readonly errors: readonly CodeError[];
  /** Without imports and exports, and with its steps counted. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** The names under which functions are exported, each with its name inside. */
  readonly exported: ReadonlyMap<string, string>;
}

/** The tree's nodes: acorn declares a type for each kind, of which one walk needs few members. */
type Syntax = Node & { readonly [name: string]: unknown };

export function checkCode(code: string): CheckedCode {
  try {
    const tree = parse(code, { ecmaVersion: 2022, sourceType: 'module', locations: true }) as unknown as Syntax;
    return new Checker(code).check(tree);
  } catch (error) {
    const { message, loc } = error as Error & { readonly loc?: { readonly line: number; readonly column: number } };
    const location = { line: loc?.line ?? 1, column: loc?.column ?? 0, span: 1 };
    return {
      errors: [{ errorType: 'PARSER_ERROR', value: message.replace(/ \(\d+:\d+\)$/, ''), location }],
      code: '',
      imports: [],
      exported: new Map(),
    };
  }
}

const isNode = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';
const isFunction = ({ type }: Syntax): boolean => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
const nameIn = (node: unknown): string | undefined => (isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined);

/** The names that a function, its body or a block declares. */
class Scope {
  readonly #names = new Set<string>();
  readonly #around: Scope | undefined;
  /** Where `var` declares: the body of a function, or the file. */
  readonly ofVariables: Scope;

  constructor(around: Scope | undefined, takesVariables: boolean) {
    this.#around = around;
    this.ofVariables = takesVariables || around === undefined ? this : around.ofVariables;
  }

  declare(name: string): void {
    this.#names.add(name);
  }

  knows(name: string): boolean {
    for (let scope: Scope | undefined = this; scope; scope = scope.#around) if (scope.#names.has(name)) return true;
    return false;
  }
}

const BLOCKS = new Set(['BlockStatement', 'ForOfStatement', 'ForInStatement', 'SwitchStatement']);

class Checker {
  readonly #source: string;
  readonly #errors: CodeError[] = [];
  #scope = new Scope(undefined, true);
  readonly #imports: Import[] = [];
  readonly #exported = new Map<string, string>();
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  readonly #free: { readonly node: Syntax; readonly scope: Scope }[] = [];
  /** The functions that each function calls, by name. */
  readonly #calls = new Map<string, Set<string>>();

  constructor(source: string) {
    this.#source = source;
  }

  check(tree: Syntax): CheckedCode {
    this.#visit(tree, undefined, '', undefined);
    for (const { node, scope } of this.#free) {
      const name = node['name'] as string;
      if (!scope.knows(name) && !GLOBALS.has(name)) this.#refuse(node, `${name} is not defined`);
    }
    for (const name of this.#calls.keys())
      if (this.#reaches(name, name, new Set())) this.#refuse(tree, `Recursion is not allowed: ${name}`);
    return { errors: this.#errors, code: this.#edited(), imports: this.#imports, exported: this.#exported };
  }

  #refuse(node: Syntax, value: string): void {
    const { line = 1, column = 0 } = node.loc?.start ?? {};
    this.#errors.push({ errorType: 'CODE_ERROR', value, location: { line, column, span: node.end - node.start } });
  }

  #visit(node: Syntax, parent: Syntax | undefined, key: string, around: string | undefined): void {
    this.#checkNode(node);
    if (node.type === 'ImportDeclaration') {
      this.#import(node);
      return;
    }
    if (node.type.startsWith('Export')) this.#export(node);
    if (node.type === 'VariableDeclarator') this.#bind(node['id'], parent?.['kind'] === 'var' ? this.#scope.ofVariables : this.#scope);
    const outer = this.#scope;
    let inside = around;
    if (isFunction(node)) inside = this.#enter(node, parent, around);
    // Parameters do not know the variables of the body.
    else if (BLOCKS.has(node.type)) this.#scope = new Scope(outer, parent !== undefined && isFunction(parent));
    if (node.type === 'CallExpression') this.#call(node, inside);
    if (node.type === 'Identifier' && this.#isFree(parent, key)) this.#free.push({ node, scope: this.#scope });
    if (isFunction(node) || node.type === 'ForOfStatement' || node.type === 'ForInStatement')
      this.#count(node['body'] as Syntax, isFunction(node));
    this.#countGrowth(node);
    for (const name of Object.keys(node)) {
      const value = node[name];
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) this.#visit(child, node, name, inside);
    }
    this.#scope = outer;
  }

  #checkNode(node: Syntax): void {
    const refused = REFUSED[node.type];
    if (refused !== undefined) this.#refuse(node, `${refused} is not supported`);
    const { operator } = node as { operator?: string };
    if (node.type === 'UnaryExpression' && operator === '~') this.#refuse(node, 'The operator ~ is not supported');
    if (node.type === 'BinaryExpression' && (operator === 'in' || operator === 'instanceof'))
      this.#refuse(node, `The operator ${operator} is not supported`);
    if (node.type === 'ForOfStatement' && node['await']) this.#refuse(node, 'await is not supported');
    if (node.type === 'NewExpression' && !CREATED.has(nameIn(node['callee']) ?? '')) this.#refuse(node, 'new is not supported');
    if (node.type === 'Literal' && typeof node['bigint'] === 'string') this.#refuse(node, 'BigInt literals are not supported');
    if (node.type === 'Literal' && node['regex'] !== undefined) this.#refuse(node, 'Regex literals are not supported.');
    if (node.type === 'Identifier' && node['name'] === STEP) this.#refuse(node, `The name ${STEP} is reserved`);
    if (node.type === 'MemberExpression') {
      const property = node['property'] as Syntax;
      const name = node['computed'] ? (property.type === 'Literal' ? property['value'] : undefined) : property['name'];
      if (typeof name === 'string' && HIDDEN.has(name)) this.#refuse(node, `${name} is not supported`);
    }
  }

  #import(node: Syntax): void {
    const module = (node['source'] as Syntax)['value'] as string;
    if (ABSENT_MODULES.has(module)) this.#refuse(node, `The module ${module} is not emulated: its data sources are not here.`);
    else if (!MODULES.has(module)) this.#refuse(node, `Unsupported import: ${module}`);
    for (const specifier of node['specifiers'] as readonly Syntax[]) {
      const local = nameIn(specifier['local']) ?? '';
      this.#scope.declare(local);
      this.#imports.push({ module, name: nameIn(specifier['imported']) ?? '*', local });
    }
    this.#edit(node.start, node.end, '');
  }

  #export(node: Syntax): void {
    if (node.type !== 'ExportNamedDeclaration') {
      this.#refuse(node, 'Only named exports are supported');
      return;
    }
    const declaration = node['declaration'];
    this.#edit(node.start, isNode(declaration) ? declaration.start : node.end, '');
    for (const specifier of node['specifiers'] as readonly Syntax[])
      this.#exported.set(nameIn(specifier['exported']) ?? '', nameIn(specifier['local']) ?? '');
    if (!isNode(declaration)) return;
    const named = [declaration, ...((declaration['declarations'] ?? []) as readonly Syntax[])].map((each) => nameIn(each['id']));
    for (const name of named) if (name !== undefined) this.#exported.set(name, name);
  }

  #bind(pattern: unknown, scope: Scope): void {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') scope.declare(pattern['name'] as string);
    else if (pattern.type === 'Property') this.#bind(pattern['value'], scope);
    else
      for (const name of ['properties', 'elements', 'left', 'argument']) for (const each of [pattern[name]].flat()) this.#bind(each, scope);
  }

  /** The name of the function that the walk is in now. Its parameters are in a scope of their own. */
  #enter(node: Syntax, parent: Syntax | undefined, around: string | undefined): string | undefined {
    if (node['async'] || node['generator']) this.#refuse(node, 'async and generator functions are not supported');
    const name = nameIn(node['id']);
    const scope = new Scope(this.#scope, false);
    if (name !== undefined) (node.type === 'FunctionDeclaration' ? this.#scope : scope).declare(name);
    this.#scope = scope;
    for (const each of node['params'] as readonly Syntax[]) this.#bind(each, scope);
    const inside = name ?? (parent?.type === 'VariableDeclarator' ? nameIn(parent['id']) : undefined) ?? around;
    if (inside !== undefined && !this.#calls.has(inside)) this.#calls.set(inside, new Set());
    return inside;
  }

  #call(node: Syntax, inside: string | undefined): void {
    const name = nameIn(node['callee']);
    if (name !== undefined && inside !== undefined) this.#calls.get(inside)?.add(name);
  }

  #isFree(parent: Syntax | undefined, key: string): boolean {
    if (parent === undefined || /^(?:Import|Export)/.test(parent.type)) return false;
    const isName = (parent.type === 'MemberExpression' && key === 'property') || (parent.type === 'Property' && key === 'key');
    return !(isName && !parent['computed']);
  }

  /** Each run of a function and each round of a loop is a step. */
  #count(body: Syntax, isOfFunction: boolean): void {
    if (body.type === 'BlockStatement') this.#edit(body.start + 1, body.start + 1, `${STEP}.tick();`);
    else {
      const [open, close] = isOfFunction ? [`(${STEP}.tick(),`, ')'] : [`{${STEP}.tick();`, '}'];
      this.#edit(body.start, body.start, open);
      this.#edit(body.end, body.end, close);
    }
  }

  /** Texts and lists that grow cost steps by their length. */
  #countGrowth(node: Syntax): void {
    const isSum =
      (node.type === 'BinaryExpression' && node['operator'] === '+') || (node.type === 'AssignmentExpression' && node['operator'] === '+=');
    const isTemplate = node.type === 'TemplateLiteral' && (node['expressions'] as readonly unknown[]).length > 0;
    if (isSum || isTemplate) this.#enclose(node, `${STEP}.text(`);
    if (node.type === 'SpreadElement') this.#enclose(node['argument'] as Syntax, `${STEP}.spread(`);
  }

  #enclose({ start, end }: Syntax, open: string): void {
    this.#edit(start, start, open);
    this.#edit(end, end, ')');
  }

  #edit(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  #reaches(from: string, wanted: string, seen: Set<string>): boolean {
    for (const name of this.#calls.get(from) ?? []) {
      if (name === wanted) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      if (this.#reaches(name, wanted, seen)) return true;
    }
    return false;
  }

  /** Insertions at one place stand inside each other: the later inside the earlier. Code that is taken away leaves its lines. */
  #edited(): string {
    const sorted = this.#edits.map((edit, order) => ({ ...edit, order })).sort((a, b) => a.start - b.start || this.#orderAt(a, b));
    let made = '';
    let at = 0;
    for (const { start, end, text } of sorted) {
      made += this.#source.slice(at, start) + (text === '' ? this.#source.slice(start, end).replace(/[^\n]/g, ' ') : text);
      at = end;
    }
    return made + this.#source.slice(at);
  }

  /** Closing brackets of inner bodies stand before those of outer ones. */
  #orderAt(a: { readonly text: string; readonly order: number }, b: { readonly text: string; readonly order: number }): number {
    const isClosing = /^[)}]/.test(a.text) && /^[)}]/.test(b.text);
    return isClosing ? b.order - a.order : a.order - b.order;
  }
}
