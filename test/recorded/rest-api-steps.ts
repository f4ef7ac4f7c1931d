// Steps that recorded cases of REST APIs share.
import { localstack, refused, type Step } from './case.ts';

/** A test of LocalStack's of the control plane. */
export const test = (name: string): string => localstack(`apigateway/test_apigateway_api.py::${name}`);
export const restApiId = '{api.id}';
export const root = '{api.rootResourceId}';
export const create: Step = { call: 'apigateway.CreateRestApi', input: { name: '{id}' }, as: 'api' };
export const patch = (op: string, path: string, value?: string) => ({
  patchOperations: [{ op, path, ...(value === undefined ? {} : { value }) }],
});

type Refusal = (operation: string, input: object, message: string) => Step;
const refusing =
  (code: string, status: number): Refusal =>
  (operation, input, message) =>
    refused(`apigateway.${operation}`, input as Record<string, unknown>, code, message, { status });
export const bad = refusing('BadRequestException', 400);
export const missing = refusing('NotFoundException', 404);
export const conflict = refusing('ConflictException', 409);
export const invalid = refusing('ValidationException', 400);

export const NO_API = 'Invalid API identifier specified {account}:nowhere0';
export const NO_RESOURCE = 'Invalid Resource identifier specified';
