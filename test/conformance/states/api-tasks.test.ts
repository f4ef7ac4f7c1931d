// Tasks that call APIs of API Gateway, by the name that the cloud gives them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { IAM } from '@aws-sdk/client-iam';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

let machines: Machines;
let ApiEndpoint: string;
beforeAll(async () => {
  machines = await useMachines();
  ApiEndpoint = await makeApi();
});
afterAll(async () => {
  echo.close();
  await machines.emulator.stop();
});

/** The endpoint behind the API, which answers with what it is sent. */
const echo: Server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { searchParams } = new URL(request.url!, 'http://echo');
  const { method, headers } = request;
  const seen = {
    method,
    query: searchParams.get('q'),
    own: headers['x-own'],
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(seen));
});

/** An API that answers with what it was sent, at /echo for everybody and at /signed for those who sign. */
async function makeApi(): Promise<string> {
  const api = machines.emulator.client(APIGateway);
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const uri = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
  const { id: restApiId, rootResourceId: parentId } = await api.createRestApi({ name: 'echo' });
  for (const [pathPart, authorizationType] of [
    ['echo', 'NONE'],
    ['signed', 'AWS_IAM'],
  ] as const) {
    const { id: resourceId } = await api.createResource({ restApiId: restApiId!, parentId: parentId!, pathPart });
    for (const httpMethod of ['POST', 'GET']) {
      const method = { restApiId: restApiId!, resourceId: resourceId!, httpMethod };
      await api.putMethod({ ...method, authorizationType });
      await api.putIntegration({ ...method, type: 'HTTP_PROXY', integrationHttpMethod: httpMethod, uri });
    }
  }
  await api.createDeployment({ restApiId: restApiId!, stageName: 'dev' });
  return `${restApiId}.execute-api.us-east-1.amazonaws.com`;
}

let count = 0;
const call = async (parameters: object, resource = 'apigateway:invoke') => {
  const Call = {
    ...{ Type: 'Task', Resource: `arn:aws:states:::${resource}`, End: true },
    Parameters: { ApiEndpoint, Method: 'POST', Stage: 'dev', Path: '/echo', ...parameters },
  };
  return machines.run(await machines.machine(`api-${count++}`, { Call }));
};

it('calls an API, and answers with status, headers and body', async () => {
  const { output, cause } = await call({ RequestBody: { id: 7 }, QueryParameters: { q: ['a b'] }, Headers: { 'x-own': ['c', 'd'] } });
  expect(cause).toBeUndefined();
  expect(JSON.parse(output!)).toMatchObject({
    ...{ StatusCode: 200, StatusText: 'OK', Headers: { 'content-type': ['application/json'] } },
    ResponseBody: { method: 'POST', query: 'a b', own: 'c,d', body: { id: 7 } },
  });
});

it('sends texts as JSON, and null values only where they are allowed', async () => {
  const bodyOf = async (parameters: object) => JSON.parse((await call(parameters)).output!).ResponseBody.body as unknown;
  expect(await bodyOf({ RequestBody: 'HelloWorld' })).toBe('HelloWorld');
  expect(await bodyOf({ RequestBody: { a: null, b: [{ c: null, d: 1 }] } })).toEqual({ b: [{ d: 1 }] });
  expect(await bodyOf({ RequestBody: { a: null }, AllowNullValues: true })).toEqual({ a: null });
});

it('fails with the status of the answer, and with the body as its cause', async () => {
  expect(await call({ Path: 'none' })).toMatchObject({ error: 'ApiGateway.403', cause: '{"message":"Missing Authentication Token"}' });
});

it('signs as the role of the machine where the API wants it', async () => {
  expect((await call({ Path: 'signed' })).error).toBe('ApiGateway.403');
  await machines.emulator.client(IAM).createRole({
    RoleName: 'states',
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'states.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    }),
  });
  expect(ROLE).toMatch(/role\/states$/);
  expect((await call({ Path: 'signed', AuthType: 'IAM_ROLE', RequestBody: { id: 1 } })).status).toBe('SUCCEEDED');
});

it('starts no task with headers that are no lists, or without what it needs', async () => {
  const { executionArn, error, cause } = await call({ Headers: { 'x-own': 'c' }, Other: 1 });
  expect(error).toBe('States.Runtime');
  expect(cause).toMatch(
    /^An error occurred while executing the state 'Call' \(entered at the event id #2\)\. The Parameters '\{.*\}' could not be used to start the Task: /,
  );
  expect(cause).toContain(`[The field "Other" is not supported by Step Functions, The value of the field 'Headers' has an invalid format]`);
  expect((await machines.history(executionArn!)).map(({ type }) => type)).toEqual([
    'ExecutionStarted',
    'TaskStateEntered',
    'ExecutionFailed',
  ]);
  const arn = await machines.machine('nothing', {
    Call: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Parameters: {}, End: true },
  });
  expect((await machines.run(arn)).cause).toContain("[The field 'FunctionName' is required but was missing]");
});

it('waits for the callback of an API', async () => {
  const { executionArn, status } = await call({ RequestBody: { 'token.$': '$$.Task.Token' } }, 'apigateway:invoke.waitForTaskToken');
  expect(status).toBe('RUNNING');
  const submitted = (await machines.history(executionArn!)).find(({ type }) => type === 'TaskSubmitted');
  const { token } = JSON.parse(submitted!.taskSubmittedEventDetails!.output!).ResponseBody.body as { token: string };
  await machines.sfn.sendTaskSuccess({ taskToken: token, output: '"yes"' });
  expect(await machines.describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '"yes"' });
});
