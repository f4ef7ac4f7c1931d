// Messages of GraphQL APIs.
import { defineMessage } from '#lib/message';

export const GRAPHQL_FAILED = defineMessage({
  code: 'GRAPHQL_FAILED',
  level: 'warn',
  description:
    'A request to a GraphQL API was answered with errors: its query is not valid, a resolver raised one, a value has another type than the schema says, or a handler of an Event API refuses an event.',
  hint: 'The trace of the request (`emulator traces`) shows the data sources that were asked.',
  text: ({ api, name, reason }: { api: string; name: string; reason: string }) => `${name} of API ${api} failed: ${reason}`,
});

export const GRAPHQL_REFUSED = defineMessage({
  code: 'GRAPHQL_REFUSED',
  level: 'warn',
  description:
    'A GraphQL or Event API did not let a request in, or did not understand it. Clients of the cloud learn little of the reason; this line gives it.',
  text: ({ api, name, reason }: { api: string; name: string; reason: string }) => `API ${api} refused ${name}: ${reason}`,
});

export const GRAPHQL_API_MISSING = defineMessage({
  code: 'GRAPHQL_API_MISSING',
  level: 'warn',
  description: 'A request went to a GraphQL API that does not exist.',
  hint: '`aws appsync list-graphql-apis` lists the APIs.',
  text: ({ id }: { id: string }) => `there is no GraphQL API ${id}`,
});
