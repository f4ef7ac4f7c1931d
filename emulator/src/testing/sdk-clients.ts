// Clients of the cloud's SDK that talk to an emulator. Their classes belong to the project: the emulator has none.

/** Any client class: `SQSClient`, `SQS`, `DynamoDBClient`. */
export type ClientClass<C> = new (config: never) => C;

export interface Clients {
  client<C extends object>(kind: ClientClass<C>, config?: object): C;
  /** Closes the connections of all clients. */
  destroy(): void;
}

/** The address is asked for with each request, so that clients may be made before the emulator has started. */
export function createClients(address: () => string): Clients {
  const made: object[] = [];
  return {
    client: <C extends object>(kind: ClientClass<C>, config: object = {}): C => {
      const settings = {
        endpoint: () => Promise.resolve().then(address),
        region: 'us-east-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
        forcePathStyle: true,
        ...config,
      };
      const client = new kind(settings as never);
      made.push(client);
      return client;
    },
    destroy: () => {
      for (const client of made.splice(0)) if ('destroy' in client && typeof client.destroy === 'function') client.destroy();
    },
  };
}
