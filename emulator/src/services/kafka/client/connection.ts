// A connection to a broker: sends requests, each in the highest version that both sides speak, and matches the answers.
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { type Api, readResponse, requestFrame } from '#lib/kafka/api';
import { ERRORS, errorName } from '#lib/kafka/error-codes';
import { FrameReader } from '#lib/kafka/frames';
import { API_VERSIONS, SASL_AUTHENTICATE, SASL_HANDSHAKE } from '#lib/kafka/messages/connection';
import { WireError } from '#lib/kafka/wire-error';
import { WireReader } from '#lib/kafka/wire-reader';
import { type Credentials, loginSteps } from './credentials.ts';
import { KafkaProblem } from './kafka-problem.ts';

/** For which a broker may stay silent although it owes an answer. */
const SILENCE_MS = 60_000;
const CLIENT_ID = 'event-source-mapping';

interface Waiting {
  read(from: WireReader): void;
  fail(error: unknown): void;
}

export interface Server {
  readonly host: string;
  readonly port: number;
}

export class BrokerConnection {
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  #versions: ReadonlyMap<number, readonly [number, number]> = new Map();
  #correlation = 0;
  #ended: unknown;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new KafkaProblem('CONNECTION', 'the broker has closed the connection')));
    socket.setTimeout(SILENCE_MS, () => {
      if (this.#waiting.size > 0) this.close(new KafkaProblem('CONNECTION', 'the broker does not answer'));
    });
  }

  /** Connects and logs in. @throws KafkaProblem */
  static async open({ host, port }: Server, credentials: Credentials, signal: AbortSignal): Promise<BrokerConnection> {
    const socket = await connected({ host, port }, credentials.tls, signal);
    const connection = new BrokerConnection(socket);
    try {
      const { apis } = await connection.#send(API_VERSIONS, 0, { clientSoftwareName: '', clientSoftwareVersion: '' });
      connection.#versions = new Map(apis.map(({ key, first, last }) => [key, [first, last]]));
      await connection.#logIn(credentials);
      return connection;
    } catch (error) {
      connection.close(error);
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#ended === undefined;
  }

  async #logIn(credentials: Credentials): Promise<void> {
    if (!credentials.sasl) return;
    const { error } = await this.request(SASL_HANDSHAKE, { mechanism: credentials.sasl.mechanism });
    if (error !== ERRORS.NONE) throw new KafkaProblem('LOGIN', `the broker does not take ${credentials.sasl.mechanism}`);
    const steps = loginSteps(credentials.sasl);
    for (let text = steps.next(''); text !== undefined; ) {
      const answer = await this.request(SASL_AUTHENTICATE, { bytes: Buffer.from(text) });
      if (answer.error !== ERRORS.NONE) throw new KafkaProblem('LOGIN', answer.message ?? errorName(answer.error));
      text = steps.next(answer.bytes.toString());
    }
  }

  /** @throws KafkaProblem where the broker does not speak such requests, or the connection ends */
  request<Q, A>(api: Api<Q, A>, request: Q): Promise<A> {
    const [first, last] = this.#versions.get(api.key) ?? [0, -1];
    const version = Math.min(last, api.versions[1]);
    if (version < Math.max(first, api.versions[0]))
      return Promise.reject(new KafkaProblem('CONNECTION', `the broker does not speak ${api.name} in a version that is spoken here`));
    return this.#send(api, version, request);
  }

  #send<Q, A>(api: Api<Q, A>, version: number, request: Q): Promise<A> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const correlation = this.#correlation++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(correlation, { read: (from) => resolve(readResponse(api, version, from)), fail: reject });
      this.#socket.write(requestFrame(api, version, correlation, CLIENT_ID, request));
    });
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#frames.push(chunk)) {
        const from = new WireReader(frame);
        const correlation = from.int32();
        const waiting = this.#waiting.get(correlation);
        if (!waiting) throw new WireError('The broker answers what nobody asked.');
        this.#waiting.delete(correlation);
        try {
          waiting.read(from);
        } catch (error) {
          waiting.fail(error);
          throw error;
        }
      }
    } catch (error) {
      this.close(error);
    }
  }

  close(error: unknown = new KafkaProblem('CONNECTION', 'the connection was closed')): void {
    this.#end(error);
    // Written requests still go out, such as that a member leaves.
    this.#socket.destroySoon();
  }

  #end(error: unknown): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

function connected({ host, port }: Server, tls: SecureContextOptions | undefined, signal: AbortSignal): Promise<Socket> {
  const secureContext = tls && secureContextOf(tls);
  return new Promise((resolve, reject) => {
    // An address is no name that a server could be asked for.
    const named = isIP(host) ? {} : { servername: host };
    const socket: Socket = secureContext ? connectTls({ host, port, ...named, secureContext }) : connectPlain({ host, port });
    const fail = (error: Error): void => {
      socket.destroy();
      const isTls = tls !== undefined && !/^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '');
      reject(new KafkaProblem(isTls ? 'SERVER_UNKNOWN' : 'CONNECTION', `${host}:${port}: ${error.message}`));
    };
    const aborted = (): void => fail(new Error('The emulator is stopping.'));
    signal.addEventListener('abort', aborted, { once: true });
    socket.setTimeout(SILENCE_MS, () => fail(new Error('it does not answer')));
    socket.once('error', fail);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', aborted);
      socket.off('error', fail);
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      resolve(socket);
    });
  });
}

/** @throws KafkaProblem where a certificate or key is none, or they do not belong together */
function secureContextOf(options: SecureContextOptions): SecureContext {
  try {
    return createSecureContext(options);
  } catch (error) {
    throw new KafkaProblem('CERTIFICATE', error instanceof Error ? error.message : String(error));
  }
}
