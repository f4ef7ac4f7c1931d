// Endpoints of platform applications: devices, as records. Messages to them can be read back.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/sns';
import { checkArnShape, invalidParameter } from '#services/sns/faults';
import { draftMessage, type MessageInput, textFor } from '#services/sns/messages/message';
import { shownAttributes } from '#services/sns/messages/message-attributes';
import { pageOfValues } from '#services/sns/pages';
import { type PlatformEndpoint, platformEndpoints } from '#services/sns/state';
import { findApplication } from './platform-applications.ts';
import { keepSent } from './sent-messages.ts';

/** Limit: bytes of the CustomUserData of a platform endpoint. */
const MAX_DATA_BYTES = 2048;
const NAMES = ['CustomUserData', 'Enabled', 'Token'];

export const CreatePlatformEndpoint = operation('CreatePlatformEndpoint', (input, ctx) => {
  const { PlatformApplicationArn, Token, CustomUserData, Attributes = {} } = input;
  const application = findApplication(PlatformApplicationArn, ctx);
  if (Token === '') throw invalidParameter('Token Reason: cannot be empty');
  const given = { ...(CustomUserData !== undefined && { CustomUserData }), ...Attributes };
  checkAttributes(given);
  const attributes = { Enabled: 'true', ...given, Token };
  const existing = ctx
    .records(platformEndpoints)
    .range([application.arn])
    .find((endpoint) => endpoint.attributes['Token'] === Token);
  if (existing) {
    const isSame = Object.keys({ ...existing.attributes, ...attributes }).every(
      (name) => existing.attributes[name] === (attributes as Record<string, string>)[name],
    );
    if (isSame) return { EndpointArn: existing.arn };
    throw invalidParameter(`Token Reason: Endpoint ${existing.arn} already exists with the same Token, but different attributes.`);
  }
  const arn = `${application.arn.replace(':app/', ':endpoint/')}/${ctx.id()}`;
  put({ arn, application: application.arn, attributes }, ctx);
  return { EndpointArn: arn };
});

function checkAttributes(attributes: Readonly<Record<string, string>>): void {
  const stranger = Object.keys(attributes).find((name) => !NAMES.includes(name));
  if (stranger !== undefined) throw invalidParameter(`Attributes Reason: Invalid attribute name: ${stranger}`);
  if (Buffer.byteLength(attributes['CustomUserData'] ?? '') > MAX_DATA_BYTES)
    throw invalidParameter(
      'Attributes Reason: Invalid value for attribute: CustomUserData: must be at most 2048 bytes long in UTF-8 encoding',
    );
}

const put = (endpoint: Frozen<PlatformEndpoint>, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(platformEndpoints), [endpoint.application, endpoint.arn], endpoint));

/** The endpoint with this ARN, if it exists. @throws InvalidParameter */
function locate(arn: string, ctx: Ctx): Frozen<PlatformEndpoint> | undefined {
  checkArnShape(arn, 'EndpointArn');
  if (!/:endpoint\/[^/]+\/[^/]+\/[^/]+$/.test(arn))
    throw invalidParameter('EndpointArn Reason: Wrong number of slashes in relative portion of the ARN.');
  return ctx.records(platformEndpoints).get([applicationOf(arn), arn]);
}

const applicationOf = (arn: string): string => arn.replace(':endpoint/', ':app/').replace(/\/[^/]+$/, '');

/** Whether the application has this endpoint. */
export const isEndpoint = (arn: string, ctx: Ctx): boolean => ctx.records(platformEndpoints).has([applicationOf(arn), arn]);

function find(arn: string, ctx: Ctx): Frozen<PlatformEndpoint> {
  const found = locate(arn, ctx);
  if (!found) throw fault('NotFoundException', 'Endpoint does not exist');
  return found;
}

export const GetEndpointAttributes = operation('GetEndpointAttributes', ({ EndpointArn }, ctx) => ({
  Attributes: find(EndpointArn, ctx).attributes,
}));

export const SetEndpointAttributes = operation('SetEndpointAttributes', ({ EndpointArn, Attributes }, ctx) => {
  const found = find(EndpointArn, ctx);
  checkAttributes(Attributes);
  put({ ...found, attributes: { ...found.attributes, ...Attributes } }, ctx);
});

export const DeleteEndpoint = operation('DeleteEndpoint', ({ EndpointArn }, ctx) => {
  const found = locate(EndpointArn, ctx);
  if (found) ctx.write((tx) => tx.delete(ctx.records(platformEndpoints), [found.application, found.arn]));
});

export const ListEndpointsByPlatformApplication = operation('ListEndpointsByPlatformApplication', (input, ctx) => {
  const { arn } = findApplication(input.PlatformApplicationArn, ctx);
  const { items, NextToken } = pageOfValues(ctx.records(platformEndpoints), [arn], input);
  return { Endpoints: items.map((endpoint) => ({ EndpointArn: endpoint.arn, Attributes: endpoint.attributes })), NextToken };
});

/** Publish with the ARN of an endpoint; a message by protocol may be for the endpoint's platform alone. @throws EndpointDisabled */
export function publishToEndpoint(arn: string, input: MessageInput, ctx: Ctx): { MessageId: string } {
  const endpoint = locate(arn, ctx);
  if (!endpoint) throw invalidParameter('TargetArn Reason: No endpoint found for the target arn specified');
  if (endpoint.attributes['Enabled'] === 'false') throw fault('EndpointDisabledException', 'Endpoint is disabled');
  const platform = arn.split('/')[1]!;
  const { texts, subject, attributes, isStructured } = draftMessage(input, { protocol: platform });
  const messageId = ctx.id();
  const message = textFor({ texts }, platform);
  const kept = {
    kind: 'application',
    atMs: ctx.now(),
    messageId,
    to: arn,
    subject,
    message,
    attributes: shownAttributes(attributes),
  } as const;
  ctx.write((tx) => keepSent(tx, { ...kept, structure: isStructured ? 'json' : undefined }, ctx));
  return { MessageId: messageId };
}
