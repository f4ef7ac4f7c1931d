// MOCK integrations: the request template says the status, and nothing else happens.
import type { IntegrationAnswer, MappedExchange } from '#services/apigateway/rest/exchange';
import { internalError } from '#services/apigateway/rest/gateway-error';

/** Lenient JSON, as recorded: names and texts without quotes, `{statusCode: 200}`. */
const STATUS = /^\s*\{[\s\S]*?["']?statusCode["']?\s*:\s*["']?(\d{3})["']?\s*[,}]/;

export function mock(exchange: MappedExchange): IntegrationAnswer {
  const body = exchange.integrationRequest.body.toString();
  const status = STATUS.exec(body)?.[1];
  if (status === undefined) {
    exchange.log.write(
      'Execution failed due to configuration error: Unable to parse statusCode. It should be an integer that is defined in the request template for the MOCK integration',
    );
    throw internalError('the request template of the mock sets no statusCode');
  }
  return { status: Number(status), headers: [], body: Buffer.from(''), selector: status, isProxied: false };
}
