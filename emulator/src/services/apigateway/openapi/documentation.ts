// Texts about parts of a REST API, as documents give them.
import type { DocumentationPart, DocumentationPartLocation } from '#model/apigateway';
import { type JsonMap, listOf, mapOf, textOf } from './rest-document.ts';

/** Parts of an API without a path; others without one are of the root (recorded in February 2026). */
const WITHOUT_PATH: ReadonlySet<string> = new Set(['API', 'AUTHORIZER', 'MODEL']);

/** From `x-amazon-apigateway-documentation`, in its order. */
export const documentationIn = (document: JsonMap): DocumentationPart[] =>
  listOf(mapOf(document['x-amazon-apigateway-documentation'])['documentationParts']).map((part): DocumentationPart => {
    const { location, properties } = mapOf(part);
    return { location: locationOf(location), properties: typeof properties === 'string' ? properties : JSON.stringify(properties ?? {}) };
  });

function locationOf(value: unknown): DocumentationPartLocation {
  const { type: given, path, method, statusCode, name } = mapOf(value);
  const type = textOf(given) ?? 'API';
  return {
    type,
    path: textOf(path) ?? (WITHOUT_PATH.has(type) ? undefined : '/'),
    method: textOf(method),
    statusCode: textOf(statusCode),
    name: textOf(name),
  };
}
