// Documents of REST APIs: read in the words of that service, and what definitions read of them.
import type { RegionScope } from '#core/region-scope';
import { DocumentError } from './document-error.ts';
import { resolved as follow, isNode, type Node, readDocument } from './read-document.ts';

export type JsonMap = Node;

const INVALID = 'Invalid OpenAPI input.';

/** `scope`: where the API is imported; `unreadable` refuses what is neither JSON nor YAML. @throws DocumentError */
export async function readRestDocument(body: Uint8Array, scope: RegionScope, unreadable = INVALID): Promise<JsonMap> {
  const document = await readDocument(Buffer.from(body).toString(), scope).catch((error: unknown) => {
    const isUnreadable = error instanceof DocumentError && /cannot be read|neither JSON nor YAML/.test(error.message);
    throw isUnreadable ? new DocumentError(unreadable) : error;
  });
  const { swagger, openapi } = document;
  if (swagger === undefined && openapi === undefined) throw new DocumentError(INVALID);
  if (swagger !== undefined ? String(swagger) !== '2' && String(swagger) !== '2.0' : !/^3(?:\.|$)/.test(String(openapi)))
    throw new DocumentError(ONLY_VERSIONS);
  return document;
}

/** In the words of moto (tests/test_apigateway/test_apigateway_importrestapi.py); the cloud's own are not published. */
const ONLY_VERSIONS = 'Only OpenAPI 3.x.x are currently supported';

export const isMap = isNode;
export const mapOf = (value: unknown): JsonMap => (isMap(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
export const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapOf(value)).map(([name, each]) => [name, typeof each === 'object' ? JSON.stringify(each) : String(each)]),
  );
/** Follows `$ref` within the document. @throws DocumentError */
export const resolved = (value: unknown, document: JsonMap): JsonMap => follow(value, document) ?? {};
