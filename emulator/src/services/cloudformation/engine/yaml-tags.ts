// YAML as templates use it: short forms of functions become long ones, account ids stay text, aliases are bounded.
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml';
import type { Json } from '#resources/json';
import { TemplateProblem } from './problem.ts';

/** A template of the largest size holds fewer; only aliases of aliases make more. */
const MOST_NODES = 300_000;
export const DEEPEST = 100;

export function parseYaml(text: string): Json {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent', lineCounter: lines, uniqueKeys: true, customTags: [] });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new TemplateProblem(`Template format error: YAML not well-formed. (line ${line}, column ${col})`);
  }
  return new Walker(document, lines).value(document.contents as Node | null, 0);
}

class Walker {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  #nodes = 0;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.document = document;
    this.lines = lines;
  }

  value(node: Node | null, depth: number): Json {
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) throw new TemplateProblem('Template format error: The template expands to too many values.');
    if (depth > DEEPEST) throw new TemplateProblem('Template format error: The template is nested too deeply.');
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      if (!target) throw new TemplateProblem(`Template format error: The alias *${node.source} names nothing.`);
      return this.value(target, depth + 1);
    }
    const plain = this.#untagged(node, depth);
    const tag = node?.tag;
    return tag === undefined || tag.startsWith('tag:yaml.org,2002:') ? plain : this.#called(tag, plain, node!);
  }

  #untagged(node: Node | null, depth: number): Json {
    if (isMap(node))
      return Object.fromEntries(
        node.items.map(({ key, value }) => [this.#key(key as Node), this.value(value as Node | null, depth + 1)] as const),
      );
    if (isSeq(node)) return node.items.map((item) => this.value(item as Node, depth + 1));
    return isScalar(node) ? scalarValue(node) : null;
  }

  #key(node: Node): string {
    if (!isScalar(node)) throw new TemplateProblem('Template format error: Keys must be text.');
    return node.source ?? String(node.value);
  }

  #called(tag: string, argument: Json, node: Node): Json {
    const name = tag.slice(1);
    if (name === 'Ref' || name === 'Condition') return { [name]: argument };
    if (!/^[A-Z][A-Za-z0-9]*(::[A-Za-z0-9]+)?$/.test(name)) {
      const { line, col } = this.lines.linePos(node.range?.[0] ?? 0);
      throw new TemplateProblem(`Template format error: YAML not well-formed. (line ${line}, column ${col}): unknown tag ${tag}`);
    }
    if (name === 'GetAtt' && typeof argument === 'string') {
      const dot = argument.indexOf('.');
      return { 'Fn::GetAtt': dot < 0 ? [argument] : [argument.slice(0, dot), argument.slice(dot + 1)] };
    }
    return { [`Fn::${name}`]: argument };
  }
}

/** Numbers that would not be written the same again (account ids, long integers, 1.10) stay text. */
function scalarValue(node: Scalar): Json {
  const { value, source } = node;
  if (typeof value === 'number') return source === undefined || String(value) === source ? value : source;
  if (typeof value === 'bigint') return source ?? String(value);
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : String(value);
}
