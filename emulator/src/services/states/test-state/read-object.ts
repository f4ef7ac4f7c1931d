// Reads the parameters of TestState that are objects as JSON text.
import { fault } from '#model/states';
import { isObject, type Json, type JsonObject } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';

/** @throws Fault ValidationException, in a sentence of our own */
export function readObject(text: string | undefined, name: string): JsonObject {
  if (text === undefined) return {};
  let value: Json | undefined;
  try {
    value = readJson(text);
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw fault('ValidationException', `The ${name} must be a valid JSON object`);
  return value;
}
