// One client's connection: its requests are answered in their order. A breach of the protocol ends this connection, and no other.
import type { Socket } from 'node:net';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { API_VERSIONS_KEY, type Api, readClientId, readHeader, responseFrame, versionOf } from '#lib/kafka/api';
import { ERRORS } from '#lib/kafka/error-codes';
import { FrameReader } from '#lib/kafka/frames';
import { API_VERSIONS } from '#lib/kafka/messages/connection';
import { PRODUCE } from '#lib/kafka/messages/records';
import { WireError } from '#lib/kafka/wire-error';
import { WireReader } from '#lib/kafka/wire-reader';
import { admitsAnybody } from '#services/kafka/cluster-settings';
import { type ClusterRecord, clusters } from '#services/kafka/state';
import type { Address, BrokerCall, Handler } from './handler.ts';
import { ADMIN_HANDLERS } from './handlers/admin.ts';
import { GROUP_HANDLERS } from './handlers/groups.ts';
import { RECORD_HANDLERS } from './handlers/records.ts';
import { Login } from './sasl.ts';

/** Requests that wait for their turn on one connection. A client with more reads no answers: it is not read from meanwhile. */
const MAX_WAITING = 100;
/** Limit: bytes of a request that carries no records. */
const MAX_OTHER_FRAME = 1024 * 1024;
/** Limit: bytes of a request before the client is known. */
const MAX_FIRST_FRAME = 512 * 1024;

const PUBLIC = [...RECORD_HANDLERS, ...GROUP_HANDLERS, ...ADMIN_HANDLERS];

export interface Served {
  readonly ctx: Ctx;
  readonly clusterArn: string;
  readonly groups: Pick<BrokerCall, 'group' | 'groups' | 'forgetGroup' | 'refusesTransaction'> & { rebalancing(): number };
  /** Logs why a connection ended. */
  broken(client: string, reason: string): void;
}

export function serveConnection(socket: Socket, served: Served): void {
  const login = new Login();
  const handlers = new Map([...PUBLIC, ...login.handlers].map((one) => [one.api.key, one]));
  const frames = new FrameReader();
  const address: Address = { host: plainAddress(socket.localAddress ?? '127.0.0.1'), port: socket.localPort ?? 0 };
  const client = plainAddress(socket.remoteAddress ?? '');
  let turn = Promise.resolve();
  let waiting = 0;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());

  const end = (error: unknown): void => {
    if (!socket.destroyed && !served.ctx.signal.aborted) served.broken(client, error instanceof Error ? error.message : String(error));
    socket.destroy();
  };

  const answer = async (frame: Buffer): Promise<void> => {
    if (socket.destroyed) return;
    const cluster = served.ctx.records(clusters).get([served.clusterArn]);
    if (!cluster) return void socket.destroy();
    const from = new WireReader(frame);
    const { key, version, correlation } = readHeader(from);
    if (key === API_VERSIONS_KEY) return send(socket, versionsAnswer(version, correlation, handlers));
    const handler = handlers.get(key);
    const [first, last] = handler?.api.versions ?? [0, -1];
    if (!handler || version < first || version > last) throw new WireError(`Request ${key}, version ${version}, is not spoken here.`);
    if (frame.length > MAX_OTHER_FRAME && handler.api.key !== PRODUCE.key)
      throw new WireError(`${handler.api.name} has ${frame.length} bytes; only records may take more than ${MAX_OTHER_FRAME}.`);
    checkLogin(login, handler, cluster, frame);
    const clientId = readClientId(from, versionOf(handler.api, version));
    const before = served.groups.rebalancing();
    const call: BrokerCall = {
      ...{ ctx: served.ctx, cluster, address, version, clientId, clientHost: client },
      group: served.groups.group,
      groups: served.groups.groups,
      forgetGroup: served.groups.forgetGroup,
      refusesTransaction: served.groups.refusesTransaction,
      rebalances: () => served.groups.rebalancing() !== before,
    };
    const response = await handler.answer(handler.api.request.read(from, versionOf(handler.api, version)) as never, call);
    // Nothing is acknowledged that a crash could take back.
    await served.ctx.committed();
    if (response !== undefined)
      send(socket, responseFrame(handler.api as unknown as Api<unknown, unknown>, version, correlation, response));
  };

  socket.on('data', (chunk) => {
    try {
      for (const frame of frames.push(chunk)) {
        waiting++;
        if (waiting >= MAX_WAITING) socket.pause();
        turn = turn
          .then(() => answer(frame))
          .catch(end)
          .finally(() => {
            waiting--;
            if (waiting < MAX_WAITING) socket.resume();
          });
      }
    } catch (error) {
      end(error);
    }
  });
}

function send(socket: Socket, frame: Buffer): void {
  if (!socket.destroyed) socket.write(frame);
}

/** @throws WireError where the client must tell first who it is */
function checkLogin(login: Login, handler: Handler, cluster: Frozen<ClusterRecord>, frame: Buffer): void {
  if (login.isDone || admitsAnybody(cluster)) return;
  if (!login.handlers.some(({ api }) => api.key === handler.api.key))
    throw new WireError(`${handler.api.name} came before the client logged in.`);
  if (frame.length > MAX_FIRST_FRAME) throw new WireError(`A frame of ${frame.length} bytes came before the client logged in.`);
}

/** Clients of newer versions are answered in version 0, so that they can ask again (KIP-511). */
function versionsAnswer(version: number, correlation: number, handlers: ReadonlyMap<number, Handler>): Buffer {
  const isKnown = version >= API_VERSIONS.versions[0] && version <= API_VERSIONS.versions[1];
  const apis = [...[...handlers.values()].map(({ api }) => api), API_VERSIONS].map(({ key, versions: [first, last] }) => ({
    key,
    first,
    last,
  }));
  const error = isKnown ? ERRORS.NONE : ERRORS.UNSUPPORTED_VERSION;
  return responseFrame(API_VERSIONS, isKnown ? version : 0, correlation, { error, apis, throttleMs: 0 });
}

/** `::ffff:127.0.0.1` is an address of IPv4. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '');
