// APIs and their parts as records: what is kept, what is refused, and in which words.
import { describe, expect, it } from 'vitest';
import { functionArn, invocationUri, useApis } from './use-apis.ts';

const fixture = useApis();
const refusal = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const target = { IntegrationType: 'AWS_PROXY' as const, IntegrationUri: functionArn('f'), PayloadFormatVersion: '2.0' };

describe('a stage that deploys automatically', () => {
  it('may name a deployment when it is made, and not later', async () => {
    const { api } = fixture;
    const { ApiId = '' } = await api.createApi({
      Name: 'auto',
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: '$request.body.action',
    });
    const { IntegrationId } = await api.createIntegration({ ApiId, IntegrationType: 'MOCK' });
    await api.createRoute({ ApiId, RouteKey: '$default', Target: `integrations/${IntegrationId}` });
    const { DeploymentId = '' } = await api.createDeployment({ ApiId });
    const stage = { ApiId, StageName: 'dev' };
    expect(await api.createStage({ ...stage, AutoDeploy: true, DeploymentId })).toMatchObject({
      AutoDeploy: true,
      DeploymentId: expect.any(String),
    });
    await expect(api.updateStage({ ...stage, DeploymentId })).rejects.toThrow('DeploymentId');
  });
});

describe('APIs', () => {
  it('are created, read, listed, updated and deleted', async () => {
    const { api } = fixture;
    const made = await api.createApi({ Name: 'pets', ProtocolType: 'HTTP', Description: 'all pets', Tags: { team: 'a' } });
    const { ApiId = '' } = made;
    expect(ApiId).toMatch(/^[a-z0-9]{10}$/);
    expect(made.ApiEndpoint).toBe(`http://${ApiId}.execute-api.localhost:${new URL(fixture.emulator.url).port}`);
    expect(made).toMatchObject({ RouteSelectionExpression: '$request.method $request.path', Tags: { team: 'a' } });
    expect(await api.getApi({ ApiId })).toMatchObject({ Name: 'pets', Description: 'all pets', DisableExecuteApiEndpoint: false });
    expect((await api.getApis({})).Items?.map((each) => each.ApiId)).toContain(ApiId);
    expect(await api.updateApi({ ApiId, Name: 'animals' })).toMatchObject({ Name: 'animals', Description: 'all pets' });
    await api.deleteApi({ ApiId });
    expect(await refusal(api.getApi({ ApiId }))).toMatch(/^NotFoundException: Invalid API identifier specified 000000000000:/);
  });

  it('of the WebSocket protocol need a selection of routes, and have neither CORS nor a target', async () => {
    const { api } = fixture;
    const socket = { Name: 'chat', ProtocolType: 'WEBSOCKET' as const };
    expect(await refusal(api.createApi(socket))).toMatch(/^BadRequestException: RouteSelectionExpression is required/);
    const selected = { ...socket, RouteSelectionExpression: '$request.body.action' };
    expect(await refusal(api.createApi({ ...selected, CorsConfiguration: {} }))).toMatch(/^BadRequestException: CORS/);
    expect(await refusal(api.createApi({ ...selected, Target: functionArn('f') }))).toMatch(/^BadRequestException: Quick create/);
    expect((await api.createApi(selected)).ApiEndpoint).toMatch(/^ws:\/\//);
  });

  it('take an id from a tag, once', async () => {
    const { api } = fixture;
    const chosen = { Name: 'x', ProtocolType: 'HTTP' as const, Tags: { _custom_id_: 'my-api' } };
    expect((await api.createApi(chosen)).ApiId).toBe('my-api');
    expect(await refusal(api.createApi(chosen))).toMatch(/^ConflictException: /);
  });

  it('made with a target have an integration, a route and a stage that belong to the service', async () => {
    const { api } = fixture;
    const { ApiId = '' } = await api.createApi({ Name: 'quick', ProtocolType: 'HTTP', Target: functionArn('f') });
    const [route] = (await api.getRoutes({ ApiId })).Items!;
    const [integration] = (await api.getIntegrations({ ApiId })).Items!;
    expect(route).toMatchObject({ RouteKey: '$default', ApiGatewayManaged: true, Target: `integrations/${integration!.IntegrationId}` });
    expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', IntegrationUri: functionArn('f') });
    expect(await api.getStage({ ApiId, StageName: '$default' })).toMatchObject({ AutoDeploy: true, ApiGatewayManaged: true });
    await api.updateApi({ ApiId, Target: functionArn('g') });
    expect((await api.getIntegrations({ ApiId })).Items![0]).toMatchObject({ IntegrationUri: functionArn('g') });
  });

  it('made with a target let their parts be changed, but for the key of the route and the integration itself', async () => {
    const { api } = fixture;
    const { ApiId = '' } = await api.createApi({ Name: 'quick', ProtocolType: 'HTTP', Target: functionArn('f') });
    const [{ RouteId } = {}] = (await api.getRoutes({ ApiId })).Items!;
    const [{ IntegrationId } = {}] = (await api.getIntegrations({ ApiId })).Items!;
    const kept = { Description: 'slow', TimeoutInMillis: 1000 };
    expect(await api.updateIntegration({ ApiId, IntegrationId, ...kept })).toMatchObject({ ...kept, ApiGatewayManaged: true });
    expect(await api.updateRoute({ ApiId, RouteId, OperationName: 'all' })).toMatchObject({
      OperationName: 'all',
      ApiGatewayManaged: true,
    });
    await api.updateApi({ ApiId, Target: functionArn('g') });
    expect(await api.getIntegration({ ApiId, IntegrationId })).toMatchObject({ ...kept, IntegrationUri: functionArn('g') });
    expect(await refusal(api.updateRoute({ ApiId, RouteId, RouteKey: 'GET /' }))).toMatch(/^BadRequestException: .*quick create/);
    await api.deleteRoute({ ApiId, RouteId });
    expect(await refusal(api.deleteIntegration({ ApiId, IntegrationId }))).toMatch(/^BadRequestException: .*quick create/);
  });
});

describe('routes', () => {
  it.each([
    ['pets', /Format should be/],
    ['FETCH /pets', /Format should be/],
    ['GET pets', /Format should be/],
    ['GET /{a}x', /whole segment/],
    ['GET /{a+}/b', /last segment/],
    ['GET /{a}/{a}', /one name/],
  ])('refuse the key %s', async (RouteKey, words) => {
    const { id: ApiId } = await fixture.httpApi();
    const message = await refusal(fixture.api.createRoute({ ApiId, RouteKey }));
    expect(message).toMatch(/^BadRequestException: /);
    expect(message).toMatch(words);
  });

  it('have one key each, and integrations and authorizers that exist', async () => {
    const { api } = fixture;
    const { id: ApiId } = await fixture.httpApi();
    await api.createRoute({ ApiId, RouteKey: 'GET /a' });
    expect(await refusal(api.createRoute({ ApiId, RouteKey: 'GET /a' }))).toBe(
      'ConflictException: Route with key GET /a already exists for this API',
    );
    const missing = { ApiId, RouteKey: 'GET /b', Target: 'integrations/nothere' };
    expect(await refusal(api.createRoute(missing))).toMatch(/^BadRequestException: Invalid Integration/);
    const jwt = { ApiId, RouteKey: 'GET /c', AuthorizationType: 'JWT' as const };
    expect(await refusal(api.createRoute(jwt))).toMatch(/^BadRequestException: AuthorizerId is required/);
    expect(await refusal(api.createRoute({ ...jwt, AuthorizerId: 'nothere' }))).toMatch(/^BadRequestException: Invalid Authorizer/);
  });

  it('keep integrations and authorizers that they use from being deleted', async () => {
    const { api } = fixture;
    const { id: ApiId } = await fixture.httpApi();
    const { IntegrationId = '' } = await api.createIntegration({ ApiId, ...target });
    const authorizer = { AuthorizerType: 'REQUEST' as const, AuthorizerUri: invocationUri('f'), AuthorizerPayloadFormatVersion: '2.0' };
    const { AuthorizerId = '' } = await api.createAuthorizer({
      ApiId,
      Name: 'a',
      IdentitySource: ['$request.header.Authorization'],
      ...authorizer,
    });
    const route = {
      ApiId,
      RouteKey: 'GET /a',
      Target: `integrations/${IntegrationId}`,
      AuthorizationType: 'CUSTOM' as const,
      AuthorizerId,
    };
    const { RouteId = '' } = await api.createRoute(route);
    expect(await refusal(api.deleteIntegration({ ApiId, IntegrationId }))).toMatch(/^ConflictException: /);
    expect(await refusal(api.deleteAuthorizer({ ApiId, AuthorizerId }))).toMatch(/^ConflictException: /);
    expect(await api.updateRoute({ ApiId, RouteId, AuthorizationType: 'NONE' })).not.toHaveProperty('AuthorizerId');
    await api.deleteRoute({ ApiId, RouteId });
    await api.deleteIntegration({ ApiId, IntegrationId });
    await api.deleteAuthorizer({ ApiId, AuthorizerId });
    expect((await api.getRoutes({ ApiId })).Items).toEqual([]);
  });
});

describe('integrations', () => {
  it.each([
    [{ ...target, PayloadFormatVersion: undefined }, /PayloadFormatVersion/],
    [{ ...target, IntegrationUri: 'https://example.com' }, /function ARN/],
    [{ IntegrationType: 'HTTP_PROXY', IntegrationUri: 'https://example.com' }, /HttpMethod/],
    [{ IntegrationType: 'HTTP_PROXY', IntegrationUri: 'example.com', IntegrationMethod: 'GET' }, /HTTP endpoint/],
    [{ IntegrationType: 'MOCK' }, /not supported/],
    [{ ...target, RequestTemplates: { a: 'b' } }, /RequestTemplates/],
    [{ IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-Nothing', PayloadFormatVersion: '1.0' }, /IntegrationSubtype/],
    [
      {
        IntegrationType: 'AWS_PROXY',
        IntegrationSubtype: 'SQS-SendMessage',
        PayloadFormatVersion: '1.0',
        CredentialsArn: 'arn:aws:iam::000000000000:role/r',
      },
      /\[QueueUrl, MessageBody\]/,
    ],
  ])('refuse %j', async (settings, words) => {
    const { id: ApiId } = await fixture.httpApi();
    const message = await refusal(fixture.api.createIntegration({ ApiId, ...(settings as typeof target) }));
    expect(message).toMatch(/^BadRequestException: /);
    expect(message).toMatch(words);
  });

  it('merge the parameters of an update, and remove those that are empty', async () => {
    const { api } = fixture;
    const { id: ApiId } = await fixture.httpApi();
    const http = { IntegrationType: 'HTTP_PROXY' as const, IntegrationUri: 'http://127.0.0.1:1', IntegrationMethod: 'GET' };
    const RequestParameters = { 'append:header.a': '1', 'append:header.b': '2' };
    const { IntegrationId = '' } = await api.createIntegration({ ApiId, ...http, RequestParameters });
    const changes = { 'append:header.a': '', 'append:header.c': '3' };
    expect(await api.updateIntegration({ ApiId, IntegrationId, RequestParameters: changes })).toMatchObject({
      RequestParameters: { 'append:header.b': '2', 'append:header.c': '3' },
      IntegrationUri: http.IntegrationUri,
    });
  });
});

describe('stages and deployments', () => {
  it('deploy what there is, and keep it', async () => {
    const { api } = fixture;
    const { ApiId = '' } = await api.createApi({ Name: 'x', ProtocolType: 'HTTP' });
    expect(await refusal(api.createDeployment({ ApiId }))).toMatch(/^BadRequestException: At least one route/);
    await api.createRoute({ ApiId, RouteKey: 'GET /a' });
    const { DeploymentId = '' } = await api.createDeployment({ ApiId, Description: 'first' });
    const stage = { ApiId, StageName: 'dev' };
    expect(await api.createStage({ ...stage, DeploymentId, StageVariables: { a: '1', b: '2' } })).toMatchObject({ DeploymentId });
    expect(await refusal(api.createStage(stage))).toBe('ConflictException: Stage already exists');
    expect(await api.updateStage({ ...stage, StageVariables: { a: '', c: '3' } })).toMatchObject({ StageVariables: { b: '2', c: '3' } });
    expect(await refusal(api.deleteDeployment({ ApiId, DeploymentId }))).toBe(
      'BadRequestException: Active stages pointing to this deployment must be moved or deleted',
    );
    const second = await api.createDeployment({ ApiId, StageName: 'dev' });
    expect((await api.getStage(stage)).DeploymentId).toBe(second.DeploymentId);
    await api.deleteDeployment({ ApiId, DeploymentId });
    await api.deleteStage(stage);
    expect(await refusal(api.getStage(stage))).toBe('NotFoundException: Invalid stage identifier specified dev');
  });

  it('deploy automatically, where a stage says so', async () => {
    const { api } = fixture;
    const { id: ApiId } = await fixture.httpApi();
    const before = (await api.getStage({ ApiId, StageName: '$default' })).DeploymentId;
    await api.createRoute({ ApiId, RouteKey: 'GET /a' });
    const { DeploymentId, LastDeploymentStatusMessage } = await api.getStage({ ApiId, StageName: '$default' });
    expect(DeploymentId).not.toBe(before);
    expect(LastDeploymentStatusMessage).toBe(`Successfully deployed stage with deployment ID '${DeploymentId}'`);
    expect(await api.getDeployment({ ApiId, DeploymentId })).toMatchObject({ AutoDeployed: true, DeploymentStatus: 'DEPLOYED' });
  });
});

describe('tags', () => {
  it.each(['apis/API', 'apis/API/stages/$default'])('of %s are set and removed', async (path) => {
    const { api } = fixture;
    const { id } = await fixture.httpApi();
    const ResourceArn = `arn:aws:apigateway:us-east-1::/${path.replace('API', id)}`;
    await api.tagResource({ ResourceArn, Tags: { a: '1', b: '2' } });
    await api.untagResource({ ResourceArn, TagKeys: ['a'] });
    expect((await api.getTags({ ResourceArn })).Tags).toEqual({ b: '2' });
  });

  it('of nothing are not found', async () => {
    expect(await refusal(fixture.api.getTags({ ResourceArn: 'arn:aws:apigateway:us-east-1::/apis/nothere' }))).toMatch(
      /^NotFoundException/,
    );
    expect(await refusal(fixture.api.getTags({ ResourceArn: 'arn:aws:sqs:us-east-1:000000000000:q' }))).toMatch(/^BadRequestException/);
  });
});
