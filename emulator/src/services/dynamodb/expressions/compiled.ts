// Compiled expressions, kept by their texts: clients send the same few texts over and over.
import type { Owned } from '#core/owned';
import { bindExpression } from './bind.ts';
import type { Binding } from './binding.ts';
import { compileCondition, compileOperand, type Test } from './evaluate.ts';
import type { Names } from './names.ts';
import { parseExpression } from './parse.ts';
import type { ExpressionKind, ParsedExpression } from './syntax.ts';
import type { CompiledAction } from './update.ts';

export interface CompiledExpression {
  readonly parsed: ParsedExpression;
  /** Of conditions that items are tested with. */
  readonly test: Test | undefined;
  /** Of updates. */
  readonly actions: readonly CompiledAction[];
}

/** A compiled expression with the names and values of one request. */
export interface BoundExpression extends CompiledExpression {
  readonly binding: Binding;
}

const MAX_KEPT = 1_000;
/** Longer texts are rarely sent twice, and a thousand of them would take megabytes. */
const MAX_KEPT_LENGTH = 1_024;

export class ExpressionCache implements Owned {
  /** In the order of their last use. */
  readonly #kept = new Map<string, CompiledExpression>();

  /** Undefined where the request has no such expression. @throws Fault ValidationException */
  bind(kind: ExpressionKind, text: string | undefined, names: Names): BoundExpression | undefined {
    if (text === undefined) return undefined;
    const compiled = this.#compiled(kind, text);
    return { ...compiled, binding: bindExpression(compiled.parsed, names) };
  }

  #compiled(kind: ExpressionKind, text: string): CompiledExpression {
    const key = `${kind}:${text}`;
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const made = compileExpression(parseExpression(kind, text));
    if (text.length > MAX_KEPT_LENGTH) return made;
    if (this.#kept.size >= MAX_KEPT)
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    this.#kept.set(key, made);
    return made;
  }

  async stop(): Promise<void> {
    this.#kept.clear();
  }
}

export function compileExpression(parsed: ParsedExpression): CompiledExpression {
  if (parsed.error !== undefined) return { parsed, test: undefined, actions: [] };
  const isTest = parsed.kind === 'Condition' || parsed.kind === 'Filter';
  // A wrong number of operands is reported when names and values are bound: nothing is evaluated then.
  const broken = parsed.operandError !== undefined || parsed.conditions.some(({ operandError }) => operandError !== undefined);
  return {
    parsed,
    test: isTest && parsed.root && !broken ? compileCondition(parsed.root) : undefined,
    actions: broken ? [] : parsed.actions.map((action) => ({ ...action, operand: action.value && compileOperand(action.value) })),
  };
}
