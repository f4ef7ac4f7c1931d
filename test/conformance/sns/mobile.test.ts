import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Topics, useTopics } from './use-topics.ts';

let topics: Topics;
beforeAll(async () => {
  topics = await useTopics();
});
afterAll(() => topics.emulator.stop());

const read = async (path: string) => (await fetch(`${topics.emulator.url}/_aws/sns/${path}`)).json() as Promise<Record<string, never>>;

it('keeps text messages and mails to be read back, and forgets them when told', async () => {
  const TopicArn = await topics.topic('people');
  await topics.sns.subscribe({ TopicArn, Protocol: 'sms', Endpoint: '+15551234567' });
  const mail = await topics.sns.subscribe({ TopicArn, Protocol: 'email', Endpoint: 'you@example.com', ReturnSubscriptionArn: true });
  const token = await read(`subscription-tokens/${mail.SubscriptionArn}`);
  await topics.sns.confirmSubscription({ TopicArn, Token: token['subscription_token']! });
  const { MessageId } = await topics.sns.publish({ TopicArn, Message: 'hello', Subject: 'hi' });
  await topics.sns.publish({ PhoneNumber: '+15557654321', Message: 'direct' });
  expect(await read('sms-messages')).toMatchObject({
    region: 'us-east-1',
    sms_messages: { '+15551234567': [{ Message: 'hello', TopicArn, MessageId }], '+15557654321': [{ Message: 'direct', TopicArn: null }] },
  });
  const { email_messages: mails } = await read('email-messages?address=you@example.com');
  expect(mails).toMatchObject({
    'you@example.com': [{ Subject: 'AWS Notification - Subscription Confirmation' }, { Message: 'hello', Subject: 'hi' }],
  });
  await fetch(`${topics.emulator.url}/_aws/sns/sms-messages`, { method: 'DELETE' });
  expect(await read('sms-messages')).toMatchObject({ sms_messages: {} });
  await expect(topics.sns.publish({ PhoneNumber: 'NAA+15551234567', Message: 'm' })).rejects.toMatchObject({
    message: 'Invalid parameter: PhoneNumber Reason: NAA+15551234567 is not valid to publish to',
  });
});

it('keeps applications and their devices', async () => {
  const { PlatformApplicationArn } = await topics.sns.createPlatformApplication({
    Name: 'app',
    Platform: 'GCM',
    Attributes: { PlatformCredential: 'secret' },
  });
  expect((await topics.sns.getPlatformApplicationAttributes({ PlatformApplicationArn })).Attributes).toEqual({ Enabled: 'true' });
  const create = (CustomUserData: string) => topics.sns.createPlatformEndpoint({ PlatformApplicationArn, Token: 'device', CustomUserData });
  const { EndpointArn } = await create('data');
  expect((await create('data')).EndpointArn).toBe(EndpointArn);
  await expect(create('other')).rejects.toMatchObject({
    message: `Invalid parameter: Token Reason: Endpoint ${EndpointArn} already exists with the same Token, but different attributes.`,
  });
  const Message = JSON.stringify({ default: 'd', GCM: '{"notification":{}}' });
  await topics.sns.publish({ TargetArn: EndpointArn, Message, MessageStructure: 'json' });
  expect(await read('platform-endpoint-messages')).toMatchObject({
    platform_endpoint_messages: { [EndpointArn!]: [{ Message: '{"notification":{}}', MessageStructure: 'json' }] },
  });
  await topics.sns.setEndpointAttributes({ EndpointArn, Attributes: { Enabled: 'false' } });
  await expect(topics.sns.publish({ TargetArn: EndpointArn, Message: 'm' })).rejects.toMatchObject({ name: 'EndpointDisabledException' });
  await topics.sns.deletePlatformApplication({ PlatformApplicationArn });
  await expect(topics.sns.getEndpointAttributes({ EndpointArn })).rejects.toMatchObject({
    name: 'NotFoundException',
    message: 'Endpoint does not exist',
  });
});

it('keeps the settings of text messages', async () => {
  await topics.sns.setSMSAttributes({ attributes: { DefaultSMSType: 'Transactional' } });
  expect((await topics.sns.getSMSAttributes({})).attributes).toEqual({ DefaultSMSType: 'Transactional', MonthlySpendLimit: '1' });
  await topics.sns.setSMSAttributes({ attributes: { DefaultSMSType: '', DefaultSenderID: 'Shop' } });
  expect((await topics.sns.getSMSAttributes({})).attributes).toEqual({ DefaultSenderID: 'Shop', MonthlySpendLimit: '1' });
  await expect(topics.sns.setSMSAttributes({ attributes: { Invalid: 'x' } })).rejects.toMatchObject({
    message: 'Invalid is not a valid attribute',
  });
  expect((await topics.sns.checkIfPhoneNumberIsOptedOut({ phoneNumber: '+15551234567' })).isOptedOut).toBe(false);
  await topics.sns.createSMSSandboxPhoneNumber({ PhoneNumber: '+15551234567' });
  await topics.sns.verifySMSSandboxPhoneNumber({ PhoneNumber: '+15551234567', OneTimePassword: '123456' });
  expect((await topics.sns.listSMSSandboxPhoneNumbers({})).PhoneNumbers).toEqual([{ PhoneNumber: '+15551234567', Status: 'Verified' }]);
});
