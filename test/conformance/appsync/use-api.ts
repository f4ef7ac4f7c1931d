// A GraphQL API with a schema, a key, and what a test adds to it.
import { AppSync, type CreateGraphqlApiCommandInput, type CreateResolverCommandInput } from '@aws-sdk/client-appsync';
import type { TestEmulator } from '../../support/emulator.ts';

export interface GraphqlError {
  readonly message: string;
  readonly errorType?: string | null;
  readonly path?: readonly (string | number)[] | null;
  readonly data?: unknown;
  readonly errorInfo?: unknown;
  readonly locations?: readonly { line: number; column: number; sourceName: string | null }[] | null;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Record<string, never> | null;
  readonly errors?: readonly GraphqlError[];
}

export const RUNTIME = { name: 'APPSYNC_JS', runtimeVersion: '1.0.0' } as const;
export const ROLE = 'arn:aws:iam::000000000000:role/graphql';

export async function createApi(emulator: TestEmulator, schema: string, settings: Partial<CreateGraphqlApiCommandInput> = {}) {
  const appsync = emulator.client(AppSync);
  const { graphqlApi } = await appsync.createGraphqlApi({ name: 'shop', authenticationType: 'API_KEY', ...settings });
  const apiId = graphqlApi!.apiId!;
  await appsync.startSchemaCreation({ apiId, definition: Buffer.from(schema) });
  const upload = await appsync.getSchemaCreationStatus({ apiId });
  const { apiKey } = await appsync.createApiKey({ apiId });
  const key = apiKey!.id!;
  await appsync.createDataSource({ apiId, name: 'none', type: 'NONE' });
  return {
    appsync,
    apiId,
    key,
    upload,
    uris: graphqlApi!.uris!,
    /** A resolver in JavaScript. Without a source, one of NONE that answers what the code makes. */
    resolver: (field: string, code: string, more: Partial<CreateResolverCommandInput> = {}) => {
      const [typeName, fieldName] = field.split('.');
      return appsync.createResolver({ apiId, typeName, fieldName, dataSourceName: 'none', runtime: RUNTIME, code, ...more });
    },
    template: (field: string, request: string, response: string, more: Partial<CreateResolverCommandInput> = {}) => {
      const [typeName, fieldName] = field.split('.');
      const templates = { requestMappingTemplate: request, responseMappingTemplate: response };
      return appsync.createResolver({ apiId, typeName, fieldName, dataSourceName: 'none', ...templates, ...more });
    },
    async ask(query: string, variables?: object, headers: Record<string, string> = { 'x-api-key': key }): Promise<GraphqlAnswer> {
      const answer = await fetch(`${emulator.url}/graphql/${apiId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, ...(JSON.parse(text) as object) };
    },
  };
}

/** Code of a resolver that answers this expression. */
export const answering = (value: string) =>
  `export function request(ctx) { return { payload: ${value} }; } export function response(ctx) { return ctx.result; }`;

export const POSTS_SCHEMA = `
type Query { post(id: ID!, tag: String): Post posts: [Post!] secret: String @aws_iam version: String! }
type Mutation { put(id: ID!, title: String): Post }
type Post { id: ID! title: String! at: AWSDateTime data: AWSJSON comments: [Comment] }
type Comment { text: String author: String }
`;
