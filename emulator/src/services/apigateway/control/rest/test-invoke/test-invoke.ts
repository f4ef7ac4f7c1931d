// TestInvokeMethod: a request to the API as it is now, through the steps of real ones but for the steps that decide who may call.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/apigateway';
import { findApi, findMethod } from '#services/apigateway/control/rest/find';
import { snapshotOf } from '#services/apigateway/control/rest/stages/deployments';
import { type Exchange, required } from '#services/apigateway/rest/exchange';
import { newExchange } from '#services/apigateway/rest/new-exchange';
import { DeploymentProgram } from '#services/apigateway/rest/program';
import { type HeaderList, headerValues } from '#services/apigateway/rest/rest-request';
import { ALL_STEPS, run, type StepName } from '#services/apigateway/rest/steps';

const STAGE = 'test-invoke-stage';
/** Steps of access control, which a test leaves out. */
const LEFT_OUT: readonly StepName[] = ['policy', 'authorize', 'key', 'throttle'];
const TESTED_STEPS = ALL_STEPS.filter((name) => !LEFT_OUT.includes(name));

export const TestInvokeMethod = operation('TestInvokeMethod', async (input, ctx) => {
  const { restApiId, httpMethod, pathWithQueryString = '', body = '', stageVariables = {} } = input;
  const api = findApi(restApiId, ctx);
  const { resource } = findMethod(input, ctx);
  const [path = '', rawQuery = ''] = (pathWithQueryString || resource.path).split('?', 2);
  const exchange = newExchange(
    {
      ...{
        method: httpMethod === 'ANY' ? 'GET' : httpMethod,
        path,
        sentPath: path,
        rawQuery,
        body: Buffer.from(body),
        headers: givenHeaders(input),
      },
      ...{ remoteAddress: 'test-invoke-source-ip', domainName: 'testPrefix.testDomainName', port: '443', protocol: 'https' },
    },
    new DeploymentProgram(snapshotOf(api, ctx)),
    { apiId: restApiId, stage: STAGE, deploymentId: undefined, variables: stageVariables, isCanary: false },
    ctx,
  );
  await run(exchange, TESTED_STEPS, ctx);
  return shown(exchange, ctx);
});

interface GivenHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>> | undefined;
}

export const givenHeaders = ({ headers = {}, multiValueHeaders = {} }: GivenHeaders): HeaderList => [
  ...Object.entries(headers),
  ...Object.entries(multiValueHeaders).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
];

function shown(exchange: Exchange, ctx: Ctx) {
  const { status, headers, body } = required(exchange.answer);
  const { single, multi } = headerValues(headers);
  return {
    status,
    body: Buffer.isBuffer(body) ? body.toString() : '',
    headers: single,
    multiValueHeaders: multi,
    log: exchange.log.text,
    latency: ctx.now() - exchange.startedMs,
  };
}
