// The archives of layers that have no code of their own here: empty, or with the wrappers that functions name in AWS_LAMBDA_EXEC_WRAPPER.
import yazl from 'yazl';

/** 1 January 1980, the first day that an archive knows. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
const PROGRAM = 0o100755;
/** Starts the runtime as it is. */
const PASSES_ON = '#!/bin/sh\nexec "$@"\n';

/** An archive needs something in it: the folder of extensions, in which there are none. `files`: names and contents besides. */
export function emptyArchive(wrappers: readonly string[] = [], files: Readonly<Record<string, string>> = {}): AsyncIterable<Uint8Array> {
  const zip = new yazl.ZipFile();
  zip.addEmptyDirectory('extensions', NO_TIME);
  for (const name of wrappers) zip.addBuffer(Buffer.from(PASSES_ON), name, { ...NO_TIME, mode: PROGRAM });
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, NO_TIME);
  zip.end();
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>;
}
