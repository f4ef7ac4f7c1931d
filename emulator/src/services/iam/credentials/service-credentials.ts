// Credentials for a single service: a name and password, or a bearer key.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { findIdentity, userOfId } from '#services/iam/find-identity';
import { namedOrCallingUser } from '#services/iam/identities/caller';
import { pageOfItems, pageOfValues } from '#services/iam/listing';
import { uniqueId, wholeSecond } from '#services/iam/naming';
import { type FoundUser, type ServiceCredential, type Status, serviceCredentialOwners, serviceCredentials } from '#services/iam/state';

const PASSWORD_SERVICES = new Set(['codecommit.amazonaws.com', 'cassandra.amazonaws.com']);
/** Services that take a bearer key, which may expire. */
const BEARER_SERVICES = new Set(['bedrock.amazonaws.com', 'logs.amazonaws.com', 'cloudwatch.amazonaws.com']);
/** Limit: service-specific credentials of a user for one service. */
const MAX_PER_SERVICE = 2;
const SECRET_LENGTH = 44;
const SECRET_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DAY_MS = 86_400_000;

/** The model names ServiceNotSupportedException; the service was recorded to answer this. */
function checkService(name: string): void {
  if (BEARER_SERVICES.has(name) || PASSWORD_SERVICES.has(name)) return;
  throw fault('NoSuchEntityException', `No such service ${name} is supported for Service Specific Credentials`);
}

const isBearer = ({ serviceName }: Frozen<ServiceCredential>): boolean => BEARER_SERVICES.has(serviceName);

const metadata = (user: FoundUser, credential: Frozen<ServiceCredential>) => ({
  UserName: user.name,
  Status: credential.status,
  CreateDate: new Date(credential.createdMs),
  ServiceSpecificCredentialId: credential.id,
  ServiceName: credential.serviceName,
  ...(isBearer(credential) ? { ServiceCredentialAlias: credential.login } : { ServiceUserName: credential.login }),
  ...(credential.expiresMs === undefined ? {} : { ExpirationDate: new Date(credential.expiresMs) }),
});

/** The secret is shown once and not stored: nothing here would ask for it. */
const withSecret = (user: FoundUser, credential: Frozen<ServiceCredential>, ctx: Ctx) => {
  const secret = ctx.random(SECRET_LENGTH, SECRET_LETTERS);
  const shown = isBearer(credential) ? { ServiceCredentialSecret: secret } : { ServicePassword: secret };
  return { ServiceSpecificCredential: { ...metadata(user, credential), ...shown } };
};

export const CreateServiceSpecificCredential = operation('CreateServiceSpecificCredential', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const bearer = BEARER_SERVICES.has(input.ServiceName);
  checkService(input.ServiceName);
  if (!bearer && input.CredentialAgeDays !== undefined)
    throw unmodelled('ValidationError', `CredentialAgeDays is not supported for ${input.ServiceName}.`);
  const records = ctx.records(serviceCredentials);
  if (records.range([user.id]).filter(({ serviceName }) => serviceName === input.ServiceName).length >= MAX_PER_SERVICE)
    throw fault('LimitExceededException', `Cannot exceed quota for ServiceSpecificCredentialsPerUser: ${MAX_PER_SERVICE}`);
  const id = uniqueId('ACCA', ctx);
  const credential: ServiceCredential = {
    id,
    serviceName: input.ServiceName,
    login: bearer ? `${user.name}-${ctx.random(8)}` : `${user.name}-at-${ctx.account}`,
    status: 'Active',
    createdMs: wholeSecond(ctx),
    expiresMs: input.CredentialAgeDays === undefined ? undefined : ctx.now() + input.CredentialAgeDays * DAY_MS,
  };
  ctx.write((tx) => {
    tx.put(records, [user.id, id], credential);
    tx.put(ctx.records(serviceCredentialOwners), [id], { userId: user.id });
  });
  return withSecret(user, credential, ctx);
});

function findCredential(id: string, userName: string | undefined, ctx: Ctx): { user: FoundUser; credential: Frozen<ServiceCredential> } {
  const owner = ctx.records(serviceCredentialOwners).get([id]);
  const user = userName === undefined ? owner && userOfId(owner.userId, ctx) : findIdentity('user', userName, ctx);
  const credential = user && ctx.records(serviceCredentials).get([user.id, id]);
  if (!user || !credential) throw fault('NoSuchEntityException', `No such credential ${id} exists`);
  return { user, credential };
}

export const ResetServiceSpecificCredential = operation('ResetServiceSpecificCredential', (input, ctx) => {
  const { user, credential } = findCredential(input.ServiceSpecificCredentialId, input.UserName, ctx);
  return withSecret(user, credential, ctx);
});

export const UpdateServiceSpecificCredential = operation('UpdateServiceSpecificCredential', (input, ctx) => {
  const { user, credential } = findCredential(input.ServiceSpecificCredentialId, input.UserName, ctx);
  const changed = { ...credential, status: input.Status as Status };
  ctx.write((tx) => tx.put(ctx.records(serviceCredentials), [user.id, credential.id], changed));
});

export const DeleteServiceSpecificCredential = operation('DeleteServiceSpecificCredential', (input, ctx) => {
  const { user, credential } = findCredential(input.ServiceSpecificCredentialId, input.UserName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(serviceCredentials), [user.id, credential.id]);
    tx.delete(ctx.records(serviceCredentialOwners), [credential.id]);
  });
});

export const ListServiceSpecificCredentials = operation('ListServiceSpecificCredentials', (input, ctx) => {
  if (input.ServiceName !== undefined) checkService(input.ServiceName);
  const ofService = ({ serviceName }: Frozen<ServiceCredential>) => input.ServiceName === undefined || serviceName === input.ServiceName;
  if (input.AllUsers === true) {
    if (input.UserName !== undefined) throw unmodelled('ValidationError', 'UserName and AllUsers cannot be specified together.');
    const all = ctx
      .records(serviceCredentials)
      .entries()
      .flatMap(([[userId], credential]) => (ofService(credential) ? [metadata(userOfId(userId, ctx), credential)] : []));
    const { items, ...end } = pageOfItems(all, ({ ServiceSpecificCredentialId }) => ServiceSpecificCredentialId, input);
    return { ServiceSpecificCredentials: items, ...(end.IsTruncated && end) };
  }
  const user = namedOrCallingUser(input.UserName, ctx);
  const { items, ...end } = pageOfValues(ctx.records(serviceCredentials), [user.id], input, { keep: ofService });
  return { ServiceSpecificCredentials: items.map((credential) => metadata(user, credential)), ...(end.IsTruncated && end) };
});
