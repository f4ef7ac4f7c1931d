// A template that can be read as plain values and changed in place: what is not replaced stays as it was written, comments and short forms of functions included.
import {
  Alias,
  type Document,
  isMap,
  isPair,
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
/** CloudFormation here reads no deeper templates. */
const MAX_DEPTH = 100;

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
  // A carriage return alone ends a line, too: this parser knows it before a line feed only.
  const document = withShallowLines(text.replace(/\r(?!\n)/g, '\n'), (moved) => {
    lines = new LineCounter();
    // Every scalar is text in this schema, so that none is written in another form than it was read.
    // At the level `silent`, the parser would pass over further documents.
    return parseDocument(moved, { schema: 'failsafe', logLevel: 'error', lineCounter: lines, uniqueKeys: false });
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
      const last = new Map(map.items.map((pair) => [keyOf(pair.key, document), pair]));
      if (last.size < map.items.length) map.items = map.items.filter((pair) => last.get(keyOf(pair.key, document)) === pair);
    },
  });
}

/** @throws StackProblem */
function plainOf(document: Document): Plain {
  let values = 0;
  // Resolving an alias walks the whole document.
  const targets = new Map<Alias, unknown>();
  const targetOf = (alias: Alias): unknown => {
    if (!targets.has(alias)) targets.set(alias, alias.resolve(document));
    return targets.get(alias) ?? refuse(`has the alias *${alias.source}, which names nothing.`);
  };
  const plain = (node: unknown, depth: number): Plain => {
    if (++values > MAX_VALUES) refuse('repeats too many values by aliases.');
    if (node instanceof Alias) return plain(targetOf(node), depth);
    return tagged((node as Node | null)?.tag, untagged(node, depth));
  };
  const member = (key: unknown, value: unknown, depth: number): [string, Plain] => [keyOf(key, document), plain(value, depth)];
  const untagged = (node: unknown, depth: number): Plain => {
    // An alias within the value that it names has no end.
    if (depth >= MAX_DEPTH && !isScalar(node)) refuse('is nested too deeply.');
    if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => member(key, value, depth + 1)));
    // The items of an ordered map are pairs.
    if (isSeq(node))
      return node.items.map((item) =>
        isPair(item) ? Object.fromEntries([member(item.key, item.value, depth + 1)]) : plain(item, depth + 1),
      );
    return isScalar(node) ? scalarValue(node) : null;
  };
  return plain(document.contents, 0);
}

function refuse(problem: string): never {
  throw new StackProblem('template', `The template ${problem}`);
}

/** @throws StackProblem for keys that are maps or lists */
function keyOf(key: unknown, document: Document): string {
  const node = key instanceof Alias ? key.resolve(document) : key;
  if (isScalar(node)) return textOf(node);
  return node === null ? '' : refuse('has a key that is no text.');
}

const STANDARD = 'tag:yaml.org,2002:';
const FUNCTION = /^!([A-Z][A-Za-z0-9]*(?:::[A-Za-z0-9]+)?)$/;

/** The name of the function that a tag stands for: `!Ref` and `!Condition` keep their name. */
function longForm(tag: string | undefined): string | undefined {
  const [, name] = FUNCTION.exec(tag ?? '') ?? [];
  return name === undefined || name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`;
}

/** `!GetAZs` with nothing behind it has the argument ''. @throws StackProblem for tags that are neither functions nor of YAML itself */
function tagged(tag: string | undefined, value: Plain): Plain {
  if (tag === undefined || tag === '!' || tag.startsWith(STANDARD)) return value;
  const name = longForm(tag);
  if (name === undefined) return refuse(`has the unknown tag ${tag}.`);
  if (name !== 'Fn::GetAtt' || typeof value !== 'string') return { [name]: value ?? '' };
  const dot = value.indexOf('.');
  return { [name]: dot < 0 ? [value] : [value.slice(0, dot), value.slice(dot + 1)] };
}

/** `source` is what was written; `value` may have been made of it by a tag such as `!!binary`. */
const textOf = ({ source, value }: Scalar): string => String(source ?? value ?? '');

function scalarValue(scalar: Scalar): Plain {
  const text = textOf(scalar);
  if (scalar.type !== Scalar.PLAIN || scalar.tag === `${STANDARD}str`) return text;
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
