// The SDK for JavaScript, which the cloud's runtime includes: taken from this machine where neither the code nor a layer has it.

const Module = require('node:module');
const { delimiter, join } = require('node:path');
const { pathToFileURL } = require('node:url');

const modular = /^@(aws-sdk|smithy)\//;
/** The SDK's version 2, which runtimes up to nodejs16.x bring. */
const whole = /^aws-sdk(\/|$)/;
const LAST_WITH_WHOLE = 16;
let folders = [];
let bringsWhole = false;

const brought = (request) => modular.test(request) || (bringsWhole && whole.test(request));

const hint = (name) =>
  name === 'aws-sdk' && !bringsWhole
    ? "\nRuntimes since nodejs18.x bring version 3 of the SDK (`@aws-sdk/client-…`) and not `aws-sdk`: put it into the function's package."
    : `\nThe cloud's Node.js runtime brings ${name}; here it is neither in the code, nor in a layer, nor on this machine: \`npm install -g ${name}\`, or put it into the function's package.`;

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

function installPackages(environment) {
  folders = (environment._EMULATOR_PACKAGES ?? '').split(delimiter).filter(Boolean);
  delete environment._EMULATOR_PACKAGES;
  bringsWhole = Number(/_nodejs(\d+)/.exec(environment.AWS_EXECUTION_ENV ?? '')?.[1]) <= LAST_WITH_WHOLE;
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, isMain, options) {
    try {
      return resolve.call(this, request, parent, isMain, options);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND' || options?.paths) throw error;
      if (!brought(request)) throw whole.test(request) ? explain(error, 'aws-sdk') : error;
      for (const folder of folders) {
        try {
          return resolve.call(this, request, parent, isMain, { paths: [folder] });
        } catch {}
      }
      throw explain(error, packageOf(request));
    }
  };
}

const hooks = join(__dirname, 'sdk-hooks.mjs');

/** Our hooks stand in the way of the failed import only in its stack. */
function withoutHooks(error) {
  if (typeof error?.stack === 'string')
    error.stack = error.stack
      .split('\n')
      .filter((line) => !line.includes('sdk-hooks.mjs'))
      .join('\n');
  return error;
}

const missingPattern = /^Cannot find package '(@(?:aws-sdk|smithy)\/[^'/]+|aws-sdk)(?=['/])/;

/** Imports a file, and again with the machine's SDK where it was missing. No code has run by then, because linking comes first. */
async function importWithPackages(url) {
  try {
    return await import(url);
  } catch (error) {
    const [, name] = (error?.code === 'ERR_MODULE_NOT_FOUND' && missingPattern.exec(error.message)) || [];
    if (name === undefined) throw error;
    if (folders.length === 0 || !Module.register || !brought(name)) throw explain(error, name);
  }
  const parents = folders.map((folder) => pathToFileURL(`${folder}/any.js`).href);
  // They run on a thread of their own, so they are registered only when something was missing.
  Module.register(pathToFileURL(hooks).href, { data: { parents, bringsWhole } });
  try {
    // Node.js remembers a failed import by its URL, so the second one needs another URL.
    return await import(`${url}#sdk`);
  } catch (error) {
    const [, name] = (error?.code === 'ERR_MODULE_NOT_FOUND' && missingPattern.exec(error.message)) || [];
    throw withoutHooks(name === undefined ? error : explain(error, name));
  }
}

module.exports = { installPackages, importWithPackages };
