// Finds the user's handler. Generation 3 of the runtime (up to nodejs22.x) requires CommonJS files, generation 4 imports everything.

const { existsSync, readFileSync, statSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join, resolve, sep } = require('node:path');
const { pathToFileURL } = require('node:url');
const { RuntimeError } = require('./errors.cjs');
const { adviceOn } = require('./missing-handler.cjs');
const { importWithPackages } = require('./packages.cjs');

const streamingMark = Symbol.for('aws.lambda.runtime.handler.streaming');

/** The nearest package.json above a file, not beyond node_modules. */
function nearestPackage(file) {
  for (let dir = dirname(file); ; dir = dirname(dir)) {
    if (basename(dir) === 'node_modules') return undefined;
    const path = join(dir, 'package.json');
    if (existsSync(path)) return path;
    if (dir === dirname(dir)) return undefined;
  }
}

function saysModule(packagePath) {
  try {
    return JSON.parse(readFileSync(packagePath, 'utf8')).type === 'module';
  } catch {
    return false;
  }
}

const isInside = (root, path) => (path ?? '').startsWith(root.endsWith(sep) ? root : root + sep);
const isModule = (root, file) => {
  const path = nearestPackage(file);
  return isInside(root, path) && saysModule(path);
};

/**
 * In the cloud there is nothing above the code. Here a project's own package.json may be, and its `type: module` must not turn the
 * function's CommonJS files into modules: they are compiled as CommonJS.
 */
function shieldFromAbove(root) {
  const above = nearestPackage(join(root, 'any.js'));
  if (above === undefined || isInside(root, above) || !saysModule(above)) return false;
  const original = Module._extensions['.js'];
  Module._extensions['.js'] = (module, file) => {
    if (!isInside(root, file) || nearestPackage(file) !== above) return original(module, file);
    module._compile(readFileSync(file, 'utf8'), file);
  };
  return true;
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();
const importFile = (file) => importWithPackages(pathToFileURL(file).href);

/** The last way: as `require` finds packages. Where it fails, the error says what the code has instead. */
function requireFound(root, dir, name, exported) {
  let file;
  try {
    file = require.resolve(name, { paths: [root, join(root, dir)] });
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    const message = `${error.message.split('\n')[0]}\n${adviceOn(root, join(dir, name), exported)}`;
    throw Object.assign(new Error(message), { code: error.code });
  }
  return require(file);
}

async function loadGeneration3({ root, dir, name, path }) {
  const file = resolve(root, dir, name);
  if (isFile(file)) return require(file);
  if (existsSync(`${file}.js`)) return isModule(root, `${file}.js`) ? importFile(`${file}.js`) : require(`${file}.js`);
  if (existsSync(`${file}.mjs`)) return importFile(`${file}.mjs`);
  if (existsSync(`${file}.cjs`)) return require(`${file}.cjs`);
  return requireFound(root, dir, name, path);
}

async function loadGeneration4({ root, dir, name, path }, shielded) {
  const file = resolve(root, dir, name);
  for (const extension of ['', '.js', '.mjs', '.cjs']) {
    if (!isFile(file + extension)) continue;
    if (extension !== '.js' || !shielded || isModule(root, file + extension)) return importFile(file + extension);
    try {
      return require(file + extension);
    } catch (error) {
      // It is written as a module after all.
      if (error instanceof SyntaxError) return importFile(file + extension);
      throw error;
    }
  }
  return requireFound(root, dir, name, path);
}

function translated(error) {
  if (error instanceof SyntaxError) return new RuntimeError('UserCodeSyntaxError', String(error), error.stack);
  if (error?.code === 'MODULE_NOT_FOUND') return new RuntimeError('ImportModuleError', String(error), error.stack);
  return error;
}

async function loadHandler(root, handler, generation) {
  if (handler.includes('..')) {
    const message = `'${handler}' is not a valid handler name. Use absolute paths when specifying root directories in handler names.`;
    throw new RuntimeError('MalformedHandlerName', message);
  }
  const base = basename(handler);
  const dir = handler.slice(0, handler.lastIndexOf(base));
  const [, name, path] = /^([^.]*)\.(.*)$/.exec(base) ?? [];
  if (name === undefined) throw new RuntimeError('MalformedHandlerName', 'Bad handler');
  const shielded = shieldFromAbove(root);
  const parts = { root, dir, name, path };
  let module;
  try {
    module = await (generation >= 4 ? loadGeneration4(parts, shielded) : loadGeneration3(parts));
  } catch (error) {
    throw translated(error);
  }
  const find = (from) => path.split('.').reduce((value, key) => value?.[key], from);
  const found = find(module) ?? (generation >= 4 ? find(module?.default) : undefined);
  if (!found) throw new RuntimeError('HandlerNotFound', `${handler} is undefined or not exported`);
  if (typeof found !== 'function') throw new RuntimeError('HandlerNotFound', `${handler} is not a function`);
  if (generation >= 4) refuseCallback(found);
  return found;
}

function refuseCallback(handler) {
  if (handler.length < 3 || handler[streamingMark]) return;
  throw new RuntimeError(
    'CallbackHandlerDeprecated',
    'ERROR: AWS Lambda has removed support for callback-based function handlers starting with Node.js 24. You need to modify this function to use a supported handler signature to use Node.js 24 or later. For more information see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html.',
  );
}

module.exports = { loadHandler, streamingMark };
