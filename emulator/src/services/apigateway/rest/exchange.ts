// One request on its way through a stage: what is known of it, and what each step adds. Logs and answers of errors read what is known by then; a step names
// in the type of its exchange what must be.
import type { Frozen } from '#core/records';
import type { ValueMap } from '#lib/vtl/values';
import type { Integration, Method } from '#model/apigateway';
import type { Timed } from '#services/apigateway/steps/run-steps';
import type { ExecutionLog } from './execution-log.ts';
import type { GatewayError } from './gateway-error.ts';
import type { DeploymentProgram } from './program.ts';
import type { HeaderList, RestRequest } from './rest-request.ts';

export interface MatchedMethod {
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly method: Frozen<Method>;
  readonly pathParameters: Readonly<Record<string, string>>;
}

export interface StageFacts {
  readonly apiId: string;
  readonly stage: string;
  readonly deploymentId: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Undefined where the stage has no canary. */
  readonly isCanary: boolean | undefined;
  readonly isTraced: boolean;
}

/** A request to an integration, mapped. */
export interface IntegrationRequest {
  readonly integration: Frozen<Integration>;
  readonly uri: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly query: HeaderList;
  readonly body: Buffer;
  /** The name of the template that made the body. */
  readonly template?: string;
}

/** The answer of an integration, before it is mapped. */
export interface IntegrationAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer | AsyncIterable<Uint8Array>;
  /** The text that selection patterns are compared with. */
  readonly selector: string;
  /** Status and headers are final: there is nothing to map. */
  readonly isProxied: boolean;
  readonly isBase64Encoded?: boolean;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Pieces where the integration streams. */
  readonly body: Buffer | AsyncIterable<Uint8Array>;
}

/** The signer of a request; members of `$context.identity`. */
export interface SignedCaller {
  readonly accountId: string;
  readonly accessKey: string;
  readonly caller: string;
  readonly user: string;
  readonly userArn: string;
}

/** The ids of a segment that will be sent, and of its caller. */
export interface TracedRequest {
  readonly segment: string;
  /** The subsegment of the integration's call. */
  readonly call: string;
  readonly parent: string | undefined;
}

export interface Exchange extends Timed {
  readonly request: RestRequest;
  readonly program: DeploymentProgram;
  readonly stage: StageFacts;
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly startedMs: number;
  /** The X-Ray header that the integration gets. */
  readonly traceId: string;
  /** `$context.xrayTraceId`: the header of the caller, with the decision of the stage. */
  readonly callerTraceId: string;
  /** The stage sends a segment. */
  readonly traced?: TracedRequest;
  readonly log: ExecutionLog;
  /** Verifies the signature as far as the emulator is set to do so. @throws Fault */
  readonly verifySignature: (() => Promise<void>) | undefined;
  /** `$context`, made when it is first read: most requests do without. Overrides that templates set live on in it. */
  readonly context: ValueMap;
  /** `$context` where it has been read already. */
  readonly madeContext: ValueMap | undefined;
  matched: MatchedMethod | undefined;
  apiKey: { readonly id: string; readonly value: string } | undefined;
  /** The usage plan by which the key was let in. */
  plan: string | undefined;
  authorizer: Readonly<Record<string, unknown>> | undefined;
  caller: SignedCaller | undefined;
  /** Body or headers exceed the limits. */
  readonly isTooLarge: boolean;
  /** Why the gateway ended the request itself. */
  failed: GatewayError | undefined;
  integrationRequest: IntegrationRequest | undefined;
  integrationAnswer: IntegrationAnswer | undefined;
}

/** The method is found. */
export type MatchedExchange = Exchange & { readonly matched: MatchedMethod };
/** The request to the integration is made. */
export type MappedExchange = MatchedExchange & { readonly integrationRequest: IntegrationRequest };
/** The integration has answered. */
export type CalledExchange = MappedExchange & { readonly integrationAnswer: IntegrationAnswer };
