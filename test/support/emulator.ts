// Emulators and clients for tests: each on a port of its own, in this process.
import { type Emulator, type StartOptions, startEmulator } from '../../emulator/src/main.ts';
import { createWaits } from './waits.ts';

interface ClientConfig {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  maxAttempts: number;
  forcePathStyle: boolean;
}

/** The defaults of clients. A client without them looks for each in the environment and in the files of the machine: a third of its time. */
const DEFAULTS = {
  defaultsMode: 'legacy',
  retryMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: async () => undefined,
  requestChecksumCalculation: 'WHEN_SUPPORTED',
  responseChecksumValidation: 'WHEN_SUPPORTED',
  authSchemePreference: [],
  disableS3ExpressSessionAuth: false,
  useArnRegion: false,
  // The default one takes a copy of every input and output, and says nothing: a twentieth of the time of these tests.
  logger: {},
};
type ClientClass<C> = new (config: never) => C;

export interface TestEmulator extends Emulator {
  /** An SDK client of this class that talks to the emulator; destroyed with it. */
  client<C extends { destroy(): void }>(kind: ClientClass<C>, config?: object): C;
  /** Resolves once exactly `count` calls wait for that: a key that ends so, such as `/sqs/my-queue`, or that matches. */
  untilWaiting(what: string | RegExp, count?: number): Promise<void>;
  /** Log lines so far. */
  readonly lines: readonly string[];
}

export async function startTestEmulator(start: StartOptions = {}): Promise<TestEmulator> {
  const lines: string[] = [];
  const waits = createWaits();
  const emulator = await startEmulator({
    onWait: waits.see,
    port: 0,
    environment: {},
    checked: true,
    log: ({ level, scope, text }) => void lines.push(`${level} ${scope} ${text}`),
    ...start,
    // Most functions of tests are called a few times, within seconds: processes that are started ahead would only take time from others.
    options: { FUNCTION_PARKED: 0, ...start.options },
  });
  const { client, destroy } = clientsOf(emulator.url);
  const stop = async (): Promise<void> => {
    destroy();
    await emulator.stop();
  };
  return { ...emulator, lines, client, untilWaiting: waits.until, stop, [Symbol.asyncDispose]: stop };
}

/** SDK clients of an emulator that runs somewhere. */
export function clientsOf(url: string): Pick<TestEmulator, 'client'> & { destroy(): void } {
  const clients: { destroy(): void }[] = [];
  return {
    destroy: () => {
      for (const client of clients) client.destroy();
    },
    client: <C extends { destroy(): void }>(kind: ClientClass<C>, config: object = {}): C => {
      const settings: ClientConfig = {
        endpoint: url,
        region: 'us-east-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
        maxAttempts: 1,
        forcePathStyle: true,
        ...config,
      };
      const client = new kind({ ...DEFAULTS, ...settings } as never);
      clients.push(client);
      return client;
    },
  };
}
