// StartDeliveryStreamEncryption, StopDeliveryStreamEncryption: which key the records would lie under while they are buffered.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { type DeliveryStreamEncryptionConfigurationInput, fault, operation } from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import { findStream, putStream } from '#services/firehose/find-stream';
import type { DeliveryStream, StreamEncryption } from '#services/firehose/state';

export const DIRECT_ONLY =
  'Server side encryption from firehose is only allowed for direct put delivery streams and database as a source delivery streams';
const OWNED = { KeyType: 'AWS_OWNED_CMK' };

/** @throws InvalidArgument, InvalidKMSResource */
export async function readEncryption(input: DeliveryStreamEncryptionConfigurationInput, ctx: Ctx): Promise<StreamEncryption> {
  const { KeyType: keyType, KeyARN: keyArn } = input;
  if (keyType === 'AWS_OWNED_CMK') {
    if (keyArn !== undefined) throw invalid('KeyARN cannot be specified when KeyType is AWS_OWNED_CMK');
    return { keyType };
  }
  if (keyArn === undefined) throw invalid('KeyARN has to be specified when KeyType is CUSTOMER_MANAGED_CMK');
  const { account, region } = parseArn(keyArn)!;
  try {
    const { KeyMetadata } = await ctx.call('kms', 'DescribeKey', { KeyId: keyArn }, { account, region });
    if (KeyMetadata?.Enabled !== true) throw invalidKey(`${keyArn} is not enabled.`, 'KMS.DisabledException');
  } catch (error) {
    if (error instanceof Fault && error.code === 'NotFoundException') throw invalidKey(error.message, 'KMS.NotFoundException');
    throw error;
  }
  return { keyType, keyArn };
}

const invalidKey = (message: string, code: string): Fault => fault('InvalidKMSResourceException', message, { code });

const checkDirect = ({ source }: Frozen<DeliveryStream>): void => {
  if (source) throw invalid(DIRECT_ONLY);
};

export const StartDeliveryStreamEncryption = operation('StartDeliveryStreamEncryption', async (input, ctx) => {
  const { DeliveryStreamName, DeliveryStreamEncryptionConfigurationInput = OWNED } = input;
  checkDirect(findStream(DeliveryStreamName, ctx));
  const encryption = await readEncryption(DeliveryStreamEncryptionConfigurationInput, ctx);
  putStream({ ...findStream(DeliveryStreamName, ctx), encryption }, ctx);
});

export const StopDeliveryStreamEncryption = operation('StopDeliveryStreamEncryption', ({ DeliveryStreamName }, ctx) => {
  const stream = findStream(DeliveryStreamName, ctx);
  checkDirect(stream);
  putStream({ ...stream, encryption: undefined }, ctx);
});
