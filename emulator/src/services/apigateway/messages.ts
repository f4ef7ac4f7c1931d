// Messages of APIs.
import { defineMessage } from '#lib/message';

export const API_ACCESS_LOG_FAILED = defineMessage({
  code: 'API_ACCESS_LOG_FAILED',
  level: 'warn',
  description: 'A line of the access log of a stage could not be written. Requests are answered all the same.',
  hint: 'Create the log group or the delivery stream that the stage names, in the account and region of the API.',
  text: ({ destination, reason }: { destination: string; reason: string }) =>
    `the access log could not be written to ${destination}: ${reason}`,
});

export const API_CALLED = defineMessage({
  code: 'API_CALLED',
  level: 'info',
  description: 'A request to an API was answered.',
  text: ({ method, path, api, route, status }: { method: string; path: string; api: string; route: string; status: number }) =>
    `${method} ${path} of API ${api} (${route}) → ${status}`,
});

export const API_ANSWERED_ERROR = defineMessage({
  code: 'API_ANSWERED_ERROR',
  level: 'warn',
  description: 'The integration of an API answered with a status of 500 or more, which the client got.',
  hint: 'The log of the function, or of the endpoint, that the integration calls.',
  text: ({ name, body }: { name: string; body: string }) => `${name}${body && `: ${body}`}`,
});

export const API_MISSING = defineMessage({
  code: 'API_MISSING',
  level: 'warn',
  description: 'A request went to an API, or to a stage of an API, that does not exist or is not deployed.',
  hint: '`aws apigateway get-rest-apis` and `aws apigatewayv2 get-apis` list the APIs; `get-stages` lists the stages of one.',
  text: ({ reason }: { reason: string }) => reason,
});

export const API_REFUSED = defineMessage({
  code: 'API_REFUSED',
  level: 'warn',
  description:
    'An authorizer, a check in its place, or the gateway itself did not let a request through. Clients of the cloud learn no reason; this line gives it.',
  text: ({ api, route, reason }: { api: string; route: string; reason: string }) => `API ${api} refused a request to ${route}: ${reason}`,
});

export const API_INTEGRATION_FAILED = defineMessage({
  code: 'API_INTEGRATION_FAILED',
  level: 'warn',
  description:
    'The integration of a route could not be called, or gave an answer that the gateway does not understand. The client gets an error without a reason.',
  hint: 'For functions: see whether the permission names the API (`aws lambda add-permission --principal apigateway.amazonaws.com`), and the log of the function.',
  text: ({ api, route, reason }: { api: string; route: string; reason: string }) =>
    `the integration of ${route} of API ${api} failed: ${reason}`,
});
