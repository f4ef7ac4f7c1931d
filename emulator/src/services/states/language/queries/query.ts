// The questions that a state asks of its data: fields to fill, conditions, rules, the inputs that items make. Each is answered from what it holds alone,
// so that a thread can answer queries that take long.

import type { Chance } from '#services/states/language/chance';
import { ruleHolds } from '#services/states/language/choice/choice-rule';
import type { Effort } from '#services/states/language/effort';
import { type Bindings, evaluateTemplate } from '#services/states/language/expressions/evaluate';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { RUNTIME, StateFailure } from '#services/states/language/faults';
import type { Json, JsonObject } from '#services/states/language/json';
import type { ChoiceRule } from '#services/states/language/machine';
import { parsePath } from '#services/states/language/paths/path-parser';
import { type PathRoots, readPath, requirePath } from '#services/states/language/paths/read-path';
import { fillTemplate, selectDynamic } from '#services/states/language/template';

/** The values that paths begin at, without the effort that reading them takes. */
export interface QueryRoots extends Omit<PathRoots, 'effort'> {
  /** All variables that the state can read. */
  readonly variables: () => JsonObject;
}

export type Query =
  /** A field of expressions. `type` is that of its value, where only one will do. */
  | {
      readonly kind: 'template';
      readonly template: Json;
      readonly field: string;
      readonly bindings: Bindings;
      readonly type?: string | undefined;
    }
  /** The first of a Choice state's conditions that holds. */
  | { readonly kind: 'conditions'; readonly conditions: readonly Json[]; readonly bindings: Bindings }
  /** The inputs that items make by a selector of expressions. */
  | ({ readonly kind: 'items'; readonly bindings: Bindings } & SelectedItems)
  /** A template of paths and intrinsic functions. */
  | { readonly kind: 'fill'; readonly template: Json; readonly roots: QueryRoots }
  /** One path or intrinsic function of the field. */
  | { readonly kind: 'dynamic'; readonly text: string; readonly field: string; readonly roots: QueryRoots }
  | { readonly kind: 'path'; readonly path: string; readonly isRequired: boolean; readonly roots: QueryRoots }
  /** The first of a Choice state's rules that holds. */
  | { readonly kind: 'rules'; readonly rules: readonly ChoiceRule[]; readonly roots: QueryRoots }
  /** The inputs that items make by a selector of paths. */
  | ({ readonly kind: 'pathItems'; readonly roots: QueryRoots } & SelectedItems);

interface SelectedItems {
  readonly selector: Json;
  readonly items: readonly Json[];
  /** The number of the first item. */
  readonly from: number;
  /** The context object without the item. */
  readonly context: JsonObject;
}

export interface QueryTools {
  /** Absent for machines without expressions. */
  readonly expressions: Expressions | undefined;
  readonly chance: Chance;
  readonly effort: Effort;
}

/** An index of -1: none holds. Undefined: a path that need not select anything selects nothing. */
export type Answer = Json | undefined;

/** @throws StateFailure, PathError, IntrinsicError, QueryError, TooMuchWork */
export function answerTo(query: Query, tools: QueryTools): Answer {
  switch (query.kind) {
    case 'template':
      return evaluateTemplate(query.template, query.field, environmentOf(query.bindings, tools), query.type);
    case 'conditions':
      return query.conditions.findIndex((condition, index) => {
        const field = `Choices[${index}]/Condition`;
        return evaluateTemplate(condition, field, environmentOf(query.bindings, tools), 'boolean') === true;
      });
    case 'items':
      return query.items.map((_, offset) => {
        const states = { ...(query.bindings['states'] as JsonObject), context: contextOf(query, offset) };
        return evaluateTemplate(query.selector, 'ItemSelector', environmentOf({ ...query.bindings, states }, tools));
      });
    case 'fill':
      return fillTemplate(query.template, rootsOf(query.roots, tools), tools.chance);
    case 'dynamic':
      return selectDynamic(query.text, query.field, rootsOf(query.roots, tools), tools.chance);
    case 'path':
      return (query.isRequired ? requirePath : readPath)(parsePath(query.path), rootsOf(query.roots, tools));
    case 'rules':
      return query.rules.findIndex((rule) => ruleHolds(rule, rootsOf(query.roots, tools)));
    case 'pathItems':
      return query.items.map((_, offset) => {
        const around = contextOf(query, offset);
        return fillTemplate(query.selector, { ...rootsOf(query.roots, tools), context: () => around }, tools.chance);
      });
  }
}

function environmentOf(bindings: Bindings, { expressions, chance, effort }: QueryTools) {
  if (!expressions) throw new StateFailure(RUNTIME, 'The query language of this state is not available.');
  return { expressions, chance, bindings, effort };
}

const rootsOf = ({ $, context, variable }: QueryRoots, { effort }: QueryTools): PathRoots => ({ $, context, variable, effort });

const contextOf = ({ items, from, context }: SelectedItems, offset: number): JsonObject => ({
  ...context,
  Map: { Item: { Index: from + offset, Value: items[offset]! } },
});
