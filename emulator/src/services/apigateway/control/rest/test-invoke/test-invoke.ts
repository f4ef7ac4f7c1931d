// TestInvokeMethod: a request to the API as it is now, through the steps of real ones but for the steps that decide who may call.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/apigateway';
import { findApi, findTakingMethod } from '#services/apigateway/control/rest/find';
import { snapshotOf } from '#services/apigateway/control/rest/stages/deployments';
import type { Exchange, RestAnswer } from '#services/apigateway/rest/exchange';
import { begun } from '#services/apigateway/rest/match';
import { newExchange } from '#services/apigateway/rest/new-exchange';
import { DeploymentProgram } from '#services/apigateway/rest/program';
import { type HeaderList, headerValues } from '#services/apigateway/rest/rest-request';
import { type RestSteps, run, STEPS } from '#services/apigateway/rest/steps';
import { withoutAccess } from '#services/apigateway/steps/run-steps';

const STAGE = 'test-invoke-stage';
/** A test leaves out who may call. */
const TESTED: RestSteps = withoutAccess(STEPS);

export const TestInvokeMethod = operation('TestInvokeMethod', async (input, ctx) => {
  const { restApiId, httpMethod, pathWithQueryString = '', body = '', stageVariables = {} } = input;
  const api = findApi(restApiId, ctx);
  const { resource, method } = findTakingMethod(input, ctx);
  const [path = '', rawQuery = ''] = (pathWithQueryString || resource.path).split('?', 2);
  const verb = httpMethod === 'ANY' ? 'GET' : httpMethod;
  const exchange = newExchange(
    {
      request: {
        method: verb,
        ...{ path, sentPath: path, rawQuery, body: Buffer.from(body), headers: givenHeaders(input) },
        ...{ remoteAddress: 'test-invoke-source-ip', domainName: 'testPrefix.testDomainName', port: '443', protocol: 'https' },
      },
      program: new DeploymentProgram(snapshotOf(api, ctx)),
      stage: { apiId: restApiId, stage: STAGE, deploymentId: undefined, variables: stageVariables, isCanary: undefined, isTraced: false },
    },
    ctx,
  );
  // The path chooses no method: it gives parameters where it is one of the resource (recorded in September 2025).
  const routed = exchange.program.route(verb, path);
  const pathParameters = routed?.value.resourceId === resource.id ? routed.parameters : {};
  const matched = { resourceId: resource.id, resourcePath: resource.path, method, pathParameters };
  const answer = await run(exchange, { ...TESTED, match: () => begun(exchange, matched) }, ctx);
  return shown(exchange, answer, ctx);
});

interface GivenHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>> | undefined;
}

export const givenHeaders = ({ headers = {}, multiValueHeaders = {} }: GivenHeaders): HeaderList => [
  ...Object.entries(headers),
  ...Object.entries(multiValueHeaders).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
];

function shown(exchange: Exchange, { status, headers, body }: RestAnswer, ctx: Ctx) {
  // The gateway's own answers are told without their type (recorded in September 2025).
  const told = exchange.failed ? headers.filter(([name]) => name !== 'Content-Type') : headers;
  const { single, multi } = headerValues(told);
  return {
    status,
    body: Buffer.isBuffer(body) ? body.toString() : '',
    headers: single,
    multiValueHeaders: multi,
    log: exchange.log.text,
    latency: ctx.now() - exchange.startedMs,
  };
}
