// `Functions` and `Resolvers` of a GraphQL API: pipelines of functions.
import { invalidResource } from '#sam/problems';
import type { Properties } from '#sam/property-rules';
import type { MadeResource } from '#sam/resource';
import { type Block, compact, filled, get, getAtt, isBlock, isText, type Value } from '#sam/values';
import type { MakeResource } from './make-resource.ts';

interface Api {
  readonly id: string;
  readonly apiId: Value;
  readonly schemaId: string;
  readonly names: ReadonlyMap<string, Block>;
  readonly make: MakeResource;
}

/** The code of a resolver that only passes on what its functions return. */
const PASS_ON = `
export function request(ctx) {
    return {};
}

export function response(ctx) {
    return ctx.prev.result;
}
`;

export function resolversAndFunctions(api: Api, properties: Properties): MadeResource[] {
  const none: MadeResource[] = [];
  const ids = new Map<string, Value>();
  const functions = entries(properties.Functions).flatMap(([name, each]) => functionOf(api, name, each, ids, none));
  const resolvers = entries(properties.Resolvers).flatMap(([type, fields]) =>
    entries(fields).map(([name, each]) => resolverOf(api, type, name, each, ids)),
  );
  return [...functions, ...resolvers, ...none];
}

const entries = (value: Value | undefined): [string, Block][] => (isBlock(value) ? (Object.entries(value) as [string, Block][]) : []);

/** The name of a function's data source. The source `NONE` is made where the first function uses it. */
function sourceName(api: Api, name: string, source: Value | undefined, none: MadeResource[]): Value {
  if (!filled(source)) throw invalidResource(name, "'DataSource' must be set.");
  if (!isText(source)) return source!;
  if (source.toLowerCase() === 'none') {
    const id = `${api.id}NoneDataSource`;
    if (none.length === 0) none.push(api.make(id, 'AWS::AppSync::DataSource', { ApiId: api.apiId, Name: id, Type: 'NONE' }));
    return getAtt(id, 'Name');
  }
  const found = api.names.get(source);
  if (found === undefined)
    throw invalidResource(
      name,
      `Either define DataSource '${source}' in 'DataSources' or use intrinsic function like GetAtt, ImportValue, Sub or another one to reference a DataSource defined outside of this GraphQLApi resource.`,
    );
  return found;
}

const both = (name: string): Error => invalidResource(name, "Both 'InlineCode' and 'CodeUri' cannot be defined at the same time.");

function runtimeOf(name: string, declared: Block): Block {
  const runtime = get(declared, 'Runtime');
  if (!filled(runtime)) throw invalidResource(name, `'Runtime' must be defined as a property in ${name}.`);
  return compact({ Name: get(runtime, 'Name'), RuntimeVersion: get(runtime, 'Version') });
}

function functionOf(api: Api, name: string, declared: Block, ids: Map<string, Value>, none: MadeResource[]): MadeResource[] {
  const id = get(declared, 'Id');
  if (filled(id)) {
    if (Object.keys(declared).length !== 1) throw invalidResource(name, "'Id' cannot be defined with other properties in Function.");
    ids.set(name, id!);
    return [];
  }
  const [inline, uri] = [get(declared, 'InlineCode'), get(declared, 'CodeUri')];
  if (filled(inline) && filled(uri)) throw both(name);
  if (!filled(inline) && !filled(uri)) throw invalidResource(name, "One of 'InlineCode' or 'CodeUri' must be set.");
  const sync = get(declared, 'Sync');
  const made = api.make(`${api.id}${name}`, 'AWS::AppSync::FunctionConfiguration', {
    ApiId: api.apiId,
    Name: filled(get(declared, 'Name')) ? declared.Name : name,
    Code: filled(inline) ? inline : undefined,
    CodeS3Location: filled(inline) ? undefined : uri,
    DataSourceName: sourceName(api, name, get(declared, 'DataSource'), none),
    MaxBatchSize: get(declared, 'MaxBatchSize'),
    Description: get(declared, 'Description'),
    Runtime: runtimeOf(name, declared),
    SyncConfig: filled(sync) ? sync : undefined,
  });
  ids.set(name, getAtt(made.id, 'FunctionId'));
  return [made];
}

function resolverOf(api: Api, type: string, name: string, declared: Block, ids: ReadonlyMap<string, Value>): MadeResource {
  const [inline, uri] = [get(declared, 'InlineCode'), get(declared, 'CodeUri')];
  if (filled(inline) && filled(uri)) throw both(name);
  const own = filled(inline) || filled(uri);
  const code = own
    ? { Code: inline, CodeS3Location: uri, Runtime: runtimeOf(name, declared) }
    : { Code: PASS_ON, Runtime: { Name: 'APPSYNC_JS', RuntimeVersion: '1.0.0' } };
  const pipeline = get(declared, 'Pipeline');
  if (!filled(pipeline) || !Array.isArray(pipeline))
    throw invalidResource(
      name,
      `Resolver '${name}' must have Pipeline defined. Unit resolvers are not supported. If you need a Unit resolver you can use AppSync resource.`,
    );
  const functions = pipeline.map((each) => {
    const found = ids.get(String(each));
    if (found === undefined) throw invalidResource(name, `Function '${String(each)}' does not exist.`);
    return found;
  });
  const size = get(declared, 'MaxBatchSize');
  return api.make(
    `${api.id}${type}${name}`,
    'AWS::AppSync::Resolver',
    {
      ...code,
      ApiId: api.apiId,
      FieldName: filled(get(declared, 'FieldName')) ? declared.FieldName : name,
      TypeName: type,
      Kind: 'PIPELINE',
      PipelineConfig: { Functions: functions },
      CachingConfig: filled(get(declared, 'Caching')) ? declared.Caching : undefined,
      MaxBatchSize: filled(size) ? size : undefined,
    },
    [api.schemaId],
  );
}
