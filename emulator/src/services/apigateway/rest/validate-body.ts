// Validates the body of a request against the model for its content type, where the method's validator says so.
import { own } from '#lib/table';
import { modelValidator } from '#services/apigateway/program/model-validator';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError, internalError } from './gateway-error.ts';
import { headerOf } from './rest-request.ts';

export async function validateBody(exchange: MatchedExchange): Promise<void> {
  const { method } = exchange.matched;
  const { program, request, log } = exchange;
  if (!program.validator(method.requestValidatorId)?.validateRequestBody) return;
  const type = (headerOf(request.headers, 'content-type') ?? 'application/json').split(';', 1)[0]!.trim().toLowerCase();
  const models = method.requestModels ?? {};
  const name = own(models, type) ?? models['$default'];
  if (name === undefined) return;
  const validate = await program
    .validatorOf(name, () => modelValidator(program.snapshot.models, name))
    .catch((error: Error) => {
      log.write(`Execution failed due to configuration error: ${error.message}`);
      throw internalError(`the model ${name} cannot be used: ${error.message}`);
    });
  // No body is an empty object (recorded).
  const problems = validate?.(parsed(request.body.toString() || '{}')) ?? [];
  if (problems.length === 0) return;
  log.write(`Request body does not match model schema for content type ${type}: [${problems.join(', ')}]`);
  throw new GatewayError('BAD_REQUEST_BODY', { validationErrors: problems, reason: `its body is no ${name}: ${problems.join(', ')}` });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GatewayError('BAD_REQUEST_BODY', { validationErrors: ['Unable to parse the body as JSON'], reason: 'its body is no JSON' });
  }
}
