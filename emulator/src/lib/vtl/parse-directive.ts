// Directives: `#set`, `#if`, `#foreach`, `#define`, `#macro`, calls of macros, `#break`, `#stop`.
import type { Evaluate, Grammar, Macro } from './grammar.ts';
import { Stop } from './stop.ts';
import { isTrue } from './truth.ts';
import { Block, List, type Program, type Value } from './values.ts';

/** Limit: rounds of a loop in a mapping template, which then ends silently. https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_ROUNDS = 1000;
/** Steps that a round costs beside those of its body. */
const ROUND_STEPS = 8;
const IN = /in\b/y;
const SPACES = /[ \t]*/y;

/** The name has been read. Undefined where the text is no directive after all. */
export function parseDirective(grammar: Grammar, name: string, start: number): Program | undefined {
  switch (name) {
    case 'set':
      return parseSet(grammar);
    case 'if':
      return parseIf(grammar);
    case 'foreach':
      return parseForeach(grammar);
    case 'define':
      return parseDefine(grammar);
    case 'macro':
      return parseMacro(grammar);
    case 'stop':
      return () => {
        throw new Stop();
      };
    case 'break':
      return (rendering) => {
        rendering.broken = true;
      };
    case 'return':
      return grammar.dialect.returns ? parseReturn(grammar) : () => undefined;
    default:
      return grammar.macros.has(name) || grammar.scan.next === '(' ? parseMacroCall(grammar, name, start) : undefined;
  }
}

/** `#return` and `#return(value)`. */
function parseReturn(grammar: Grammar): Program {
  const { scan } = grammar;
  if (!scan.skip('(') || scan.skipNext(')')) {
    return () => {
      throw new Stop({ value: null });
    };
  }
  const value = grammar.expression();
  scan.expect(')');
  return (rendering) => {
    throw new Stop({ value: value(rendering) });
  };
}

function parseSet(grammar: Grammar): Program | undefined {
  const { scan } = grammar;
  scan.take(SPACES);
  if (!scan.skip('(')) return undefined;
  scan.skipBlanks();
  const reference = scan.next === '$' ? grammar.reference() : undefined;
  if (!reference) throw scan.wrong('A reference expected');
  scan.expect('=');
  const value = grammar.expression();
  scan.expect(')');
  scan.skipLineEnd();
  const assign = reference.assign();
  return (rendering) => assign(rendering, value(rendering));
}

function parseCondition(grammar: Grammar): Evaluate {
  grammar.scan.expect('(');
  const condition = grammar.expression();
  grammar.scan.expect(')');
  grammar.scan.skipLineEnd();
  return condition;
}

function parseIf(grammar: Grammar): Program {
  const branches: (readonly [Evaluate, Program])[] = [];
  let otherwise: Program | undefined;
  for (let condition = parseCondition(grammar); ; condition = parseCondition(grammar)) {
    const { program, end } = grammar.block(['end', 'else', 'elseif']);
    branches.push([condition, program]);
    if (end === 'else') otherwise = grammar.block(['end']).program;
    if (end !== 'elseif') break;
  }
  return (rendering) => {
    for (const [condition, program] of branches) if (isTrue(condition(rendering))) return program(rendering);
    otherwise?.(rendering);
  };
}

/** Maps give their values. */
function itemsOf(value: Value): readonly Value[] {
  if (value instanceof List) return value.items.slice(0, MAX_ROUNDS);
  if (!(value instanceof Map)) return [];
  const items: Value[] = [];
  for (const item of value.values()) if (items.push(item) === MAX_ROUNDS) break;
  return items;
}

function parseForeach(grammar: Grammar): Program {
  const { scan } = grammar;
  scan.expect('(');
  const name = parseParameter(grammar);
  scan.skipBlanks();
  if (!scan.take(IN)) throw scan.wrong('in expected');
  const list = grammar.expression();
  scan.expect(')');
  scan.skipLineEnd();
  const { program } = grammar.block(['end']);
  return (rendering) => {
    const { variables } = rendering;
    const items = itemsOf(list(rendering));
    if (items.length === 0) return;
    const loop = new Map<string, Value>([['parent', variables.get('foreach') ?? null]]);
    rendering.within([name, 'foreach', 'velocityCount', 'velocityHasNext'], () => {
      for (const [index, item] of items.entries()) {
        rendering.spend(ROUND_STEPS);
        const [count, hasNext] = [index + 1, index + 1 < items.length];
        loop.set('index', index).set('count', count).set('hasNext', hasNext);
        loop.set('first', index === 0).set('last', !hasNext);
        variables.set('foreach', loop).set(name, item).set('velocityCount', count).set('velocityHasNext', hasNext);
        program(rendering);
        if (rendering.broken) break;
      }
      rendering.broken = false;
    });
  };
}

/** `$name`, also `${name}`. */
function parseParameter(grammar: Grammar): string {
  const { scan } = grammar;
  scan.expect('$');
  const isBraced = scan.skip('{');
  const name = grammar.name();
  if (isBraced) scan.expect('}');
  return name;
}

function parseDefine(grammar: Grammar): Program {
  grammar.scan.expect('(');
  const name = parseParameter(grammar);
  grammar.scan.expect(')');
  grammar.scan.skipLineEnd();
  const block = new Block(grammar.block(['end']).program);
  return ({ variables }) => void variables.set(name, block);
}

function parseMacro(grammar: Grammar): Program {
  const { scan } = grammar;
  scan.expect('(');
  scan.skipBlanks();
  const name = grammar.name();
  const parameters: string[] = [];
  while (!scan.skipNext(')')) if (!scan.skip(',')) parameters.push(parseParameter(grammar));
  scan.skipLineEnd();
  const macro: Macro = { parameters, body: () => undefined };
  // Known before its body is read: it may call itself.
  grammar.macros.set(name, macro);
  macro.body = grammar.block(['end']).program;
  return () => undefined;
}

/** A macro that does not exist when the call runs prints the call. */
function parseMacroCall(grammar: Grammar, name: string, start: number): Program {
  const { scan, macros } = grammar;
  const args = scan.skip('(') ? grammar.expressions(')') : [];
  const source = scan.source.slice(start, scan.at);
  return (rendering) => {
    rendering.spend(1);
    const macro = macros.get(name);
    if (!macro) return rendering.write(source);
    const values = args.map((argument) => argument(rendering));
    rendering.within(macro.parameters, () => {
      for (const [index, parameter] of macro.parameters.entries()) rendering.variables.set(parameter, values[index] ?? null);
      rendering.nested(`#${name}`, macro.body);
    });
  };
}
