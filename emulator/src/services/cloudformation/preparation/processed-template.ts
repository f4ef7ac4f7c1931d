// The processed form of a template as GetTemplate shows it: the language extensions have evaluated what they can before a deployment.
import type { Frozen } from '#core/records';
import { functionCall, isList, isObject, type Json, type JsonObject, member } from '#resources/json';
import { referenceValue } from '#services/cloudformation/engine/parameters';
import type { Deployment } from '#services/cloudformation/state';

/** With `Fn::Length`, `Fn::ToJsonString` and `Fn::Sub` evaluated where they need no resource (recorded). */
export function withExtensionsEvaluated({ processed, parameters }: Frozen<Deployment>): JsonObject {
  const declarations = (isObject(processed.Parameters) ? processed.Parameters : {}) as Record<string, JsonObject>;
  const listOf = (value: Json): number | undefined => {
    if (isList(value)) return value.length;
    const call = functionCall(value);
    const name = call?.[0] === 'Ref' ? String(call[1]) : '';
    const declaration = member(declarations, name) as JsonObject | undefined;
    const found = declaration && parameters[name] && referenceValue(declaration, parameters[name]);
    return isList(found) ? found.length : undefined;
  };
  const evaluate = (value: Json): Json => {
    if (isList(value)) return value.map(evaluate);
    if (!isObject(value)) return value;
    const made = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, evaluate(item)]));
    const [name, argument] = functionCall(made) ?? [];
    if (argument === undefined) return made;
    if (name === 'Fn::Length') return listOf(argument) ?? made;
    if (name === 'Fn::ToJsonString') return hasCalls(argument) ? made : JSON.stringify(argument);
    if (name === 'Fn::Sub' && typeof argument === 'string' && !/\$\{(?!!)/.test(argument)) return argument.replaceAll('${!', '${');
    return made;
  };
  return evaluate(processed as JsonObject) as JsonObject;
}

const hasCalls = (value: Json): boolean =>
  isList(value) ? value.some(hasCalls) : isObject(value) && (functionCall(value) !== undefined || Object.values(value).some(hasCalls));
