// GetModelTemplate: a mapping template that shows the shape of a model, with sample values.
// https://docs.aws.amazon.com/apigateway/latest/api/API_GetModelTemplate.html
import { table } from '#lib/table';
import { operation } from '#model/apigateway';
import { findApi } from '#services/apigateway/control/rest/find';
import { findModel } from './models.ts';

const SAMPLES: Readonly<Record<string, string>> = table({ string: '"foo"', integer: '42', number: '3.14', boolean: 'true', null: 'null' });
const MAX_DEPTH = 20;

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function sampleOf({ type, properties, items }: Schema, indent: string, depth: number): string {
  if (depth > MAX_DEPTH) return '{}';
  const below = `${indent}  `;
  if (type === 'array' || items !== undefined) {
    const each = sampleOf(items ?? {}, below, depth + 1);
    const lines = ['## Update this foreach loop to reference array from input json', '#foreach($elem in [1,2,3])'];
    return `[\n${lines.join('\n')}\n${below}${each} #if($foreach.hasNext),#end\n#end\n${indent}]`;
  }
  if (properties === undefined) return (typeof type === 'string' ? SAMPLES[type] : undefined) ?? '{}';
  const members = Object.entries(properties).map(
    ([name, schema]) => `${below}${JSON.stringify(name)} : ${sampleOf(schema, below, depth + 1)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

export const GetModelTemplate = operation('GetModelTemplate', ({ restApiId, modelName }, ctx) => {
  findApi(restApiId, ctx);
  const schema = JSON.parse(findModel(restApiId, modelName, ctx).schema ?? '{}') as Schema;
  return { value: `#set($inputRoot = $input.path('$'))\n${sampleOf(schema, '', 0)}` };
});
