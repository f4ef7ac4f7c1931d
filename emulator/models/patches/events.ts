// The event bus: enumerations in the order in which the real service prints them, and a member that it takes in any case.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  // localstack/localstack, tests/aws/services/events/test_api_destinations_and_connection.snapshot.json (2024-12)
  enums: {
    ApiDestinationHttpMethod: ['HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'GET', 'OPTIONS'],
    ConnectionAuthorizationType: ['BASIC', 'OAUTH_CLIENT_CREDENTIALS', 'API_KEY'],
  },
  // `put` is taken, too (the same file, API_DESTINATION_AUTHS): the service's code checks it.
  members: {
    'CreateConnectionOAuthRequestParameters.HttpMethod': { constraint: {} },
    'UpdateConnectionOAuthRequestParameters.HttpMethod': { constraint: {} },
  },
};
