// A template that can be read as plain values and changed in place: what is not replaced stays as it was written, comments and short forms of functions included.
import {
  Alias,
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { withShallowLines } from './shallow-lines.ts';
import { StackProblem } from './stack-problem.ts';

export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain | undefined;
}
export type Path = readonly (string | number)[];

export interface TemplateDocument {
  /** Functions in their long form: `!Ref x` is `{ Ref: 'x' }`. */
  readonly content: PlainObject;
  /** `path`: as in `content`. */
  set(path: Path, value: string | Readonly<Record<string, string>>): void;
  /** The text as it was read where nothing was set. */
  text(): string;
}

/** Aliases of aliases may repeat a value many times; no template of the maximum size has this many. */
const MAX_VALUES = 200_000;

export const isObject = (value: Plain | undefined): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws StackProblem with line and column */
export function readTemplate(text: string, file: string): TemplateDocument {
  const document = jsonDocument(text) ?? yamlDocument(text, file);
  if (!isObject(document.content)) throw new StackProblem('template', `${file} holds no template: a template is a map with \`Resources\`.`);
  return document as TemplateDocument;
}

interface AnyDocument extends Omit<TemplateDocument, 'content'> {
  readonly content: Plain;
}

/** Undefined for anything that is not JSON: YAML may begin with a brace, too. */
function jsonDocument(text: string): AnyDocument | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  let content: PlainObject;
  try {
    content = JSON.parse(text) as PlainObject;
  } catch {
    return undefined;
  }
  let isChanged = false;
  return {
    content,
    set: (path, value) => {
      isChanged = true;
      let parent = content as Record<string | number, unknown>;
      for (const segment of path.slice(0, -1)) parent = (parent[segment] ??= {}) as typeof parent;
      parent[path.at(-1)!] = value;
    },
    text: () => (isChanged ? JSON.stringify(content, null, 2) : text),
  };
}

function yamlDocument(text: string, file: string): AnyDocument {
  let lines = new LineCounter();
  const document = withShallowLines(text, (moved) => {
    lines = new LineCounter();
    // Every scalar is text in this schema, so that none is written in another form than it was read.
    return parseDocument(moved, { schema: 'failsafe', logLevel: 'silent', lineCounter: lines, uniqueKeys: false });
  });
  const [problem] = document.errors;
  if (problem) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new StackProblem('template', `${file} is no YAML (line ${line}, column ${col}): ${problem.message.split('\n')[0]}`);
  }
  dropRepeatedKeys(document);
  let isChanged = false;
  return {
    content: plainOf(document),
    set: (path, value) => {
      isChanged = true;
      setIn(document, path, value);
    },
    text: () => (isChanged ? document.toString({ lineWidth: 0 }) : text),
  };
}

/** If a key is there twice, the last one counts, as in CloudFormation. */
function dropRepeatedKeys(document: Document): void {
  visit(document, {
    Map: (_, map) => {
      const last = new Map(map.items.map((pair) => [keyOf(pair.key), pair]));
      if (last.size < map.items.length) map.items = map.items.filter((pair) => last.get(keyOf(pair.key)) === pair);
    },
  });
}

function plainOf(document: Document): Plain {
  let values = 0;
  // Resolving an alias walks the whole document.
  const targets = new Map<Alias, unknown>();
  const targetOf = (alias: Alias): unknown => {
    if (!targets.has(alias)) targets.set(alias, alias.resolve(document));
    return targets.get(alias);
  };
  const plain = (node: unknown): Plain => {
    if (++values > MAX_VALUES) throw new StackProblem('template', 'The template repeats too many values by aliases.');
    if (node instanceof Alias) return plain(targetOf(node));
    const name = longForm((node as Node | null)?.tag);
    const value = untagged(node);
    return name === undefined ? value : { [name]: value };
  };
  const untagged = (node: unknown): Plain => {
    if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), plain(value)]));
    if (isSeq(node)) return node.items.map(plain);
    return isScalar(node) ? scalarValue(node) : null;
  };
  return plain(document.contents);
}

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key);

/** `!Ref` and `!Condition` keep their name, all others are functions. */
function longForm(tag: string | undefined): string | undefined {
  const [, name] = /^!([A-Z]\w*(?:::\w+)?)$/.exec(tag ?? '') ?? [];
  return name === undefined || name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`;
}

function scalarValue({ value, type }: Scalar): Plain {
  const text = String(value ?? '');
  if (type !== Scalar.PLAIN) return text;
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

function setIn(document: Document, path: Path, value: string | Readonly<Record<string, string>>): void {
  const resolved = (node: unknown): unknown => (node instanceof Alias ? node.resolve(document) : node);
  let node = resolved(document.contents);
  let isInTag = false;
  for (const segment of path.slice(0, -1)) {
    if (!isInTag && longForm((node as Node | null)?.tag) === segment) {
      isInTag = true;
      continue;
    }
    isInTag = false;
    node = resolved((node as YAMLMap | YAMLSeq).get(segment as never, true));
  }
  (node as YAMLMap | YAMLSeq).set(path.at(-1) as never, document.createNode(value));
}
