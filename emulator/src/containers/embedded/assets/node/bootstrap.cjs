// The Node.js runtime of embedded functions: waits parked, loads the handler, then answers one invocation after the other.
// Started as `node bootstrap.cjs <generation>`: 3 for the rules up to nodejs22.x, 4 for those since nodejs24.x.

const { RuntimeClient } = require('./runtime-client.cjs');
const { RuntimeError, toBody, errorHeaders } = require('./errors.cjs');
const { installConsole } = require('./logging.cjs');
const { loadHandler, streamingMark } = require('./handler.cjs');
const { installNames } = require('./names.cjs');
const { installPackages } = require('./packages.cjs');
const { installGlobal, invokeStreaming, openStream } = require('./streaming.cjs');

const environment = process.env;
const generation = Number(process.argv.splice(2)[0]);
const runtime = '/2018-06-01/runtime';
const telemetry = environment._LAMBDA_TELEMETRY_LOG_FD;
delete environment._LAMBDA_TELEMETRY_LOG_FD;

installNames(environment);
installPackages(environment);
const client = new RuntimeClient(environment.AWS_LAMBDA_RUNTIME_API);
const logging = installConsole(environment, telemetry === undefined ? undefined : Number(telemetry));
if (!/^(1|true)$/.test(environment.AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA ?? '')) installGlobal();

// Writes are synchronous: nothing is lost when the process ends, and the log is complete when the answer is sent.
for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);

/** Called when the event loop is empty. */
let whenIdle = () => {};
/** Called for an uncaught error. */
let whenFatal;

function postError(path, thrown) {
  client.hold();
  const body = toBody(thrown);
  return client.request('POST', path, errorHeaders(thrown, body), JSON.stringify(body));
}

function installProcessRules() {
  process.on('beforeExit', () => whenIdle());
  if (generation >= 4) return;
  process.on('uncaughtException', (error) => {
    logging.error('Uncaught Exception', error);
    whenFatal(error, 129);
  });
  process.on('unhandledRejection', (reason) => {
    const error = new RuntimeError('UnhandledPromiseRejection', String(reason));
    error.reason = reason;
    logging.error('Unhandled Promise Rejection', error);
    whenFatal(error, 128);
  });
}

async function failInit(error, status) {
  logging.error('Init Error', error);
  await postError(`${runtime}/init/error`, error);
  process.exit(status);
}

function parseJsonHeader(text, name) {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Cannot parse ${name} as json: ${error}`);
  }
}

function contextOf(headers) {
  const deadlineMs = Number(headers.get('lambda-runtime-deadline-ms'));
  const context = {
    functionVersion: environment.AWS_LAMBDA_FUNCTION_VERSION,
    functionName: environment.AWS_LAMBDA_FUNCTION_NAME,
    memoryLimitInMB: environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME,
    clientContext: parseJsonHeader(headers.get('lambda-runtime-client-context'), 'ClientContext'),
    identity: parseJsonHeader(headers.get('lambda-runtime-cognito-identity'), 'CognitoIdentity'),
    invokedFunctionArn: headers.get('lambda-runtime-invoked-function-arn'),
    awsRequestId: headers.get('lambda-runtime-aws-request-id'),
    tenantId: headers.get('lambda-runtime-aws-tenant-id'),
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  };
  if (generation >= 4) context.xRayTraceId = headers.get('lambda-runtime-trace-id');
  return context;
}

function serialize(value) {
  try {
    return JSON.stringify(value === undefined ? null : value) ?? 'null';
  } catch (error) {
    if (generation >= 4) throw new RuntimeError('JSONStringifyError', String(error), error.stack);
    throw new Error('Unable to stringify response body');
  }
}

/** The two ways in which an invocation may end; whichever comes first counts. */
function endings(path, resolve) {
  const sendError = (error) => {
    logging.error('Invoke Error', error);
    postError(`${path}/error`, error).then(resolve);
  };
  const sendValue = (value) => {
    let body;
    try {
      body = serialize(value);
    } catch (error) {
      return sendError(error);
    }
    client.hold();
    client.request('POST', `${path}/response`, { 'Content-Type': 'application/json' }, body).then(resolve);
  };
  return { sendError, sendValue };
}

const neverSettled =
  'The Lambda runtime client detected an unexpected Node.js exit code. This is most commonly caused by a Promise that was never settled. For more information, see https://nodejs.org/docs/latest/api/process.html#exit-codes';

/** Generation 3, up to nodejs22.x: callbacks, promises and `context.done`. */
function invokeGeneration3({ handler, event, context, path }) {
  return new Promise((resolve) => {
    const { sendError, sendValue } = endings(path, resolve);
    let ended = false;
    let waits = true;
    const once =
      (end) =>
      (...values) => {
        if (ended) return;
        ended = true;
        whenIdle = () => {};
        end(...values);
      };
    const settle = once((error, value) => (error === null || error === undefined ? sendValue(value) : sendError(error)));
    const callback = once((error, value) => {
      if (error !== null && error !== undefined) return sendError(error);
      if (!waits) return sendValue(value);
      whenIdle = () => {
        whenIdle = () => {};
        sendValue(value);
      };
    });
    whenIdle = () => settle(handler.constructor?.name === 'AsyncFunction' ? new RuntimeError('NodeJsExit', neverSettled) : null, null);
    Object.defineProperty(context, 'callbackWaitsForEmptyEventLoop', {
      enumerable: true,
      get: () => waits,
      set: (value) => (waits = value),
    });
    context.succeed = (value) => settle(null, value);
    context.fail = (error) => settle(error ?? 'handled');
    context.done = settle;
    client.release();
    try {
      const result = handler(event, context, callback);
      if (typeof result?.then === 'function') result.then(context.succeed, context.fail);
    } catch (error) {
      settle(error ?? 'handled');
    }
  });
}

/** Generation 4: the handler's return value is the answer. A promise that never settles ends the process. */
function invokeGeneration4({ handler, event, context, path }) {
  return new Promise((resolve) => {
    const { sendError, sendValue } = endings(path, resolve);
    client.release();
    try {
      const result = handler(event, context);
      if (typeof result?.then === 'function') result.then(sendValue, sendError);
      else sendValue(result);
    } catch (error) {
      sendError(error);
    }
  });
}

async function serve(handler) {
  // No invocation waits for an answer: an error in code that a function left running ends the process.
  whenFatal = (_error, status) => process.exit(status);
  const { headers, body } = await client.request('GET', `${runtime}/invocation/next`);
  const requestId = headers.get('lambda-runtime-aws-request-id');
  const path = `${runtime}/invocation/${requestId}`;
  const traceId = headers.get('lambda-runtime-trace-id');
  logging.requestId = requestId;
  logging.tenantId = headers.get('lambda-runtime-aws-tenant-id');
  if (traceId) environment._X_AMZN_TRACE_ID = traceId;
  else delete environment._X_AMZN_TRACE_ID;
  let stream;
  whenFatal = async (error, status) => {
    await (stream ? stream.fail(error) : postError(`${path}/error`, error));
    process.exit(status);
  };
  try {
    const call = { client, handler, event: JSON.parse(body.toString()), context: contextOf(headers), path, logging };
    if (handler[streamingMark]) {
      stream = openStream(client, `${path}/response`, handler);
      await invokeStreaming({ ...call, stream });
    } else await (generation >= 4 ? invokeGeneration4(call) : invokeGeneration3(call));
  } catch (error) {
    logging.error('Invoke Error', error);
    await postError(`${path}/error`, error);
  }
  client.hold();
}

async function main() {
  installProcessRules();
  whenFatal = failInit;
  await client.request('GET', '/_emulator/load');
  let handler;
  try {
    handler = await loadHandler(environment.LAMBDA_TASK_ROOT ?? process.cwd(), environment._HANDLER ?? '', generation);
  } catch (error) {
    return failInit(error, 1);
  }
  for (;;) await serve(handler);
}

void main();
