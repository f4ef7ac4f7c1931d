// The secret that belongs to a connection, if there is a secrets service. The event bus service owns it.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { type AuthParameters, secretDocument } from './connection-auth.ts';

/** The service owns the secrets of connections. */
const OWNER = { as: { service: 'events.amazonaws.com' } };

/** Creates the secret and returns its ARN. Undefined if there is no secrets service. */
export async function makeSecret(connection: string, parameters: Frozen<AuthParameters>, ctx: Ctx): Promise<string | undefined> {
  const Name = `events!connection/${connection}/${ctx.id()}`;
  const answer = await ifThere(ctx.call('secretsmanager', 'CreateSecret', { Name, SecretString: secretDocument(parameters) }, OWNER));
  return answer?.ARN;
}

export async function changeSecret(secretArn: string, parameters: Frozen<AuthParameters>, ctx: Ctx): Promise<void> {
  await ifThere(ctx.call('secretsmanager', 'PutSecretValue', { SecretId: secretArn, SecretString: secretDocument(parameters) }, OWNER));
}

export async function dropSecret(secretArn: string, ctx: Ctx): Promise<void> {
  await ifThere(ctx.call('secretsmanager', 'DeleteSecret', { SecretId: secretArn, ForceDeleteWithoutRecovery: true }, OWNER));
}

/** Undefined if the service is not emulated or somebody deleted the secret: the connection works without it. */
async function ifThere<T>(calling: Promise<T>): Promise<T | undefined> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof Fault && (error.code === 'NotImplementedException' || error.code === 'ResourceNotFoundException'))
      return undefined;
    throw error;
  }
}
