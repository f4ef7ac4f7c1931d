// Functions for the tests: code as a zip, made here, and a client that speaks to an emulator of its own.
import { crc32 } from 'node:zlib';
import { type CreateFunctionCommandInput, type FunctionConfiguration, Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

export const ROLE = 'arn:aws:iam::000000000000:role/lambda';

/** A zip of uncompressed files, all of that mode. */
export function zipOf(files: Readonly<Record<string, string>>, mode = 0o644): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [file, body] = [Buffer.from(name), Buffer.from(text)];
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(body), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(body.length, 18);
    shared.writeUInt16LE(file.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, file, body]);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), shared, tail, file]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** A module whose handler has this body. */
export const handler = (body: string): Uint8Array => zipOf({ 'index.js': `exports.handler = async (event, context) => { ${body} };` });

export interface Fixture {
  readonly emulator: TestEmulator;
  readonly lambda: Lambda;
  /** Until it is Active or Failed. */
  settled(name: string): Promise<FunctionConfiguration>;
  create(name: string, code: Uint8Array | string, more?: Partial<CreateFunctionCommandInput>): Promise<void>;
}

export async function startFixture(start?: StartOptions): Promise<Fixture> {
  const emulator = await startTestEmulator(start);
  const lambda = emulator.client(Lambda);
  return {
    emulator,
    lambda,
    settled: async (FunctionName) => {
      for (;;) {
        const found = await lambda.getFunctionConfiguration({ FunctionName });
        if (found.State !== 'Pending') return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    create: async (name, code, more = {}) => {
      await lambda.createFunction(creation(name, typeof code === 'string' ? handler(code) : code, more));
      await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: name });
    },
  };
}

export const creation = (
  FunctionName: string,
  ZipFile: Uint8Array,
  more: Partial<CreateFunctionCommandInput> = {},
): CreateFunctionCommandInput => ({
  FunctionName,
  Role: ROLE,
  Runtime: 'nodejs20.x',
  Handler: 'index.handler',
  Code: { ZipFile },
  // Functions have time, also on a machine that is busy.
  Timeout: 30,
  ...more,
});

export const textOf = (payload: Uint8Array | undefined): string => Buffer.from(payload ?? []).toString();
export const jsonOf = <T = Record<string, unknown>>(payload: Uint8Array | undefined): T => JSON.parse(textOf(payload)) as T;
