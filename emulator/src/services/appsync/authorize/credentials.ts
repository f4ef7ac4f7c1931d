// Credentials of a request: headers of HTTP, or the object that stands for them on a WebSocket.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Api } from '#services/appsync/state';

/** The part of an API that says who may call it. */
export type AuthorizedApi = Pick<Frozen<Api>, 'id' | 'revision' | 'settings'>;

export interface Credentials {
  readonly api: AuthorizedApi;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly sourceIp: string;
  /** @throws Fault for a signature that is wrong */
  verifySignature(): Promise<void>;
  /** Facts for authorizers that are functions. */
  readonly operation: {
    readonly query: string | undefined;
    readonly operationName: string | undefined;
    readonly variables: Readonly<Record<string, unknown>>;
  };
  /** Facts on the channel of an event, which authorizers that are functions are told in the place of a query. */
  readonly channel?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string;
  /** The context in the API's account and region. */
  readonly ctx: Ctx;
}

/** A way of authorization with its settings. */
export type Provider = Pick<Frozen<Api>['settings'], 'userPoolConfig' | 'openIDConnectConfig' | 'lambdaAuthorizerConfig'> & {
  readonly authenticationType?: string | undefined;
};

/** The default first. */
export const providersOf = ({ settings }: Pick<AuthorizedApi, 'settings'>): readonly Provider[] => [
  settings,
  ...((settings.additionalAuthenticationProviders ?? []) as readonly Provider[]),
];
