import { describe, expect, it } from 'vitest';
import { createModels } from '#protocol/models';
import { diskFull, keyTooLong } from '#store/store-errors';
import { faultOf } from './fault-of.ts';

const { ir } = createModels().service('sqs');

describe('an error of the emulator is for the client', () => {
  it('a 400 in the code of the service where a name is longer than the store takes', () => {
    expect(faultOf(keyTooLong('sqs.queues', 5_000, 4_026), ir)).toMatchObject({
      code: ir.profile.validation.code,
      message: 'STORE_KEY_TOO_LONG: A key of sqs.queues takes 5000 bytes; the store keeps keys of up to 4026. Use a shorter name.',
      options: { status: 400, blame: 'client' },
    });
  });

  it('a 500 with the reason where the client could not have known, and without where nobody does', () => {
    expect(faultOf(diskFull('/', undefined), ir)).toMatchObject({
      code: 'InternalFailure',
      message: expect.stringContaining('STORE_DISK_FULL'),
      options: { status: 500, blame: 'server' },
    });
    expect(faultOf(new TypeError('x is undefined'), undefined)).toMatchObject({
      message: 'The emulator failed; its log says why.',
      options: { status: 500 },
    });
  });
});
