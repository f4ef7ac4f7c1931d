// The archives of layers that have no code of their own here: empty, or with the wrappers that functions name in AWS_LAMBDA_EXEC_WRAPPER.
import yazl from 'yazl';
import { WEB_ADAPTER_MARK } from '#runtime-init/web-adapter/mark';

/** 1 January 1980, the first day that an archive knows. */
const NO_TIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
const PROGRAM = 0o100755;
/** Starts the runtime as it is. */
const PASSES_ON = '#!/bin/sh\nexec "$@"\n';

const STARTS_HANDLER = '#!/bin/sh\nexec "$LAMBDA_TASK_ROOT/$_HANDLER"\n';

/** An archive needs something in it: the folder of extensions, in which there are none. `files`: names and contents besides. */
export const emptyArchive = (wrappers: readonly string[] = [], files: Readonly<Record<string, string>> = {}): AsyncIterable<Uint8Array> =>
  archive(Object.fromEntries(wrappers.map((name) => [name, PASSES_ON])), files);

/** `/opt/bootstrap`, in AWS_LAMBDA_EXEC_WRAPPER or as the program of an own runtime, starts the web server: the handler is its script. */
export const webAdapterArchive = (): AsyncIterable<Uint8Array> => archive({ bootstrap: STARTS_HANDLER }, { [WEB_ADAPTER_MARK]: '' });

function archive(programs: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>): AsyncIterable<Uint8Array> {
  const zip = new yazl.ZipFile();
  zip.addEmptyDirectory('extensions', NO_TIME);
  for (const [name, text] of Object.entries(programs)) zip.addBuffer(Buffer.from(text), name, { ...NO_TIME, mode: PROGRAM });
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, NO_TIME);
  zip.end();
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>;
}
