// Functions of pipelines.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CreateFunctionRequest, type FunctionConfiguration, operation } from '#model/appsync';
import { bad } from '#services/appsync/faults';
import { pageOfValues } from '#services/appsync/pages';
import { functions, type PipelineFunction, resolvers } from '#services/appsync/state';
import { changeApi, findApi, findDataSource, findFunction, partArn } from './find.ts';
import { checkRunnable } from './resolver-code.ts';

const ID_LENGTH = 26;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ID_ALPHABET = `${LETTERS}234567`;
const FIRST_VERSION = '2018-05-29';

const shown = (apiId: string, fn: Frozen<PipelineFunction>, ctx: Ctx): FunctionConfiguration => ({
  ...(fn as PipelineFunction),
  functionArn: partArn(apiId, `functions/${fn.functionId}`, ctx),
});

/** @throws Fault BadRequestException, NotFoundException */
function functionOf({ apiId, ...given }: CreateFunctionRequest, functionId: string, ctx: Ctx): PipelineFunction {
  findDataSource(apiId, given.dataSourceName, ctx);
  checkRunnable(given);
  const version = given.functionVersion || (given.runtime ? undefined : FIRST_VERSION);
  if (version !== undefined && version !== FIRST_VERSION)
    throw bad(`The function version ${version} is not supported: it is ${FIRST_VERSION}.`);
  return { ...given, functionId, functionVersion: version, maxBatchSize: given.maxBatchSize ?? 0 };
}

export const CreateFunction = operation('CreateFunction', (input, ctx) => {
  const api = findApi(input.apiId, ctx);
  const fn = functionOf(input, `${ctx.random(1, LETTERS)}${ctx.random(ID_LENGTH - 1, ID_ALPHABET)}`, ctx);
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [api.id, fn.functionId], fn);
    changeApi(tx, api, ctx);
  });
  return { functionConfiguration: shown(api.id, fn, ctx) };
});

export const GetFunction = operation('GetFunction', ({ apiId, functionId }, ctx) => {
  findApi(apiId, ctx);
  return { functionConfiguration: shown(apiId, findFunction(apiId, functionId, ctx), ctx) };
});

export const ListFunctions = operation('ListFunctions', (input, ctx) => {
  const { id } = findApi(input.apiId, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(functions), [id], input);
  return { functions: items.map((fn) => shown(id, fn, ctx)), nextToken };
});

export const UpdateFunction = operation('UpdateFunction', ({ functionId, ...input }, ctx) => {
  const api = findApi(input.apiId, ctx);
  findFunction(api.id, functionId, ctx);
  const fn = functionOf(input, functionId, ctx);
  ctx.write((tx) => {
    tx.put(ctx.records(functions), [api.id, functionId], fn);
    changeApi(tx, api, ctx);
  });
  return { functionConfiguration: shown(api.id, fn, ctx) };
});

export const DeleteFunction = operation('DeleteFunction', ({ apiId, functionId }, ctx) => {
  const api = findApi(apiId, ctx);
  findFunction(apiId, functionId, ctx);
  const isUsed = ctx
    .records(resolvers)
    .range([apiId])
    .some(({ pipelineConfig }) => pipelineConfig?.functions?.includes(functionId));
  if (isUsed) throw bad('Cannot delete a function which is currently used by a resolver');
  ctx.write((tx) => {
    tx.delete(ctx.records(functions), [apiId, functionId]);
    changeApi(tx, api, ctx);
  });
});
