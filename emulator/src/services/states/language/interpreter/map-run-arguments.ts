// The settings of a distributed Map state: the source of its items, the input made of each, batches, and the place of results.
import { Effort } from '#services/states/language/effort';
import { evaluateTemplate } from '#services/states/language/expressions/evaluate';
import { RUNTIME, StateFailure } from '#services/states/language/faults';
import { isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { fillTemplate } from '#services/states/language/template';
import type { Environment, ItemBatcher, ItemReader, ItemSelection, MapRunCommand, ResultWriter } from './commands.ts';
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

/** The input that an item makes. @throws PathError, IntrinsicError, QueryError */
export function selectItem(
  { template, isJsonata, input, context, variables }: ItemSelection,
  item: Json,
  index: number,
  environment: Pick<Environment, 'expressions' | 'nowMs' | 'random' | 'uuid'>,
): Json {
  const around: JsonObject = { ...context, Map: { Item: { Index: index, Value: item } } };
  const { expressions } = environment;
  const effort = new Effort();
  if (isJsonata && expressions) {
    const bindings = { ...variables, states: { input, context: around } };
    return evaluateTemplate(template, 'ItemSelector', { expressions, chance: environment, bindings, effort });
  }
  const roots = { $: input, context: () => around, variable: (name: string) => memberOf(variables, name), effort };
  return fillTemplate(template, roots, environment);
}
