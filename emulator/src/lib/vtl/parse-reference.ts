// References: `$name`, `${name}`, `$!name`, with members, calls and elements behind them.
import type { Assign, Evaluate, Grammar, Reference } from './grammar.ts';
import { callMember, readElement, readMember, writeMember } from './members.ts';
import { textOf } from './print.ts';
import { TemplateError } from './template-error.ts';
import { Block, type RenderingState, type Value } from './values.ts';

const START = /\$!?(\{)?/y;
const NAME = /[A-Za-z_][\w-]*/y;

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Evaluate[] }
  | { readonly kind: 'element'; readonly index: Evaluate };

/** Undefined, and no further, where the dollar is only a dollar. */
export function parseReference(grammar: Grammar): Reference | undefined {
  const { scan } = grammar;
  const start = scan.at;
  const [opening = '', brace] = scan.take(START) ?? [];
  const isBraced = brace !== undefined;
  const root = scan.take(NAME)?.[0];
  if (root === undefined) {
    scan.at = start;
    return undefined;
  }
  const steps: Step[] = [];
  for (let step = parseStep(grammar); step; step = parseStep(grammar)) steps.push(step);
  if (isBraced && !scan.skip('}')) {
    scan.at = start;
    return undefined;
  }
  const printed = grammar.dialect.printsMissing && !opening.includes('!') ? scan.source.slice(start, scan.at) : '';
  return referenceTo(root, steps, printed);
}

function parseStep(grammar: Grammar): Step | undefined {
  const { scan } = grammar;
  const start = scan.at;
  if (scan.skip('.')) {
    const name = scan.take(NAME)?.[0];
    if (name !== undefined) return scan.skip('(') ? { kind: 'call', name, args: grammar.expressions(')') } : { kind: 'member', name };
  } else if (scan.skip('[')) {
    const index = elementIndex(grammar);
    if (index) return { kind: 'element', index };
  }
  scan.at = start;
  return undefined;
}

/** Undefined where the bracket is only a bracket: `$list[` in a text. */
function elementIndex(grammar: Grammar): Evaluate | undefined {
  try {
    const index = grammar.expression();
    return grammar.scan.skipNext(']') ? index : undefined;
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

function follow(self: Value, step: Step, rendering: RenderingState): Value {
  if (step.kind === 'member') return readMember(self, step.name);
  if (step.kind === 'element') return readElement(self, step.index(rendering), rendering);
  const args = step.args.map((argument) => argument(rendering));
  return callMember(self, step.name, args, rendering);
}

/** `missing`: printed if the reference has no value. */
function referenceTo(root: string, steps: readonly Step[], missing: string): Reference {
  const upTo = (count: number): Evaluate => {
    if (count === 0) return ({ variables }) => variables.get(root) ?? null;
    return (rendering) => {
      let value: Value = rendering.variables.get(root) ?? null;
      for (let at = 0; at < count; at++) value = follow(value, steps[at]!, rendering);
      return value;
    };
  };
  const value = upTo(steps.length);
  return {
    value,
    print: (rendering) => {
      const printed = value(rendering);
      if (printed instanceof Block) rendering.nested(`$${root}`, printed.program);
      else rendering.write(printed === null || printed === undefined ? missing : textOf(printed, rendering));
    },
    assign: () => assignment(root, steps.at(-1), upTo(steps.length - 1)),
  };
}

function assignment(root: string, last: Step | undefined, holder: Evaluate): Assign {
  if (!last) return ({ variables }, value) => void variables.set(root, value);
  if (last.kind === 'call') throw new TemplateError(`Nothing can be assigned to the call ${last.name}()`);
  const keyOf: Evaluate = last.kind === 'member' ? () => last.name : last.index;
  return (rendering, value) => writeMember(holder(rendering), keyOf(rendering), value, rendering);
}
