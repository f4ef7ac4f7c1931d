// The console of a function: each call is one log event, as text or JSON, framed on the telemetry descriptor (or a line on stdout).

const { writeSync } = require('node:fs');
const { format } = require('node:util');
const { asError, toLogText } = require('./errors.cjs');

const levels = { TRACE: 1, DEBUG: 2, INFO: 3, WARN: 4, ERROR: 5, FATAL: 6 };
const methods = { trace: 'TRACE', debug: 'DEBUG', info: 'INFO', log: 'INFO', warn: 'WARN', error: 'ERROR', fatal: 'FATAL' };
const frameTypes = { text: 0xa55a0003, json: 0xa55a0002 };

function writeAll(descriptor, bytes) {
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from);
    } catch (error) {
      if (error.code !== 'EAGAIN') return;
    }
  }
}

const errorMembers = (error) => ({
  errorType: error.constructor?.name ?? 'UnknownError',
  errorMessage: error.message,
  stackTrace: String(error.stack).split('\n'),
});

function jsonLine(time, level, { requestId, tenantId }, values) {
  const line = { timestamp: time.toISOString(), level, requestId, ...(tenantId && { tenantId }) };
  if (values.length === 1) {
    try {
      return JSON.stringify({ ...line, message: values[0] }, (_key, value) =>
        value instanceof Error ? { ...errorMembers(value), ...value } : value,
      );
    } catch {
      return JSON.stringify({ ...line, message: format(values[0]) });
    }
  }
  const error = values.find((value) => value instanceof Error);
  return JSON.stringify({ ...line, message: format(...values), ...(error ? errorMembers(error) : {}) });
}

/** Replaces the console's methods. `logging.requestId` is the current invocation, `logging.tenantId` its tenant. */
function installConsole(environment, descriptor) {
  const json = (environment.AWS_LAMBDA_LOG_FORMAT ?? '').toUpperCase() === 'JSON';
  const lowest = levels[(environment.AWS_LAMBDA_LOG_LEVEL ?? '').toUpperCase()] ?? levels.TRACE;
  const logging = { requestId: undefined, tenantId: undefined, error: undefined };
  const write = (level, values) => {
    const time = new Date();
    const text = json
      ? jsonLine(time, level, logging, values)
      : `${time.toISOString()}\t${logging.requestId}\t${level}\t${format(...values)}`;
    if (descriptor === undefined) return void process.stdout.write(`${text.replace(/\n/g, '\r')}\n`);
    const size = Buffer.byteLength(text);
    const frame = Buffer.allocUnsafe(16 + size);
    frame.writeUInt32BE(((json ? frameTypes.json : frameTypes.text) | (levels[level] << 2)) >>> 0, 0);
    frame.writeUInt32BE(size, 4);
    frame.writeBigUInt64BE(BigInt(time.valueOf()) * 1000n, 8);
    frame.write(text, 16);
    writeAll(descriptor, frame);
  };
  for (const [method, level] of Object.entries(methods)) {
    console[method] = levels[level] >= lowest ? (...values) => write(level, values) : () => {};
  }
  logging.error = (what, thrown) => {
    if (json) console.error(asError(thrown));
    else console.error(what, toLogText(thrown));
  };
  return logging;
}

module.exports = { installConsole };
