// An Event API with a namespace, and clients that publish and listen with the frames of the real-time protocol.
import { AppSync, type CreateChannelNamespaceCommandInput, type EventConfig } from '@aws-sdk/client-appsync';
import type { TestEmulator } from '../../support/emulator.ts';
import { open } from '../apigatewayv2/use-sockets.ts';

const KEY = [{ authType: 'API_KEY' as const }];
export const EVENT_CONFIG: EventConfig = {
  ...{ authProviders: KEY, connectionAuthModes: KEY, defaultPublishAuthModes: KEY, defaultSubscribeAuthModes: KEY },
};

export async function createEventApi(
  emulator: TestEmulator,
  namespace: Partial<CreateChannelNamespaceCommandInput> = {},
  eventConfig: EventConfig = EVENT_CONFIG,
) {
  const appsync = emulator.client(AppSync);
  const { api } = await appsync.createApi({ name: 'news', eventConfig });
  const apiId = api!.apiId!;
  const key = (await appsync.createApiKey({ apiId })).apiKey!.id!;
  await appsync.createChannelNamespace({ apiId, name: 'default', ...namespace });
  const publish = async (channel: string, events: readonly unknown[], headers: Record<string, string> = { 'x-api-key': key }) => {
    const body = JSON.stringify({ channel, events: events.map((event) => JSON.stringify(event)) });
    const answer = await fetch(`${emulator.url}/appsync-api/${apiId}/event`, { method: 'POST', headers, body });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const connect = async (credentials: Readonly<Record<string, string>> = { 'x-api-key': key }) => {
    const authorization = { host: api!.dns!['HTTP']!, ...credentials };
    const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
    const url = `ws://${api!.dns!['REALTIME']}/event/realtime`;
    const client = await open(url, { protocols: ['aws-appsync-event-ws', `header-${header}`] });
    const next = async (): Promise<Record<string, unknown>> => JSON.parse(await client.next()) as Record<string, unknown>;
    const send = (message: object) => client.socket.send(JSON.stringify(message));
    send({ type: 'connection_init' });
    const ask = (message: object) => {
      send({ authorization, ...message });
      return next();
    };
    return { client, next, send, ask };
  };
  return { appsync, api: api!, apiId, key, publish, connect };
}
