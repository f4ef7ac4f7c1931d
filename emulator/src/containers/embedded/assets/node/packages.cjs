// The SDK for JavaScript, which the cloud's runtime includes: taken from this machine where neither the code nor a layer has it.

const Module = require('node:module');
const { delimiter, join } = require('node:path');
const { pathToFileURL } = require('node:url');

const brought = /^@(aws-sdk|smithy)\//;
let folders = [];

const hint = (name) =>
  `\nThe cloud's Node.js runtime brings ${name}; here it is neither in the code, nor in a layer, nor on this machine: \`npm install -g ${name}\`, or put it into the function's package.`;

function explain(error, name) {
  const { message, stack } = error;
  error.message = message + hint(name);
  error.stack = stack.replace(message, () => error.message);
  return error;
}

const packageOf = (request) => request.split('/').slice(0, 2).join('/');

function installPackages(environment) {
  folders = (environment._EMULATOR_PACKAGES ?? '').split(delimiter).filter(Boolean);
  delete environment._EMULATOR_PACKAGES;
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, isMain, options) {
    try {
      return resolve.call(this, request, parent, isMain, options);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND' || !brought.test(request) || options?.paths) throw error;
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

const missingPattern = /^Cannot find package '(@(?:aws-sdk|smithy)\/[^'/]+)/;

/** Imports a file, and again with the machine's SDK where it was missing. No code has run by then, because linking comes first. */
async function importWithPackages(url) {
  try {
    return await import(url);
  } catch (error) {
    const [, name] = (error?.code === 'ERR_MODULE_NOT_FOUND' && missingPattern.exec(error.message)) || [];
    if (name === undefined) throw error;
    if (folders.length === 0 || !Module.register) throw explain(error, name);
  }
  const parents = folders.map((folder) => pathToFileURL(`${folder}/any.js`).href);
  // They run on a thread of their own, so they are registered only when something was missing.
  Module.register(pathToFileURL(hooks).href, { data: { parents } });
  try {
    // Node.js remembers a failed import by its URL, so the second one needs another URL.
    return await import(`${url}#sdk`);
  } catch (error) {
    const [, name] = (error?.code === 'ERR_MODULE_NOT_FOUND' && missingPattern.exec(error.message)) || [];
    throw withoutHooks(name === undefined ? error : explain(error, name));
  }
}

module.exports = { installPackages, importWithPackages };
