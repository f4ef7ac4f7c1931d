// HTTP and WebSocket APIs for tests: one emulator with a manual clock for each file, functions behind APIs, and requests over plain HTTP.
import { request as httpRequest } from 'node:http';
import { ApiGatewayV2, type CreateApiCommandInput } from '@aws-sdk/client-apigatewayv2';
import { afterAll, beforeAll } from 'vitest';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

export const ACCOUNT = '000000000000';
export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:${ACCOUNT}:function:${name}`;
export const invocationUri = (name: string): string =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`;

/** The body of a function that answers the event that it was given. */
export const ECHO = 'return { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(event) };';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** By default the host of the address. */
  readonly host?: string;
}

/** To 127.0.0.1, whatever the address's host: names below localhost do not resolve everywhere. */
export const ask = (address: string, { method = 'GET', headers = {}, body = '', host }: RequestOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host: own, port } = new URL(address);
    const path = address.replace(/^[a-z]+:\/\/[^/?]+/, '') || '/';
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { host: host ?? own, ...headers } as never },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(pieces).toString() }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });

export const eventIn = <T = Record<string, never>>({ text }: Answer): T => JSON.parse(text) as T;

export interface ApiFixture extends Omit<Fixture, 'create'> {
  readonly api: ApiGatewayV2;
  /** Creates a function that every API of the account may call. */
  create(name: string, body: string): Promise<void>;
  /** An API with a stage `$default` that deploys automatically. */
  httpApi(more?: Partial<CreateApiCommandInput>): Promise<{ readonly id: string; readonly url: string }>;
  /** A route to a function; `more` are further members of the integration, `route` of the route. */
  route(
    id: string,
    key: string,
    name: string,
    more?: object,
    route?: object,
  ): Promise<{ readonly RouteId: string; readonly IntegrationId: string }>;
}

/** Registers the hooks of the file that calls it. */
export function useApis(options: StartOptions = {}): ApiFixture {
  let fixture: Fixture;
  let api: ApiGatewayV2;
  beforeAll(async () => {
    fixture = await startFixture({ clock: 'manual', ...options });
    api = fixture.emulator.client(ApiGatewayV2);
    await callFirst();
  });
  afterAll(() => fixture.emulator.stop());
  /** The first APIs of a process load clients, services and runtimes: not within the time of a test. */
  const callFirst = async (): Promise<void> => {
    await used.create('first', 'return {};');
    const { id, url } = await used.httpApi();
    await used.route(id, 'GET /', 'first');
    await ask(url);
    await api.deleteApi({ ApiId: id });
  };
  const used: ApiFixture = {
    get emulator() {
      return fixture.emulator;
    },
    get lambda() {
      return fixture.lambda;
    },
    get api() {
      return api;
    },
    settled: (name) => fixture.settled(name),
    create: async (name, body) => {
      await fixture.create(name, body);
      await fixture.lambda.addPermission({
        ...{ FunctionName: name, StatementId: 'apis', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
        SourceArn: `arn:aws:execute-api:us-east-1:${ACCOUNT}:*`,
      });
    },
    httpApi: async (more = {}) => {
      const { ApiId = '', ApiEndpoint = '' } = await api.createApi({ Name: 'tests', ProtocolType: 'HTTP', ...more });
      if (more.Target === undefined) await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
      return { id: ApiId, url: ApiEndpoint };
    },
    route: async (ApiId, RouteKey, name, more = {}, route = {}) => {
      const integration = {
        IntegrationType: 'AWS_PROXY' as const,
        IntegrationUri: functionArn(name),
        PayloadFormatVersion: '2.0',
        ...more,
      };
      const { IntegrationId = '' } = await api.createIntegration({ ApiId, ...integration });
      const { RouteId = '' } = await api.createRoute({ ApiId, RouteKey, Target: `integrations/${IntegrationId}`, ...route });
      return { RouteId, IntegrationId };
    },
  };
  return used;
}
