// Function URLs for tests: an emulator for each test, functions with URLs, and requests to them over plain HTTP.
import { request as httpRequest } from 'node:http';
import type { AddPermissionCommandOutput, CreateFunctionUrlConfigCommandInput } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The body of a function that answers the event that it was given. */
export const ECHO = 'return { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(event) };';

/** To 127.0.0.1, whatever the URL's host: names below localhost do not resolve everywhere. */
export const ask = (address: string, { method = 'GET', headers = {}, body = '', onPiece = () => {} } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(address);
    const request = httpRequest({ host: '127.0.0.1', port, path: pathname + search, method, headers: { host, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        onPiece();
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });

export interface UrlFixture extends Fixture {
  /** Gives the function a URL. As consoles and infrastructure tools do it: one that needs no signature is opened to all. */
  url(FunctionName: string, more?: Partial<CreateFunctionUrlConfigCommandInput>): Promise<string>;
  open(FunctionName: string, Qualifier?: string): Promise<AddPermissionCommandOutput>;
  /** The same URL by the emulator's own address. */
  byPath(address: string): string;
}

/** Registers the hooks of the file that calls it. */
export function useUrls(): UrlFixture {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture();
  });
  afterEach(() => fixture.emulator.stop());
  const open: UrlFixture['open'] = (FunctionName, Qualifier) =>
    fixture.lambda.addPermission({
      ...{ FunctionName, StatementId: 'FunctionURLAllowPublicAccess', Principal: '*', FunctionUrlAuthType: 'NONE' },
      ...{ Action: 'lambda:InvokeFunctionUrl', ...(Qualifier && { Qualifier }) },
    });
  return {
    get emulator() {
      return fixture.emulator;
    },
    get lambda() {
      return fixture.lambda;
    },
    settled: (name) => fixture.settled(name),
    create: (name, code, more) => fixture.create(name, code, more),
    open,
    url: async (FunctionName, more = {}) => {
      const config = { FunctionName, AuthType: 'NONE' as const, ...more };
      const { FunctionUrl } = await fixture.lambda.createFunctionUrlConfig(config);
      if (config.AuthType === 'NONE') await open(FunctionName, more.Qualifier);
      return FunctionUrl!;
    },
    byPath: (address) => {
      const { hostname, pathname, search } = new URL(address);
      return `${fixture.emulator.url}/_function-url/${hostname.split('.')[0]}${pathname}${search}`;
    },
  };
}
