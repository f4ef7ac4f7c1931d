// Makes the request to the integration, by its type.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import type { IntegrationAnswer, MappedExchange } from '#services/apigateway/rest/exchange';
import { internalError } from '#services/apigateway/rest/gateway-error';
import { awsService } from './aws-service.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { lambdaProxy } from './lambda-proxy.ts';
import { mock } from './mock.ts';

type Integrate = (exchange: MappedExchange, ctx: Ctx) => IntegrationAnswer | Promise<IntegrationAnswer>;

const BY_TYPE: Readonly<Record<string, Integrate>> = table({
  MOCK: mock,
  AWS_PROXY: lambdaProxy,
  AWS: awsService,
  HTTP: httpEndpoint,
  HTTP_PROXY: httpEndpoint,
});

/** Step. @throws GatewayError */
export async function integrate(exchange: MappedExchange, ctx: Ctx): Promise<{ readonly integrationAnswer: IntegrationAnswer }> {
  const type = exchange.integrationRequest.integration.type ?? '';
  const make = BY_TYPE[type];
  if (!make) throw internalError(`an integration of the type ${type} is not understood`);
  return { integrationAnswer: await make(exchange, ctx) };
}
