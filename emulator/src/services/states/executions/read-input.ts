// The input of an execution.
import { fault } from '#model/states';
import { jsonProblem } from '#services/states/language/definition/json-problem';
import type { Json } from '#services/states/language/json';

/** @throws Fault InvalidExecutionInput */
export function readInput(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const problem = text === '' ? 'Invalid execution input.' : jsonProblem(text).message;
    throw fault('InvalidExecutionInput', `Invalid State Machine Execution Input: '${problem}'`);
  }
}
