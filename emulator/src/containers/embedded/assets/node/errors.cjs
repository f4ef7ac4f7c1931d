// Errors of the runtime, and how any thrown value is reported to the platform and in the log.

const { types } = require('node:util');

class RuntimeError extends Error {
  constructor(kind, message, stack) {
    super(message);
    this.name = `Runtime.${kind}`;
    if (stack) this.stack = stack;
  }
}

const looksLikeError = (value) =>
  types.isNativeError(value) ||
  (typeof value === 'object' &&
    value !== null &&
    typeof value.name === 'string' &&
    typeof value.message === 'string' &&
    typeof value.stack === 'string');

/** The platform does not accept the delete character. */
const clean = (text) => text.replace(/\x7f/g, '%7F');

/** The body of an error answer. */
function toBody(thrown) {
  try {
    if (!looksLikeError(thrown)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
    return { errorType: clean(thrown.name), errorMessage: clean(thrown.message), trace: clean(thrown.stack).split('\n') };
  } catch {
    return {
      errorType: 'handled',
      errorMessage: 'callback called with Error argument, but there was a problem while retrieving its details',
      trace: [],
    };
  }
}

const ascii = (text) => text.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
const framePattern = /^\s*at (?:(.*) \()?(.*?):(\d+):\d+\)?$/;

/** For tracing: the stack in the form of a trace segment, fit for a header. */
function tracingCause(thrown) {
  if (!looksLikeError(thrown)) return '';
  const stack = thrown.stack
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, label = 'anonymous', path = line.trim(), number = 0] = framePattern.exec(line) ?? [];
      return { path, line: Number(number), label };
    });
  const paths = [...new Set(stack.map(({ path }) => path))];
  return ascii(
    JSON.stringify({ working_directory: process.cwd(), exceptions: [{ type: thrown.name, message: thrown.message, stack }], paths }),
  );
}

function errorHeaders(thrown, body) {
  const cause = tracingCause(thrown);
  return {
    'Content-Type': 'application/json',
    'Lambda-Runtime-Function-Error-Type': ascii(body.errorType),
    ...(cause && cause.length < 1 << 20 ? { 'Lambda-Runtime-Function-XRay-Error-Cause': cause } : {}),
  };
}

const asError = (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The text of an error in the log: `\t{…}` after one or two words. */
function toLogText(thrown) {
  const error = asError(thrown);
  const form = (_key, value) =>
    value instanceof Error
      ? { errorType: value.name, errorMessage: value.message, code: value.code, ...value, stack: String(value.stack).split('\n') }
      : value;
  try {
    return `\t${JSON.stringify(error, form)}`;
  } catch {
    return `\t${JSON.stringify(toBody(error))}`;
  }
}

module.exports = { RuntimeError, toBody, errorHeaders, asError, toLogText };
