// A bucket as a delivery target: stores each payload as an object.
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { inPieces } from '#lib/byte-pieces';

export const target: Target = {
  send: async ({ id, targetArn, payload, parameters }, ctx) => {
    const arn = parseArn(targetArn);
    if (!arn) throw new Fault('NoSuchBucket', `${targetArn} is not the ARN of a bucket.`);
    await ctx.call('s3', 'PutObject', { Bucket: arn.resource, Key: parameters?.objectKey ?? id, Body: inPieces(Buffer.from(payload)) });
  },
};
