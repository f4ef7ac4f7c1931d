// YAML of templates: short forms of functions become long ones, account ids stay text, and repetitions by aliases are counted before
// anything walks them.
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException } from 'js-yaml';
import type { Json } from '#resources/json';
import { TemplateProblem } from './problem.ts';
import { parseShallowLines } from './shallow-lines.ts';

/** Limit: values of a template. No template of the maximum size has this many: only aliases of aliases make more. */
export const MAX_NODES = 200_000;
/** Limit: levels of lists and maps in a template. */
export const MAX_DEPTH = 100;
/** Limit: characters of all texts and keys of a template. A template has at most 1 MB; only aliases make more. */
const MAX_CHARACTERS = 4_000_000;

/** A value and the cost of walking it. An alias costs as much as the value it repeats. */
interface Built {
  readonly value: Json;
  readonly nodes: number;
  readonly depth: number;
  readonly characters: number;
}

/** Linear in the text. @throws TemplateProblem with line and column */
export function parseYaml(given: string): Json {
  const { text, events } = eventsOf(given);
  if (events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length > 1)
    throw new TemplateProblem('Template format error: YAML not well-formed. A template is one document.');
  return events.length <= 2 ? null : new Builder(text, events).next().value;
}

/** With the text that the events point into. */
function eventsOf(text: string): { readonly text: string; readonly events: Event[] } {
  try {
    return parseShallowLines(text, (moved) => ({ text: moved, events: parseEvents(moved, { maxDepth: MAX_DEPTH }) }));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason.includes('maxDepth')) throw tooDeep();
    throw new TemplateProblem(`Template format error: YAML not well-formed.${error.mark ? placeAt(text, error.mark.position) : ''}`);
  }
}

const tooDeep = (): TemplateProblem => new TemplateProblem('Template format error: The template is nested too deeply.');

/** ` (line 3, column 7)` */
function placeAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return ` (line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')})`;
}

/** Builds a value from the events of one document, starting with its first value. */
class Builder {
  readonly #text: string;
  readonly #events: readonly Event[];
  /** Anchors so far. If a name is used twice, the latest counts. */
  readonly #anchors = new Map<string, Built>();
  #at = 1;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  next(): Built {
    const event = this.#events[this.#at++]!;
    if (event.type === EVENT_ID.ALIAS) return this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd));
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return { value: null, nodes: 1, depth: 0, characters: 0 };
    const plain = event.type === EVENT_ID.SCALAR ? this.#scalar(event) : event.type === EVENT_ID.MAPPING ? this.#map() : this.#list();
    const built = event.tagStart < 0 ? plain : { ...plain, value: this.#tagged(event.tagStart, event.tagEnd, plain.value) };
    if (built.nodes > MAX_NODES) throw new TemplateProblem('Template format error: The template expands to too many values.');
    if (built.characters > MAX_CHARACTERS) throw new TemplateProblem('Template format error: The template expands to too much text.');
    if (built.depth > MAX_DEPTH) throw tooDeep();
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), built);
    return built;
  }

  #alias(name: string): Built {
    const found = this.#anchors.get(name);
    if (!found) throw new TemplateProblem(`Template format error: The alias *${name} names nothing.`);
    return found;
  }

  #list(): Built {
    const items: Json[] = [];
    let [nodes, depth, characters] = [1, 0, 0];
    while (!this.#ends()) {
      const item = this.next();
      nodes += item.nodes;
      depth = Math.max(depth, item.depth + 1);
      characters += item.characters;
      items.push(item.value);
    }
    return { value: items, nodes, depth, characters };
  }

  /** If a key is there twice, the last one counts, as in the cloud and in JSON (ValidateTemplate and GetTemplateSummary, measured 2026-07: go-to-k/cdk-real-drift#1074). */
  #map(): Built {
    const entries = new Map<string, Json>();
    let [nodes, depth, characters] = [1, 0, 0];
    while (!this.#ends()) {
      const key = this.#key();
      const item = this.next();
      nodes += item.nodes;
      depth = Math.max(depth, item.depth + 1);
      characters += key.length + item.characters;
      entries.set(key, item.value);
      if (nodes > MAX_NODES) break;
    }
    return { value: Object.fromEntries(entries), nodes, depth, characters };
  }

  #ends(): boolean {
    if (this.#events[this.#at]?.type !== EVENT_ID.POP) return false;
    this.#at++;
    return true;
  }

  #key(): string {
    const event = this.#events[this.#at++]!;
    if (event.type === EVENT_ID.ALIAS) {
      const { value } = this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd));
      if (typeof value === 'string') return value;
    }
    if (event.type !== EVENT_ID.SCALAR) throw new TemplateProblem('Template format error: Keys must be text.');
    return this.#source(event);
  }

  #source(event: ScalarEvent): string {
    return event.valueStart < 0 ? '' : getScalarValue(this.#text, event);
  }

  #scalar(event: ScalarEvent): Built {
    const source = this.#source(event);
    return { value: event.style === SCALAR_STYLE.PLAIN ? plainValue(source) : source, nodes: 1, depth: 0, characters: source.length };
  }

  #tagged(start: number, end: number, given: Json): Json {
    // `!GetAZs` with nothing behind it has the argument ''.
    const argument = given ?? '';
    const tag = shortTag(this.#text.slice(start, end));
    if (tag === '!' || tag.startsWith('!!')) return tag === '!!str' && typeof argument !== 'object' ? String(argument) : given;
    const name = tag.slice(1);
    if (name === 'Ref' || name === 'Condition') return { [name]: argument };
    if (!/^[A-Z][A-Za-z0-9]*(::[A-Za-z0-9]+)?$/.test(name))
      throw new TemplateProblem(`Template format error: YAML not well-formed.${placeAt(this.#text, start)}: unknown tag ${tag}`);
    if (name === 'GetAtt' && typeof argument === 'string') {
      const dot = argument.indexOf('.');
      return { 'Fn::GetAtt': dot < 0 ? [argument] : [argument.slice(0, dot), argument.slice(dot + 1)] };
    }
    return { [`Fn::${name}`]: argument };
  }
}

/** Numbers that would not be written the same way again (account ids, long integers, 1.10) stay text. */
function plainValue(source: string): Json {
  if (source === '' || /^(?:~|null|Null|NULL)$/.test(source)) return null;
  if (/^(?:true|True|TRUE)$/.test(source)) return true;
  if (/^(?:false|False|FALSE)$/.test(source)) return false;
  return /^-?\d/.test(source) && String(Number(source)) === source ? Number(source) : source;
}

/** `!<tag:yaml.org,2002:str>` is `!!str`, and `!<!Ref>` is `!Ref`. */
const shortTag = (tag: string): string => tag.replace(/^!<(.*)>$/, '$1').replace(/^tag:yaml\.org,2002:/, '!!');
