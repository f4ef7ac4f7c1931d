// Records of HTTP and WebSocket APIs. Settings are kept in the shapes of the model, because clients get them back unchanged; times are milliseconds.
import { collection } from '#core/records';
import type {
  AccessLogSettings,
  ApiMapping,
  Authorizer,
  Cors,
  DomainNameConfiguration,
  Integration,
  IntegrationResponse,
  Model,
  MutualTlsAuthentication,
  Route,
  RouteResponse,
  RouteSettings,
  RoutingRule,
} from '#model/apigatewayv2';

export interface Api {
  readonly id: string;
  readonly name: string;
  readonly protocol: 'HTTP' | 'WEBSOCKET';
  readonly routeSelectionExpression: string;
  readonly apiKeySelectionExpression: string;
  readonly cors?: Cors | undefined;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  readonly disableExecuteApiEndpoint: boolean;
  readonly disableSchemaValidation?: boolean | undefined;
  readonly ipAddressType: string;
  /** Made by a request with a target: integration, route and stage belong to the service. */
  readonly isManaged?: boolean | undefined;
  readonly importInfo?: readonly string[] | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
}

export interface Stage {
  readonly name: string;
  readonly autoDeploy: boolean;
  readonly deploymentId?: string | undefined;
  readonly description?: string | undefined;
  readonly accessLogs?: AccessLogSettings | undefined;
  readonly clientCertificateId?: string | undefined;
  readonly defaultRouteSettings?: RouteSettings | undefined;
  readonly routeSettings: Readonly<Record<string, RouteSettings>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly isManaged?: boolean | undefined;
  readonly lastDeploymentMessage?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Everything of an API that answers requests, as it was when it was deployed. Never changes. */
export interface Snapshot {
  readonly routes: readonly Route[];
  readonly integrations: readonly Integration[];
  readonly integrationResponses: readonly (IntegrationResponse & { readonly integrationId: string })[];
  readonly routeResponses: readonly (RouteResponse & { readonly routeId: string })[];
  readonly authorizers: readonly Authorizer[];
  readonly models: readonly Model[];
  readonly cors?: Cors | undefined;
}

export interface Deployment {
  readonly id: string;
  readonly description?: string | undefined;
  readonly isAutomatic: boolean;
  readonly createdMs: number;
  readonly snapshot: Snapshot;
}

export interface Domain {
  readonly name: string;
  readonly configurations: readonly (Omit<DomainNameConfiguration, 'CertificateUploadDate'> & {
    readonly uploadedMs?: number | undefined;
  })[];
  readonly mutualTls?: MutualTlsAuthentication | undefined;
  readonly routingMode: string;
  readonly tags: Readonly<Record<string, string>>;
}

export interface VpcLink {
  readonly id: string;
  readonly name: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
}

export const apis = collection<[api: string], Api>('apigatewayv2.apis');
export const routes = collection<[api: string, id: string], Route>('apigatewayv2.routes');
export const routeResponses = collection<[api: string, route: string, id: string], RouteResponse>('apigatewayv2.route-responses');
export const integrations = collection<[api: string, id: string], Integration>('apigatewayv2.integrations');
export const integrationResponses = collection<[api: string, integration: string, id: string], IntegrationResponse>(
  'apigatewayv2.integration-responses',
);
export const authorizers = collection<[api: string, id: string], Authorizer>('apigatewayv2.authorizers');
export const models = collection<[api: string, id: string], Model>('apigatewayv2.models');
export const stages = collection<[api: string, name: string], Stage>('apigatewayv2.stages');
export const deployments = collection<[api: string, id: string], Deployment>('apigatewayv2.deployments');
export const domains = collection<[name: string], Domain>('apigatewayv2.domains');
export const mappings = collection<[domain: string, id: string], ApiMapping>('apigatewayv2.mappings');
export const rules = collection<[domain: string, id: string], RoutingRule>('apigatewayv2.routing-rules');
export const vpcLinks = collection<[id: string], VpcLink>('apigatewayv2.vpc-links');
