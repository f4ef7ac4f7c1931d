// Makes an archive from a template's inline source: `index` in the runtime's language, and the response module if the source uses it. Pure.
import { crc32, deflateRawSync } from 'node:zlib';
import { NODE_RESPONSE, PYTHON_RESPONSE } from './response-module.ts';

const FLAG_UTF8 = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, so that the same source always makes the same archive. */
const DOS_DATE = 0x21;
const UNIX = 3;
const READABLE = 0o100644;

/** @throws Error for runtimes that do not support inline source */
export function inlineArchive(source: string, runtime: string): Uint8Array {
  if (runtime.startsWith('nodejs'))
    return zip({ 'index.js': source, ...(source.includes('cfn-response') && { 'node_modules/cfn-response/index.js': NODE_RESPONSE }) });
  if (runtime.startsWith('python'))
    return zip({ 'index.py': source, ...(source.includes('cfnresponse') && { 'cfnresponse.py': PYTHON_RESPONSE }) });
  throw new Error(
    `Resource handler returned message: "ZipFile can only be used when Runtime is set to either of nodejs or python, found: ${runtime}" (HandlerErrorCode: InvalidRequest)`,
  );
}

function zip(files: Readonly<Record<string, string>>): Uint8Array {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(FLAG_UTF8, 2);
    facts.writeUInt16LE(DEFLATED, 4);
    facts.writeUInt16LE(DOS_DATE, 8);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((READABLE << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, UNIX]), facts, attributes, name]));
    bodies.push(local);
    offset += local.length;
  }
  return Buffer.concat([...bodies, ...directory, endOf(directory, offset)]);
}

function endOf(directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
