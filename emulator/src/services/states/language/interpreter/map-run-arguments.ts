// The settings of a distributed Map state: the source of its items, the input made of each, batches, and the place of results.
import { RUNTIME, StateFailure } from '#services/states/language/faults';
import { isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import type { Query } from '#services/states/language/queries/query';
import type { ItemBatcher, ItemReader, ItemSelection, MapRunCommand, ResultWriter } from './commands.ts';
import { inputOf } from './data-flow.ts';
import { type Scope, stateAt } from './scope.ts';

type MapRunArguments = Pick<MapRunCommand, 'reader' | 'selection' | 'batcher' | 'writer'>;

export function mapRunArguments(scope: Scope): MapRunArguments {
  const { ItemReader: reader, ItemBatcher: batcher, ResultWriter: writer } = scope.definition.state;
  return {
    reader: reader && readerIn(reader, scope),
    selection: selectionIn(scope),
    batcher: batcher && batcherIn(batcher, scope),
    writer: writer && writerIn(writer, scope),
  };
}

/** Templates of a part of the state: `Arguments` of expressions, `Parameters` of paths. */
function parametersOf(part: JsonObject, field: string, scope: Scope): Json | undefined {
  const name = scope.definition.isJsonata ? 'Arguments' : 'Parameters';
  return filledMember(part, name, field, scope);
}

function filledMember(part: JsonObject, name: string, field: string, scope: Scope): Json | undefined {
  const template = memberOf(part, name);
  if (template === undefined) return undefined;
  return scope.definition.isJsonata ? scope.evaluate(template, `${field}/${name}`) : scope.fill(template, inputOf(scope));
}

/** A number that may stand there as a path (`MaxItemsPath`), or as an expression. */
function numberOf(part: JsonObject, name: string, field: string, scope: Scope): number | undefined {
  const path = memberOf(part, `${name}Path`);
  const value = typeof path === 'string' ? scope.select(path, inputOf(scope)) : filledMember(part, name, field, scope);
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number)) return number;
  const problem = `The ${name}Path field refers to value "${typeof value === 'string' ? value : JSON.stringify(value)}" which is not a valid integer: ${String(path)}`;
  throw new StateFailure(RUNTIME, stateAt(scope.thread, scope.turn) + problem);
}

function readerIn(reader: JsonObject, scope: Scope): ItemReader {
  const config = memberOf(reader, 'ReaderConfig');
  const settings = isObject(config) ? config : {};
  return {
    resource: String(reader['Resource']),
    parameters: parametersOf(reader, 'ItemReader', scope) ?? {},
    config: settings,
    maxItems: numberOf(settings, 'MaxItems', 'ItemReader/ReaderConfig', scope),
  };
}

function batcherIn(batcher: JsonObject, scope: Scope): ItemBatcher {
  return {
    maxItems: numberOf(batcher, 'MaxItemsPerBatch', 'ItemBatcher', scope),
    maxBytes: numberOf(batcher, 'MaxInputBytesPerBatch', 'ItemBatcher', scope),
    input: filledMember(batcher, 'BatchInput', 'ItemBatcher', scope),
  };
}

function writerIn(writer: JsonObject, scope: Scope): ResultWriter {
  const config = memberOf(writer, 'WriterConfig');
  const parameters = parametersOf(writer, 'ResultWriter', scope);
  return { parameters: isObject(parameters) ? parameters : undefined, config: isObject(config) ? config : {} };
}

/** Items of readers arrive later, so what their selector may refer to is kept. */
function selectionIn(scope: Scope): ItemSelection | undefined {
  const { state, isJsonata } = scope.definition;
  const template = state.ItemSelector ?? (isJsonata ? undefined : state.Parameters);
  if (template === undefined || !state.ItemReader) return undefined;
  return { template, isJsonata, input: inputOf(scope), context: scope.context, variables: scope.variables };
}

/** The inputs that items make; `from` is the number of the first one. */
export function itemsQuery({ template, isJsonata, input, context, variables }: ItemSelection, items: readonly Json[], from: number): Query {
  const selected = { selector: template, items, from, context };
  if (isJsonata) return { kind: 'items', bindings: { ...variables, states: { input, context } }, ...selected };
  const variable = (name: string) => memberOf(variables, name);
  const roots = { $: input, context: () => context, variable, variables: () => variables };
  return { kind: 'pathItems', roots, ...selected };
}
