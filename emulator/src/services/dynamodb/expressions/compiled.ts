// Compiled expressions, kept by their texts: clients send the same few texts over and over.
import type { Owned } from '#core/owned';
import { bindExpression } from './bind.ts';
import type { Binding } from './binding.ts';
import { compileCondition, compileOperand, type Test } from './evaluate.ts';
import { countParts } from './item-test.ts';
import type { Names } from './names.ts';
import { parseExpression } from './parse.ts';
import type { ExpressionKind, ParsedExpression } from './syntax.ts';
import type { CompiledAction } from './update.ts';

export interface CompiledExpression {
  readonly parsed: ParsedExpression;
  /** Set for conditions that items are tested with. */
  readonly test: Test | undefined;
  /** Comparisons and functions of the condition. */
  readonly parts: number;
  /** The actions of an update. */
  readonly actions: readonly CompiledAction[];
}

/** A compiled expression with the names and values of one request. */
export interface BoundExpression extends CompiledExpression {
  readonly binding: Binding;
}

const MAX_KEPT = 500;
/** Longer texts are rarely sent twice, and a thousand of them would take megabytes. */
const MAX_KEPT_LENGTH = 1_024;

type Kept = Map<string, CompiledExpression>;

/** Keeps what was used last: once `MAX_KEPT` are recent, the others of that kind are forgotten, and the recent ones become the others. */
export class ExpressionCache implements Owned {
  readonly #kinds = new Map<ExpressionKind, { recent: Kept; others: Kept }>();

  /** Undefined where the request has no such expression. @throws Fault ValidationException */
  bind(kind: ExpressionKind, text: string | undefined, names: Names): BoundExpression | undefined {
    if (text === undefined) return undefined;
    const { parsed, test, parts, actions } = this.#compiled(kind, text);
    return { parsed, test, parts, actions, binding: bindExpression(parsed, names) };
  }

  /** The text as a tree, or with its error: no name and value is looked at. */
  parsed(kind: ExpressionKind, text: string): ParsedExpression {
    return this.#compiled(kind, text).parsed;
  }

  #compiled(kind: ExpressionKind, text: string): CompiledExpression {
    let kept = this.#kinds.get(kind);
    if (!kept) this.#kinds.set(kind, (kept = { recent: new Map(), others: new Map() }));
    const known = kept.recent.get(text);
    if (known) return known;
    const compiled = kept.others.get(text) ?? compileExpression(parseExpression(kind, text));
    if (text.length > MAX_KEPT_LENGTH) return compiled;
    if (kept.recent.size >= MAX_KEPT) {
      kept.others = kept.recent;
      kept.recent = new Map();
    }
    kept.recent.set(text, compiled);
    return compiled;
  }

  async stop(): Promise<void> {
    this.#kinds.clear();
  }
}

export function compileExpression(parsed: ParsedExpression): CompiledExpression {
  if (parsed.error !== undefined) return { parsed, test: undefined, parts: 0, actions: [] };
  const isTest = parsed.kind === 'Condition' || parsed.kind === 'Filter';
  // A wrong number of operands is reported when names and values are bound: nothing is evaluated then.
  const broken = parsed.operandError !== undefined || parsed.conditions.some(({ operandError }) => operandError !== undefined);
  return {
    parsed,
    test: isTest && parsed.root && !broken ? compileCondition(parsed.root) : undefined,
    parts: isTest && parsed.root ? countParts(parsed.root) : 0,
    actions: broken ? [] : parsed.actions.map((action) => ({ ...action, operand: action.value && compileOperand(action.value) })),
  };
}
