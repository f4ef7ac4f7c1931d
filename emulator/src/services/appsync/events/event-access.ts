// Lets clients connect to an Event API, publish to its channels and listen to them: by the ways of authorization of the namespace, else by the API's own.
// https://docs.aws.amazon.com/appsync/latest/eventapi/configure-event-api-auth.html
import type { Frozen } from '#core/records';
import { admitSigner } from '#services/appsync/authorize/admit-signer';
import { authorize } from '#services/appsync/authorize/authorize';
import type { ApiCaller } from '#services/appsync/authorize/caller';
import type { AuthorizedApi, Credentials, Provider } from '#services/appsync/authorize/credentials';
import type { ChannelNamespace, EventApi } from '#services/appsync/state';
import type { Channel } from './channels.ts';

export type EventAction = 'EVENT_CONNECT' | 'EVENT_PUBLISH' | 'EVENT_SUBSCRIBE';

export interface EventRequest extends Pick<Credentials, 'headers' | 'sourceIp' | 'verifySignature' | 'requestId' | 'ctx'> {
  readonly api: Frozen<EventApi>;
  readonly action: EventAction;
  /** Connections have neither. */
  readonly namespace?: Frozen<ChannelNamespace> | undefined;
  readonly channel?: Channel | undefined;
}

const ACTIONS = { EVENT_CONNECT: 'EventConnect', EVENT_PUBLISH: 'EventPublish', EVENT_SUBSCRIBE: 'EventSubscribe' } as const;

/** @throws Unauthorized */
export async function authorizeEvent({ api, action, namespace, channel, ...request }: EventRequest): Promise<ApiCaller> {
  const caller = await authorize({
    ...request,
    api: authorizedBy(api, modesOf(api, action, namespace)),
    operation: { query: undefined, operationName: undefined, variables: {} },
    channel: { operation: action, channel: channel?.path, channelNamespaceName: channel?.namespace },
  });
  const resource = channel ? `${api.id}/channelNamespace/${channel.namespace}` : api.id;
  await admitSigner(caller, `appsync:${ACTIONS[action]}`, () => [resource], request.ctx);
  return caller;
}

function modesOf({ eventConfig }: Frozen<EventApi>, action: EventAction, namespace: Frozen<ChannelNamespace> | undefined): string[] {
  const { connectionAuthModes, defaultPublishAuthModes, defaultSubscribeAuthModes } = eventConfig;
  const own = action === 'EVENT_PUBLISH' ? namespace?.publishAuthModes : namespace?.subscribeAuthModes;
  const modes =
    action === 'EVENT_CONNECT'
      ? connectionAuthModes
      : own && own.length > 0
        ? own
        : action === 'EVENT_PUBLISH'
          ? defaultPublishAuthModes
          : defaultSubscribeAuthModes;
  return modes.map(({ authType }) => authType);
}

/** The API with these ways of authorization, as GraphQL APIs have theirs. */
function authorizedBy({ id, revision, eventConfig }: Frozen<EventApi>, modes: readonly string[]): AuthorizedApi {
  const providers = eventConfig.authProviders
    .filter(({ authType }) => modes.includes(authType))
    .map(
      ({ authType: authenticationType, cognitoConfig, openIDConnectConfig, lambdaAuthorizerConfig }): Provider => ({
        authenticationType,
        userPoolConfig: cognitoConfig && { ...cognitoConfig, defaultAction: 'ALLOW' },
        openIDConnectConfig,
        lambdaAuthorizerConfig,
      }),
    );
  const [first = {}, ...additionalAuthenticationProviders] = providers;
  return { id, revision, settings: { ...first, additionalAuthenticationProviders } as AuthorizedApi['settings'] };
}
