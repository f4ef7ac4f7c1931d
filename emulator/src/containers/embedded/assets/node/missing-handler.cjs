// Says which files the code has where a handler's file is not found, and what to do about it.

const { readdirSync } = require('node:fs');
const { dirname, join } = require('node:path');

const runs = ['.js', '.mjs', '.cjs'];
const compiled = ['.ts', '.mts', '.cts', '.tsx', '.jsx'];
const most = 10;

/** Names of files, and of folders with a slash at the end; `undefined` if the folder does not exist. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch {
    return undefined;
  }
}

const listed = (names) => (names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', '));

/** `root`: the folder of the code. `path`: the handler's file below it, without extension. `exported`: the name behind the dot. */
function adviceOn(root, path, exported) {
  const above = dirname(path);
  const name = path.slice(above === '.' ? 0 : above.length + 1);
  const here = entriesOf(join(root, above));
  if (!here) return `The code has no folder ${above}: it has ${listed(entriesOf(root) ?? []) || 'no files'}.`;
  const source = compiled.map((extension) => name + extension).find((file) => here.includes(file));
  if (source)
    return `${source} is here; functions run JavaScript: bundle it (esbuild ${source} --bundle --platform=node --outfile=${name}.js, or NodejsFunction of the CDK).`;
  for (const folder of here.filter((entry) => entry.endsWith('/') && entry !== 'node_modules/')) {
    const file = runs.map((extension) => name + extension).find((one) => entriesOf(join(root, above, folder))?.includes(one));
    if (file)
      return `${folder}${file} is here: the handler is then ${join(above, folder, name)}.${exported}, or zip what is in ${folder} instead.`;
  }
  const names = runs.map((extension) => name + extension).join(', ');
  return `None of ${names} is here; ${above === '.' ? 'the code' : above} has ${listed(here) || 'no files'}. A handler is a file without its extension, a dot, and the name of an export.`;
}

module.exports = { adviceOn };
