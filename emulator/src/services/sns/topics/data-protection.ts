// Data protection policies of topics: kept and shown. Messages are neither audited nor masked.
import { operation } from '#model/sns';
import { invalidParameter } from '#services/sns/faults';
import { findTopic, putTopic } from './find-topic.ts';

/** Limit: characters of a data protection policy. */
const MAX_CHARACTERS = 30_720;

export const PutDataProtectionPolicy = operation('PutDataProtectionPolicy', ({ ResourceArn, DataProtectionPolicy }, ctx) => {
  const located = findTopic(ResourceArn, ctx);
  if (DataProtectionPolicy !== '') check(DataProtectionPolicy);
  putTopic(located, { ...located.topic, dataProtectionPolicy: DataProtectionPolicy || undefined });
});

function check(text: string): void {
  if (text.length > MAX_CHARACTERS) throw invalidParameter('DataProtectionPolicy Reason: the policy is too long');
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null && Array.isArray((policy as { Statement?: unknown }).Statement)) return;
  } catch {
    // Told below, like any other text that is no policy.
  }
  throw invalidParameter('DataProtectionPolicy Reason: the policy must be a JSON object with a list of statements');
}

export const GetDataProtectionPolicy = operation('GetDataProtectionPolicy', ({ ResourceArn }, ctx) => ({
  DataProtectionPolicy: findTopic(ResourceArn, ctx).topic.dataProtectionPolicy ?? '',
}));
