// Credentials of a request: headers of HTTP, or the object that stands for them on a WebSocket.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Api } from '#services/appsync/state';

export interface Credentials {
  readonly api: Frozen<Api>;
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
  readonly requestId: string;
  /** The context in the API's account and region. */
  readonly ctx: Ctx;
}

/** A way of authorization with its settings. */
export type Provider = Pick<Frozen<Api>['settings'], 'userPoolConfig' | 'openIDConnectConfig' | 'lambdaAuthorizerConfig'> & {
  readonly authenticationType?: string | undefined;
};

/** The default first. */
export const providersOf = ({ settings }: Frozen<Api>): readonly Provider[] => [
  settings,
  ...((settings.additionalAuthenticationProviders ?? []) as readonly Provider[]),
];
