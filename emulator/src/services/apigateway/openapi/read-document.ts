// Reads an OpenAPI document, in JSON or YAML, and follows references within it.
import type { RegionScope } from '#core/region-scope';
import { partitionOf } from '#lib/arn';
import { isObject } from '#lib/json-object';
import { withoutMark } from '#lib/read-text';
import { table } from '#lib/table';
import { loadYaml, YamlProblem } from '#lib/yaml/load-yaml';
import { DocumentError } from './document-error.ts';

export type Node = Readonly<Record<string, unknown>>;

/** Limit: characters of an OpenAPI document. */
const MAX_CHARACTERS = 6 * 1024 * 1024;
/** Limit: references from one to the next in an OpenAPI document. */
const MAX_REFERENCES = 50;

const VARIABLE = /\$\{AWS::(AccountId|Partition|Region)\}/g;

/** The text with the variables that imports resolve. https://docs.aws.amazon.com/apigateway/latest/developerguide/import-api-aws-variables.html */
function withVariables(text: string, { account, region }: RegionScope): string {
  const values: Readonly<Record<string, string>> = table({ AccountId: account, Partition: partitionOf(region), Region: region });
  return text.replace(VARIABLE, (variable, name: string) => values[name] ?? variable);
}

/** `scope`: where the API is imported. @throws DocumentError */
export async function readDocument(given: string, scope: RegionScope): Promise<Node> {
  if (given.length > MAX_CHARACTERS) throw new DocumentError('the document has more than 6 MB');
  const text = withVariables(withoutMark(given), scope);
  const value = parsedJson(text) ?? (await parsedYaml(text));
  if (!isNode(value)) throw new DocumentError('the document is neither JSON nor YAML with an object at its top');
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function parsedYaml(text: string): Promise<unknown> {
  try {
    return await loadYaml(text);
  } catch (error) {
    throw error instanceof YamlProblem ? new DocumentError(error.message) : error;
  }
}

export const isNode = isObject<Node>;
export const nodeAt = (value: unknown, name: string): Node | undefined => (isNode(value) && isNode(value[name]) ? value[name] : undefined);
export const textAt = (value: Node | undefined, name: string): string | undefined =>
  typeof value?.[name] === 'string' || typeof value?.[name] === 'number' ? String(value[name]) : undefined;

/** The node behind `$ref`, within the document only. @throws DocumentError for cycles, and for references to other documents */
export function resolved(value: unknown, document: Node): Node | undefined {
  let node = value;
  for (let followed = 0; isNode(node) && typeof node['$ref'] === 'string'; followed++) {
    const reference = node['$ref'];
    if (followed === MAX_REFERENCES) throw new DocumentError(`the reference ${reference} leads back to itself`);
    if (!reference.startsWith('#/')) throw new DocumentError(`the reference ${reference} leads out of the document`);
    const names = reference
      .slice(2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    node = names.reduce<unknown>((at, name) => (isNode(at) && Object.hasOwn(at, name) ? at[name] : undefined), document);
    if (node === undefined) throw new DocumentError(`the reference ${reference} leads to nothing`);
  }
  return isNode(node) ? node : undefined;
}
