// An emulator for one file of tests: clients, waiting without sleeping, and events as they were published, beside all that an emulator has.
import { type Emulator, type StartOptions, startEmulator } from '#main';
import { type EventRecorder, type RecorderOptions, recordEvents } from './event-recorder.ts';
import { type EventuallyOptions, eventually } from './eventually.ts';
import { type ClientClass, createClients } from './sdk-clients.ts';

export interface TestOptions extends StartOptions {
  /**
   * Deploys what all tests of the file need. It runs once; before each test the state returns to what it left, instead of to an empty one.
   * Only `useEmulator` calls it.
   */
  readonly setUp?: (emulator: TestEmulator) => Promise<unknown>;
  /** `false`: tests see the state that earlier tests left. By default `true`. Only `useEmulator` looks at it. */
  readonly reset?: boolean;
}

export interface TestEmulator extends Emulator {
  /**
   * An SDK client of this class, with the emulator's endpoint and credentials. It is destroyed when the emulator stops.
   * @param config replaces settings: `{ region: 'eu-west-1' }`
   */
  client<C extends object>(kind: ClientClass<C>, config?: object): C;
  /**
   * Calls `attempt` until it returns without throwing, and answers what it returned. Between attempts all deliveries and invocations end; then a manual
   * clock moves ahead, by a second and then by twice as much each time. With the system clock, time passes by itself.
   * @throws the last error of `attempt` when the time is over
   */
  eventually<T>(attempt: () => T | Promise<T>, options?: EventuallyOptions): Promise<T>;
  /**
   * Records the events of a bus from now on, by a rule and a queue, which are ordinary resources and end with `reset()`.
   * @throws Error when there is no such bus
   */
  recordEvents(options?: RecorderOptions): Promise<EventRecorder>;
}

/**
 * Starts an emulator on a free port, with a clock that stands still, independent of the machine's environment variables, without log. `start` replaces these.
 * The test that starts it also stops it: `await using emulator = await startTestEmulator()`.
 */
export async function startTestEmulator(start: StartOptions = {}): Promise<TestEmulator> {
  // Functions of tests are called a few times, within seconds: processes that are started ahead would only take time from others.
  const settings = { FUNCTION_PARKED: 0, ...start.options };
  const options: StartOptions = { port: 0, clock: 'manual', environment: {}, log: false, ...start, options: settings };
  const emulator = await startEmulator(options);
  const clients = createClients(() => emulator.url);
  const stop = async (): Promise<void> => {
    clients.destroy();
    await emulator.stop();
  };
  return {
    ...emulator,
    client: clients.client,
    eventually: (attempt, within) => eventually(attempt, within, { emulator, isManual: options.clock === 'manual' }),
    recordEvents: (recorder) => recordEvents(emulator, recorder),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
