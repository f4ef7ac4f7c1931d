// The SDKs for JavaScript, which the cloud's runtime includes: taken from this machine where neither the code nor a layer has them.

const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { delimiter, dirname, join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const DURABLE = '@aws/durable-execution-sdk-js';
const modular = /^@(?:(?:aws-sdk|smithy)\/|aws\/durable-execution-sdk-js$)/;
/** The SDK's version 2, which runtimes up to nodejs16.x bring. */
const whole = /^aws-sdk(\/|$)/;
const LAST_WITH_WHOLE = 16;
let folders = [];
let bringsWhole = false;

const brought = (request) => modular.test(request) || (bringsWhole && whole.test(request));

const hint = (name) =>
  name === 'aws-sdk' && !bringsWhole
    ? "\nRuntimes since nodejs18.x bring version 3 of the SDK (`@aws-sdk/client-…`) and not `aws-sdk`: put it into the function's package."
    : `\nThe cloud's Node.js runtime brings ${name}; here it is neither in the code, nor in a layer, nor on this machine: \`${installation(name)}\`, or put it into the function's package.`;

const installation = (name) => (name === DURABLE ? 'emulator runtimes add durable-nodejs' : `npm install -g ${name}`);

function explain(error, name) {
  const { message, stack } = error;
  error.message = message + hint(name);
  error.stack = stack.replace(message, () => error.message);
  return error;
}

const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

const hooks = join(__dirname, 'sdk-hooks.mjs');
const original = Module._resolveFilename;
let isHooked = false;

/** Our hooks run on a thread of their own, so they are registered only when something is missing. */
function hook() {
  isHooked = true;
  const parents = folders.map((folder) => pathToFileURL(`${folder}/any.js`).href);
  Module.register(pathToFileURL(hooks).href, { data: { parents, bringsWhole } });
}

const laterPattern = /\bimport\(\s*["'`](@(?:aws-sdk|smithy)\/[^/"'`]+|@aws\/durable-execution-sdk-js)/g;

/** Bundles import the SDK while they run, too: then it is too late to find it missing. */
function prepareImports(text, file) {
  if (isHooked || folders.length === 0 || !Module.register || !text.includes('import(')) return;
  const parent = { id: file, filename: file, paths: Module._nodeModulePaths(dirname(file)) };
  for (const [, name] of text.matchAll(laterPattern)) {
    try {
      original.call(Module, name, parent);
    } catch {
      return hook();
    }
  }
}

function installPackages(environment) {
  folders = (environment._EMULATOR_PACKAGES ?? '').split(delimiter).filter(Boolean);
  delete environment._EMULATOR_PACKAGES;
  bringsWhole = Number(/_nodejs(\d+)/.exec(environment.AWS_EXECUTION_ENV ?? '')?.[1]) <= LAST_WITH_WHOLE;
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (text, file, ...more) {
    prepareImports(text, file);
    return compile.call(this, text, file, ...more);
  };
  Module._resolveFilename = function (request, parent, isMain, options) {
    try {
      return original.call(this, request, parent, isMain, options);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND' || options?.paths) throw error;
      if (!brought(request)) throw whole.test(request) ? explain(error, 'aws-sdk') : error;
      for (const folder of folders) {
        try {
          return original.call(this, request, parent, isMain, { paths: [folder] });
        } catch {}
      }
      throw explain(error, packageOf(request));
    }
  };
}

/** Our hooks stand in the way of the failed import only in its stack. */
function withoutHooks(error) {
  if (typeof error?.stack === 'string')
    error.stack = error.stack
      .split('\n')
      .filter((line) => !line.includes('sdk-hooks.mjs'))
      .join('\n');
  return error;
}

const missingPattern = /^Cannot find package '(@(?:aws-sdk|smithy)\/[^'/]+|@aws\/durable-execution-sdk-js|aws-sdk)(?=['/])/;

/** Imports a file, and again with the machine's SDK where it was missing. No code has run by then, because linking comes first. */
async function importWithPackages(url) {
  const file = fileURLToPath(url);
  prepareImports(readFileSync(file, 'utf8'), file);
  try {
    return await import(url);
  } catch (error) {
    const [, name] = (error?.code === 'ERR_MODULE_NOT_FOUND' && missingPattern.exec(error.message)) || [];
    if (name === undefined) throw error;
    if (isHooked || folders.length === 0 || !Module.register || !brought(name)) throw explain(error, name);
  }
  hook();
  try {
    // Node.js remembers a failed import by its URL, so the second one needs another URL.
    return await import(`${url}#sdk`);
  } catch (error) {
    const [, name] = (error?.code === 'ERR_MODULE_NOT_FOUND' && missingPattern.exec(error.message)) || [];
    throw withoutHooks(name === undefined ? error : explain(error, name));
  }
}

module.exports = { installPackages, importWithPackages };
