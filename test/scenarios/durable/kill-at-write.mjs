// Loaded before the emulator (`--import`): ends its process, as kill -9 does, at the transaction of the data file that KILL_AT_WRITE counts: `7` before
// it is written, `7 written` once it is and nobody has been told. Without it, the file that WRITES_FILE names gets the number of transactions at the end.
import { writeFileSync } from 'node:fs';
import process from 'node:process';

const [at, isWritten] = (process.env['KILL_AT_WRITE'] ?? '').split(' ');
let writes = 0;

const end = () => process.kill(process.pid, 'SIGKILL');

const load = process.dlopen;
process.dlopen = (module, ...rest) => {
  load.call(process, module, ...rest);
  const { Env } = module.exports;
  if (!Env?.prototype.startWriting) return;
  module.exports.Env = class extends Env {
    startWriting(address, told) {
      const isLast = String(++writes) === at;
      if (isLast && !isWritten) end();
      return super.startWriting(address, (...result) => {
        if (isLast) end();
        told(...result);
      });
    }
  };
};

const { WRITES_FILE } = process.env;
if (WRITES_FILE) process.on('exit', () => writeFileSync(WRITES_FILE, String(writes)));
