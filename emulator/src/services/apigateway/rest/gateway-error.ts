// Errors by which the gateway ends a request itself, with the answers that they have where an API sets none.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
export type ResponseType =
  | 'ACCESS_DENIED'
  | 'API_CONFIGURATION_ERROR'
  | 'AUTHORIZER_CONFIGURATION_ERROR'
  | 'AUTHORIZER_FAILURE'
  | 'BAD_REQUEST_BODY'
  | 'BAD_REQUEST_PARAMETERS'
  | 'EXPIRED_TOKEN'
  | 'INTEGRATION_FAILURE'
  | 'INTEGRATION_TIMEOUT'
  | 'INVALID_API_KEY'
  | 'INVALID_SIGNATURE'
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'QUOTA_EXCEEDED'
  | 'REQUEST_TOO_LARGE'
  | 'THROTTLED'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_MEDIA_TYPE';

interface Default {
  readonly status: number;
  /** In the header `x-amzn-ErrorType`. */
  readonly errorType: string;
  readonly message: string | null;
}

const row = (status: number, errorType: string, message: string | null): Default => ({ status, errorType, message });

/** Recorded, but for INVALID_SIGNATURE, EXPIRED_TOKEN and REQUEST_TOO_LARGE. */
const DEFAULTS: Readonly<Record<ResponseType, Default>> = {
  ACCESS_DENIED: row(403, 'AccessDeniedException', 'User is not authorized to access this resource'),
  API_CONFIGURATION_ERROR: row(500, 'InternalServerErrorException', 'Internal server error'),
  AUTHORIZER_CONFIGURATION_ERROR: row(500, 'AuthorizerConfigurationException', null),
  AUTHORIZER_FAILURE: row(500, 'AuthorizerConfigurationException', null),
  BAD_REQUEST_BODY: row(400, 'BadRequestException', 'Invalid request body'),
  BAD_REQUEST_PARAMETERS: row(400, 'BadRequestException', null),
  EXPIRED_TOKEN: row(403, 'ExpiredTokenException', 'The security token included in the request is expired'),
  INTEGRATION_FAILURE: row(504, 'InternalServerErrorException', 'Internal server error'),
  INTEGRATION_TIMEOUT: row(504, 'InternalServerErrorException', 'Endpoint request timed out'),
  INVALID_API_KEY: row(403, 'ForbiddenException', 'Forbidden'),
  INVALID_SIGNATURE: row(403, 'InvalidSignatureException', null),
  MISSING_AUTHENTICATION_TOKEN: row(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'),
  QUOTA_EXCEEDED: row(429, 'LimitExceededException', 'Limit Exceeded'),
  REQUEST_TOO_LARGE: row(413, 'RequestTooLargeException', 'Request Too Long'),
  THROTTLED: row(429, 'TooManyRequestsException', 'Too Many Requests'),
  UNAUTHORIZED: row(401, 'UnauthorizedException', 'Unauthorized'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'BadRequestException', 'Unsupported Media Type'),
};

interface ErrorFacts {
  readonly message?: string | undefined;
  readonly status?: number | undefined;
  readonly validationErrors?: readonly string[];
  /** Why, for the person who runs the emulator: clients do not learn it. By default the message. */
  readonly reason?: string | undefined;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}

export class GatewayError extends Error {
  readonly type: ResponseType;
  readonly status: number;
  readonly errorType: string;
  /** `$context.error.message` */
  readonly text: string | null;
  /** `$context.error.validationErrorString` is made of these. */
  readonly validationErrors: readonly string[];
  readonly reason: string | undefined;
  readonly remedy: string | undefined;

  /** `status`: where it is not that of the type (a function that failed: 502). */
  constructor(type: ResponseType, { message, status, validationErrors = [], reason, remedy }: ErrorFacts = {}) {
    const usual = DEFAULTS[type];
    super(message ?? usual.message ?? type);
    this.name = 'GatewayError';
    this.type = type;
    this.status = status ?? usual.status;
    this.errorType = usual.errorType;
    this.text = message ?? usual.message;
    this.validationErrors = validationErrors;
    this.reason = reason ?? message;
    this.remedy = remedy;
  }
}

export const timedOut = (timeoutMs: number): GatewayError =>
  new GatewayError('INTEGRATION_TIMEOUT', { reason: `the integration gave no answer in ${timeoutMs / 1000} seconds` });

/** An integration that failed: 500 with the text of the service, as the cloud answers most configuration errors. */
export const internalError = (reason: string, remedy?: string): GatewayError =>
  new GatewayError('API_CONFIGURATION_ERROR', { reason, remedy });
