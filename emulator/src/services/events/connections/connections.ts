// Connections authorize API destinations. A secret holds their values; no answer shows them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Connection as ConnectionAnswer, fault, operation } from '#model/events';
import { eventsArn } from '#services/events/arns';
import { invalid } from '#services/events/faults';
import { pageOfItems } from '#services/events/pages';
import { type AuthorizationType, type Connection, type ConnectionState, connections } from '#services/events/state';
import { authorizeLater } from './authorize.ts';
import { checkAuth, mergeAuth, shownAuth } from './connection-auth.ts';
import { changeSecret, dropSecret, makeSecret } from './connection-secret.ts';

function findConnection(name: string, doing: string, ctx: Ctx): Frozen<Connection> {
  const connection = ctx.records(connections).get([name]);
  if (!connection) throw fault('ResourceNotFoundException', `Failed to ${doing} the connection(s). Connection '${name}' does not exist.`);
  return connection;
}

function save(connection: Frozen<Connection>, ctx: Ctx): Frozen<Connection> {
  ctx.write((tx) => {
    tx.put(ctx.records(connections), [connection.name], { ...connection, trace: ctx.trace });
    if (connection.state === 'AUTHORIZING') authorizeLater(tx, connection.name, ctx);
  });
  return connection;
}

/** The state of a connection with new parameters: OAuth has to get a token first. */
const stateOf = (type: AuthorizationType): ConnectionState => (type === 'OAUTH_CLIENT_CREDENTIALS' ? 'AUTHORIZING' : 'AUTHORIZED');

const answerOf = ({ arn, state, createdMs, modifiedMs, authorizedMs }: Frozen<Connection>) => ({
  ConnectionArn: arn,
  ConnectionState: state,
  CreationTime: new Date(createdMs),
  LastModifiedTime: new Date(modifiedMs),
  LastAuthorizedTime: authorizedMs === undefined ? undefined : new Date(authorizedMs),
});

function refusePrivate(parameters: object | undefined): void {
  if (parameters)
    throw invalid('Parameter InvocationConnectivityParameters is not valid. Reason: Connections to private APIs are not emulated.');
}

/** The record is written first, so that nobody else takes the name while the secret is created. */
export const CreateConnection = operation('CreateConnection', async (input, ctx) => {
  const { Name: name, AuthorizationType, Description, KmsKeyIdentifier } = input;
  refusePrivate(input.InvocationConnectivityParameters);
  const type = AuthorizationType as AuthorizationType;
  const parameters = checkAuth(type, input.AuthParameters);
  if (ctx.records(connections).has([name])) throw fault('ResourceAlreadyExistsException', `Connection ${name} already exists.`);
  const nowMs = ctx.now();
  const made: Frozen<Connection> = {
    name,
    arn: eventsArn(ctx, `connection/${name}/${ctx.id()}`),
    description: Description,
    type,
    parameters,
    kmsKeyIdentifier: KmsKeyIdentifier,
    state: 'CREATING',
    createdMs: nowMs,
    modifiedMs: nowMs,
  };
  save(made, ctx);
  try {
    const secretArn = await makeSecret(name, parameters, ctx);
    const connection = save({ ...made, secretArn, state: stateOf(type), authorizedMs: ctx.now() }, ctx);
    const { LastAuthorizedTime: _, ...answer } = answerOf(connection);
    return answer;
  } catch (error) {
    ctx.write((tx) => tx.delete(ctx.records(connections), [name]));
    throw error;
  }
});

export const DescribeConnection = operation('DescribeConnection', (input, ctx) => {
  const connection = findConnection(input.Name, 'describe', ctx);
  return {
    ...answerOf(connection),
    StateReason: connection.stateReason,
    Name: connection.name,
    Description: connection.description,
    AuthorizationType: connection.type,
    SecretArn: connection.secretArn,
    KmsKeyIdentifier: connection.kmsKeyIdentifier,
    AuthParameters: connection.parameters && shownAuth(connection.parameters),
  };
});

export const UpdateConnection = operation('UpdateConnection', async (input, ctx) => {
  refusePrivate(input.InvocationConnectivityParameters);
  const before = findConnection(input.Name, 'update', ctx);
  const type = (input.AuthorizationType as AuthorizationType | undefined) ?? before.type;
  const parameters = input.AuthParameters ? checkAuth(type, mergeAuth(before.parameters ?? {}, input.AuthParameters)) : before.parameters;
  const nowMs = ctx.now();
  const updated = save(
    {
      ...before,
      type,
      parameters,
      description: input.Description ?? before.description,
      kmsKeyIdentifier: input.KmsKeyIdentifier ?? before.kmsKeyIdentifier,
      state: parameters ? stateOf(type) : before.state,
      stateReason: parameters ? undefined : before.stateReason,
      modifiedMs: nowMs,
      authorizedMs: parameters ? nowMs : before.authorizedMs,
    },
    ctx,
  );
  if (input.AuthParameters && parameters) {
    if (updated.secretArn !== undefined) await changeSecret(updated.secretArn, parameters, ctx);
    else await giveSecret(updated, parameters, ctx);
  }
  return answerOf(updated);
});

async function giveSecret(
  { name, arn }: Frozen<Connection>,
  parameters: NonNullable<Frozen<Connection>['parameters']>,
  ctx: Ctx,
): Promise<void> {
  const secretArn = await makeSecret(name, parameters, ctx);
  const current = ctx.records(connections).get([name]);
  if (secretArn !== undefined && current?.arn === arn) save({ ...current, secretArn }, ctx);
}

export const DeauthorizeConnection = operation('DeauthorizeConnection', async (input, ctx) => {
  const { secretArn, parameters: _, ...before } = findConnection(input.Name, 'deauthorize', ctx);
  const connection = save({ ...before, state: 'DEAUTHORIZED', modifiedMs: ctx.now() }, ctx);
  if (secretArn !== undefined) await dropSecret(secretArn, ctx);
  return { ...answerOf(connection), ConnectionState: 'DEAUTHORIZING' };
});

export const DeleteConnection = operation('DeleteConnection', async (input, ctx) => {
  const connection = findConnection(input.Name, 'delete', ctx);
  ctx.write((tx) => tx.delete(ctx.records(connections), [connection.name]));
  if (connection.secretArn !== undefined) await dropSecret(connection.secretArn, ctx);
  return { ...answerOf(connection), ConnectionState: 'DELETING' };
});

export const ListConnections = operation('ListConnections', ({ NamePrefix: startsWith = '', ConnectionState, ...page }, ctx) => {
  const { items, ...next } = pageOfItems(
    ctx
      .records(connections)
      .range([], { startsWith })
      .filter(({ state }) => ConnectionState === undefined || state === ConnectionState),
    ({ name }) => name,
    page,
  );
  const Connections = items.map(
    (connection): ConnectionAnswer => ({ ...answerOf(connection), Name: connection.name, AuthorizationType: connection.type }),
  );
  return { Connections, ...next };
});
