// The input of an execution.
import { fault } from '#model/states';
import { jsonProblem } from '#services/states/language/definition/json-problem';
import type { Json } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';

/** @throws Fault InvalidExecutionInput */
export function readInput(text: string): Json {
  try {
    return readJson(text);
  } catch {
    const problem = text === '' ? 'Invalid execution input.' : jsonProblem(text).message;
    throw fault('InvalidExecutionInput', `Invalid State Machine Execution Input: '${problem}'`);
  }
}
