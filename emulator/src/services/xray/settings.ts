// Settings of an account in a region that are kept without effect: encryption, where spans are kept, how many of them are indexed.
import { Fault } from '#core/fault';
import { type IndexingRule, operation } from '#model/xray';
import { invalidRequest, notFound, pagesOf } from './faults.ts';
import { type Setting, settings } from './state.ts';

export const GetEncryptionConfig = operation('GetEncryptionConfig', (_input, ctx) => {
  const { type = 'NONE', keyId } = ctx.records(settings).get(['encryption']) ?? {};
  return { EncryptionConfig: { Type: type, Status: 'ACTIVE', KeyId: keyId } };
});

export const PutEncryptionConfig = operation('PutEncryptionConfig', async ({ Type: type, KeyId: given }, ctx) => {
  if (type === 'NONE' && given !== undefined) throw invalidRequest('KeyId must not be given with the type NONE.');
  if (type === 'KMS' && given === undefined) throw invalidRequest('KeyId must be given with the type KMS.');
  let keyId: string | undefined;
  if (given !== undefined) {
    try {
      keyId = (await ctx.call('kms', 'DescribeKey', { KeyId: given })).KeyMetadata?.Arn;
    } catch (error) {
      if (error instanceof Fault) throw invalidRequest(`The key ${given} cannot be used: ${error.message}`);
      throw error;
    }
  }
  const setting: Setting = { type: type === 'KMS' ? 'KMS' : 'NONE', keyId };
  ctx.write((tx) => tx.put(ctx.records(settings), ['encryption'], setting));
  return { EncryptionConfig: { Type: type, Status: 'UPDATING', KeyId: keyId } };
});

export const GetTraceSegmentDestination = operation('GetTraceSegmentDestination', (_input, ctx) => ({
  Destination: ctx.records(settings).get(['destination'])?.destination ?? 'XRay',
  Status: 'ACTIVE',
}));

export const UpdateTraceSegmentDestination = operation('UpdateTraceSegmentDestination', ({ Destination = 'XRay' }, ctx) => {
  const destination = Destination === 'CloudWatchLogs' ? 'CloudWatchLogs' : 'XRay';
  ctx.write((tx) => tx.put(ctx.records(settings), ['destination'], { destination }));
  return { Destination: destination, Status: 'PENDING' };
});

/** The one rule of an account. */
const RULE = 'Default';
const { pageOfItems } = pagesOf(10);

const indexingRule = ({ percentage = 1, changedMs = 0 }: Setting): IndexingRule => ({
  Name: RULE,
  ModifiedAt: new Date(changedMs),
  Rule: { Probabilistic: { DesiredSamplingPercentage: percentage, ActualSamplingPercentage: percentage } },
});

export const GetIndexingRules = operation('GetIndexingRules', (input, ctx) => {
  const rule = indexingRule(ctx.records(settings).get(['indexing']) ?? {});
  const { items, NextToken } = pageOfItems([rule], () => RULE, input);
  return { IndexingRules: items, NextToken };
});

export const UpdateIndexingRule = operation('UpdateIndexingRule', ({ Name, Rule: { Probabilistic: rule } }, ctx) => {
  if (Name !== RULE) throw notFound(`Indexing rule ${Name} does not exist.`, Name);
  const { DesiredSamplingPercentage: percentage } = rule;
  if (!(percentage >= 0 && percentage <= 100)) throw invalidRequest('DesiredSamplingPercentage must be between 0 and 100.');
  const setting: Setting = { percentage, changedMs: ctx.now() };
  ctx.write((tx) => tx.put(ctx.records(settings), ['indexing'], setting));
  return { IndexingRule: indexingRule(setting) };
});
