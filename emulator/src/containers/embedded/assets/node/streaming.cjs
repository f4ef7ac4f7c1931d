// Handlers that write their answer piece by piece: the `awslambda` global and the writable that becomes a chunked request.

const { Writable } = require('node:stream');
const { RuntimeError, toBody } = require('./errors.cjs');
const { streamingMark } = require('./handler.cjs');

const highWaterMark = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark');
const preludeType = 'application/vnd.awslambda.http-integration-response';

const HttpResponseStream = {
  /** Status, headers and cookies go first, then eight zero bytes, then the body. */
  from(stream, prelude) {
    stream.setContentType(preludeType);
    stream.prelude = Buffer.concat([Buffer.from(JSON.stringify(prelude)), Buffer.alloc(8)]);
    return stream;
  },
};

function installGlobal() {
  const streamifyResponse = (handler, options) => {
    handler[streamingMark] = 'response';
    if (typeof options?.highWaterMark === 'number') handler[highWaterMark] = options.highWaterMark;
    return handler;
  };
  globalThis.awslambda = { ...globalThis.awslambda, streamifyResponse, HttpResponseStream };
}

class ResponseStream extends Writable {
  constructor(client, path, mark) {
    super(mark === undefined ? {} : { highWaterMark: mark });
    this.client = client;
    this.path = path;
    this.contentType = 'application/octet-stream';
    this.prelude = undefined;
    this.request = undefined;
    this.failed = false;
    this.complete = false;
  }
  setContentType(type) {
    if (this.request) throw new RuntimeError('InvalidStreamingOperation', 'Cannot set content-type, too late.');
    this.contentType = type;
  }
  write(chunk, ...rest) {
    const known = typeof chunk === 'string' || chunk instanceof Uint8Array;
    return super.write(known ? chunk : JSON.stringify(chunk), ...rest);
  }
  open() {
    this.request ??= this.client.stream(this.path, {
      'Content-Type': this.contentType,
      'Lambda-Runtime-Function-Response-Mode': 'streaming',
      Trailer: 'Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body',
    });
    const { prelude } = this;
    this.prelude = undefined;
    if (prelude) this.request.write(prelude, () => {});
    return this.request;
  }
  _write(chunk, _encoding, done) {
    if (this.failed) return done();
    this.open().write(chunk, done);
  }
  _final(done) {
    if (!this.failed) this.open().end();
    this.complete = true;
    done();
  }
  /** Sends the error after what has been written already. */
  fail(thrown) {
    if (this.complete || this.failed) return this.request?.answered;
    this.failed = true;
    const body = toBody(thrown);
    this.open().end({
      'Lambda-Runtime-Function-Error-Type': body.errorType.replace(/[^\x20-\x7e]/g, ' '),
      'Lambda-Runtime-Function-Error-Body': Buffer.from(JSON.stringify(body)).toString('base64'),
    });
    return this.request.answered;
  }
}

async function runToEnd(handler, event, stream, context) {
  const result = handler(event, stream, context);
  if (typeof result?.then !== 'function') throw new Error('Streaming does not support non-async handlers.');
  if ((await result) !== undefined) console.warn('Streaming handlers ignore return values.');
  if (stream.writableFinished) return;
  await new Promise((resolve, reject) => {
    stream.once('finish', resolve);
    stream.once('error', reject);
    setImmediate(() => stream.writableEnded || reject(new Error('Response stream is not finished.')));
  });
}

const openStream = (client, path, handler) => new ResponseStream(client, path, handler[highWaterMark]);

async function invokeStreaming({ handler, event, context, logging, stream }) {
  try {
    await runToEnd(handler, event, stream, context);
    await stream.request.answered;
  } catch (error) {
    logging.error('Invoke Error', error);
    await stream.fail(error);
  }
}

module.exports = { installGlobal, invokeStreaming, openStream };
