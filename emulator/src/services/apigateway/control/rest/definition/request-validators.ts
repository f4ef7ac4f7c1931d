// CreateRequestValidator, GetRequestValidator, GetRequestValidators, UpdateRequestValidator, DeleteRequestValidator.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation, type RequestValidator } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, noSuch } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { flag, text } from '#services/apigateway/control/rest/patch/patch-paths';
import { apis, validators } from '#services/apigateway/rest-state';

function checkName(name: string): void {
  if (name === '') throw bad('Request Validator name cannot be blank');
}

function find(api: string, id: string, ctx: Ctx): Frozen<RequestValidator> {
  const validator = ctx.records(validators).get([api, id]);
  if (!validator) throw noSuch('Request Validator');
  return validator;
}

export const CreateRequestValidator = operation('CreateRequestValidator', ({ restApiId, ...input }, ctx) => {
  // The cloud's answer for an API that does not exist differs here (recorded).
  if (!ctx.records(apis).has([restApiId])) throw bad('Invalid REST API identifier specified');
  const { name, validateRequestBody = false, validateRequestParameters = false } = input;
  if (name !== undefined) checkName(name);
  const validator: RequestValidator = { id: newId(ctx, 6), name, validateRequestBody, validateRequestParameters };
  ctx.write((tx) => tx.put(ctx.records(validators), [restApiId, validator.id!], validator));
  return validator;
});

export const GetRequestValidator = operation('GetRequestValidator', (input, ctx) => find(input.restApiId, input.requestValidatorId, ctx));

export const GetRequestValidators = operation('GetRequestValidators', ({ restApiId, ...page }, ctx) => {
  findApi(restApiId, ctx);
  return listed(ctx.records(validators), [restApiId], page, (validator) => validator);
});

const PATHS: readonly PatchPath<RequestValidator>[] = [
  text('/name', checkName),
  flag('/validateRequestParameters'),
  flag('/validateRequestBody'),
];

export const UpdateRequestValidator = operation('UpdateRequestValidator', (input, ctx) => {
  const { restApiId, requestValidatorId: id, patchOperations } = input;
  const validator = patched<RequestValidator>(find(restApiId, id, ctx), patchOperations, PATHS, 'listed');
  ctx.write((tx) => tx.put(ctx.records(validators), [restApiId, id], validator));
  return validator;
});

export const DeleteRequestValidator = operation('DeleteRequestValidator', ({ restApiId, requestValidatorId: id }, ctx) => {
  find(restApiId, id, ctx);
  ctx.write((tx) => tx.delete(ctx.records(validators), [restApiId, id]));
});
