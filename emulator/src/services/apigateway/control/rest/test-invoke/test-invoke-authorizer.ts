// TestInvokeAuthorizer: asks the authorizer as a request to the API would, and tells what it answered.
import { operation } from '#model/apigateway';
import { bad, noSuch } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { snapshotOf } from '#services/apigateway/control/rest/stages/deployments';
import { GatewayError } from '#services/apigateway/rest/gateway-error';
import { askAuthorizer } from '#services/apigateway/rest/lambda-authorizer';
import { newExchange } from '#services/apigateway/rest/new-exchange';
import { DeploymentProgram } from '#services/apigateway/rest/program';
import { authorizers } from '#services/apigateway/rest-state';
import { givenHeaders } from './test-invoke.ts';

export const TestInvokeAuthorizer = operation('TestInvokeAuthorizer', async (input, ctx) => {
  const { restApiId, authorizerId, pathWithQueryString = '/', body = '', stageVariables = {}, additionalContext } = input;
  const api = findApi(restApiId, ctx);
  const authorizer = ctx.records(authorizers).get([restApiId, authorizerId]);
  if (!authorizer) throw noSuch('Authorizer');
  if (authorizer.type === 'COGNITO_USER_POOLS')
    throw bad('Authorizers of user pools cannot be tested here: their tokens are not judged yet');
  const [path = '', rawQuery = ''] = pathWithQueryString.split('?', 2);
  const begun = newExchange(
    {
      request: {
        ...{ method: 'GET', path, sentPath: path, rawQuery, body: Buffer.from(body), headers: givenHeaders(input) },
        ...{ remoteAddress: 'test-invoke-source-ip', domainName: 'testPrefix.testDomainName', port: '443', protocol: 'https' },
      },
      program: new DeploymentProgram(snapshotOf(api, ctx)),
      stage: {
        apiId: restApiId,
        stage: 'test-invoke-stage',
        deploymentId: undefined,
        variables: stageVariables,
        isCanary: undefined,
        isTraced: false,
      },
    },
    ctx,
  );
  const matched = { resourceId: 'test-invoke-resource-id', resourcePath: path, method: {}, pathParameters: {} };
  const exchange = Object.assign(begun, { matched });
  for (const [name, value] of Object.entries(additionalContext ?? {})) exchange.context.set(name, value);
  const shown = (clientStatus: number, more: object) => ({
    clientStatus,
    log: exchange.log.text,
    latency: ctx.now() - exchange.startedMs,
    ...more,
  });
  try {
    const { principalId, policyText, context } = await askAuthorizer(authorizer, exchange, ctx);
    return shown(0, { principalId, policy: policyText, authorization: {}, claims: context });
  } catch (error) {
    if (error instanceof GatewayError) return shown(error.status, {});
    throw error;
  }
});
