// Platform applications: records with the attributes that clients gave them.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import { fault, operation } from '#model/sns';
import { checkArnShape, invalidParameter } from '#services/sns/faults';
import { pageOfValues } from '#services/sns/pages';
import { applications, type PlatformApplication, platformEndpoints } from '#services/sns/state';

/** Limit: characters of the name of a platform application. */
const MAX_NAME = 256;
const PLATFORMS = [
  'ADM',
  'APNS',
  'APNS_SANDBOX',
  'APNS_VOIP',
  'APNS_VOIP_SANDBOX',
  'MACOS',
  'MACOS_SANDBOX',
  'BAIDU',
  'FCM',
  'GCM',
  'MPNS',
  'WNS',
];
/** The query protocol has no empty map (recorded in October 2025). */
const NO_ATTRIBUTES = "1 validation error detected: Value null at 'attributes' failed to satisfy constraint: Member must not be null";
/** Given at creation and never shown. */
const SECRET = ['PlatformCredential', 'PlatformPrincipal'];
const NAMES = [
  ...SECRET,
  'EventEndpointCreated',
  'EventEndpointDeleted',
  'EventEndpointUpdated',
  'EventDeliveryFailure',
  'SuccessFeedbackRoleArn',
  'FailureFeedbackRoleArn',
  'SuccessFeedbackSampleRate',
  'ApplePlatformTeamID',
  'ApplePlatformBundleID',
  'AuthenticationMethod',
  'Enabled',
];

export const CreatePlatformApplication = operation('CreatePlatformApplication', ({ Name, Platform, Attributes }, ctx) => {
  checkName(Name);
  if (!PLATFORMS.includes(Platform)) throw invalidParameter(`Platform Reason: ${Platform} is not supported`);
  const [hasCredential, hasPrincipal] = SECRET.map((name) => Boolean(Attributes[name]));
  if (!hasCredential && !hasPrincipal) throw invalidParameter('Attributes Reason: PlatformCredential is required');
  if (!hasCredential) throw invalidParameter('Attributes Reason: PlatformPrincipal attribute provided without PlatformCredential');
  if (!hasPrincipal && Platform !== 'GCM' && Platform !== 'FCM')
    throw invalidParameter('Attributes Reason: PlatformCredential attribute provided without PlatformPrincipal');
  checkNames(Attributes);
  const arn = `arn:${partitionOf(ctx.region)}:sns:${ctx.region}:${ctx.account}:app/${Platform}/${Name}`;
  if (!ctx.records(applications).has([arn])) put({ arn, attributes: { Enabled: 'true', ...shown(Attributes) } }, ctx);
  return { PlatformApplicationArn: arn };
});

function checkName(name: string): void {
  const reason =
    name === ''
      ? 'cannot be empty'
      : name.length > MAX_NAME
        ? 'must be at most 256 characters long'
        : /^[A-Za-z0-9_.-]+$/.test(name)
          ? undefined
          : "must contain only characters 'a'-'z', 'A'-'Z', '0'-'9', '_', '-', and '.'";
  if (reason) throw invalidParameter(`${name} Reason: ${reason}`);
}

function checkNames(attributes: Readonly<Record<string, string>>): void {
  const stranger = Object.keys(attributes).find((name) => !NAMES.includes(name));
  if (stranger !== undefined) throw invalidParameter(`Attributes Reason: Invalid attribute name: ${stranger}`);
}

const shown = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !SECRET.includes(name)));

const put = (application: Frozen<PlatformApplication>, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(applications), [application.arn], application));

/** @throws InvalidParameter, NotFound */
export function findApplication(arn: string, ctx: Ctx): Frozen<PlatformApplication> {
  checkArnShape(arn, 'PlatformApplicationArn');
  if (!/:app\/[^/]+\/[^/]+$/.test(arn))
    throw invalidParameter('PlatformApplicationArn Reason: Wrong number of slashes in relative portion of the ARN.');
  const found = ctx.records(applications).get([arn]);
  if (!found) throw fault('NotFoundException', 'PlatformApplication does not exist');
  return found;
}

export const GetPlatformApplicationAttributes = operation('GetPlatformApplicationAttributes', ({ PlatformApplicationArn }, ctx) => ({
  Attributes: findApplication(PlatformApplicationArn, ctx).attributes,
}));

export const SetPlatformApplicationAttributes = operation(
  'SetPlatformApplicationAttributes',
  ({ PlatformApplicationArn, Attributes = {} }, ctx) => {
    checkArnShape(PlatformApplicationArn, 'PlatformApplicationArn');
    if (Object.keys(Attributes).length === 0) throw unmodelled('ValidationError', NO_ATTRIBUTES, { status: 400 });
    const found = findApplication(PlatformApplicationArn, ctx);
    checkNames(Attributes);
    put({ ...found, attributes: { ...found.attributes, ...shown(Attributes) } }, ctx);
  },
);

export const ListPlatformApplications = operation('ListPlatformApplications', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(applications), [], input);
  return {
    PlatformApplications: items.map(({ arn, attributes }) => ({ PlatformApplicationArn: arn, Attributes: attributes })),
    NextToken,
  };
});

export const DeletePlatformApplication = operation('DeletePlatformApplication', ({ PlatformApplicationArn: arn }, ctx) => {
  checkArnShape(arn, 'PlatformApplicationArn');
  ctx.write((tx) => {
    tx.delete(ctx.records(applications), [arn]);
    for (const [key] of ctx.records(platformEndpoints).entries([arn])) tx.delete(ctx.records(platformEndpoints), key);
  });
});
