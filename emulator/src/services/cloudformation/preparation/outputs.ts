// Outputs and names of exports, evaluated in the scope of a template.
import { isObject, isScalar, type Json, type JsonObject, textOf } from '#resources/json';
import { isExportName, malformedName, NO_TEXT } from '#services/cloudformation/engine/checks/output-checks';
import { evaluate, type Scope } from '#services/cloudformation/engine/intrinsics';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import type { StackOutput } from '#services/cloudformation/state';
import type { View } from './view.ts';

export function evaluateOutputs(view: View, scope: Scope): StackOutput[] {
  return Object.entries(view.template.outputs).flatMap(([key, output]): StackOutput[] => {
    if (typeof output.Condition === 'string' && !view.conditions[output.Condition]) return [];
    const name = isObject(output.Export) ? output.Export.Name : undefined;
    return [
      {
        key,
        value: outputValue(output.Value ?? '', scope),
        description: output.Description === undefined ? undefined : textOf(evaluate(output.Description, scope)),
        exportName: name === undefined ? undefined : exportName(key, name, scope),
      },
    ];
  });
}

/** @throws TemplateProblem for a list, an object, and for no value at all */
export function outputValue(expression: Json, scope: Scope): string {
  const { value } = evaluate({ value: expression }, scope) as JsonObject;
  if (value !== undefined && isScalar(value)) return textOf(value);
  const isFound = isObject(expression) && 'Fn::FindInMap' in expression;
  throw new TemplateProblem(isFound ? `${NO_TEXT} and not a List.` : `${NO_TEXT}.`);
}

/** @throws TemplateProblem for a name that exports cannot have */
export function exportName(output: string, expression: Json, scope: Scope): string {
  const name = evaluate(expression, scope);
  if (isExportName(name)) return name as string;
  throw new TemplateProblem(malformedName(output));
}
