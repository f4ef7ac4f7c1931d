// How the bundle takes in packages that have native parts: their JavaScript is bundled, their compiled files stay packages of their own, which
// run no script when they are installed; what dockerode has for engines behind SSH and for builds is left out, and what the server of tools for agents never uses.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** Finds compiled files by the folder of its caller, which a bundle does not have. */
const ADDON_LOADER = /^node-gyp-build-optional-packages$/;
const ADDONS: Readonly<Record<string, string>> = { lmdb: '@lmdb/lmdb', 'msgpackr-extract': '@msgpackr-extract/msgpackr-extract' };
const OWN_LOADER = fileURLToPath(new URL('src/store/native-addon.ts', import.meta.url));

/** dockerode loads them at once, and uses them only to reach an engine over SSH and in sessions of BuildKit. */
const LEFT_OUT = /^(?:ssh2|protobufjs|@grpc\/grpc-js|@grpc\/proto-loader)$/;

/**
 * The SDK of the Model Context Protocol loads them at once, to serve schemas of an earlier zod, and to check what a person enters on request of a
 * tool: the tools here do neither. zod brings its messages in forty languages.
 */
const NOT_FOR_TOOLS: Readonly<Record<string, string>> = {
  'zod/v3': 'export const ZodFirstPartyTypeKind = {};',
  'zod-to-json-schema': 'export const zodToJsonSchema = undefined;',
  '../validation/ajv-provider.js': 'export class AjvJsonSchemaValidator {}',
  '../locales/index.js': 'export {};',
};

export const smallTools: Plugin = {
  name: 'small-tools',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^(?:zod\/v3|zod-to-json-schema|\.\.\/validation\/ajv-provider\.js|\.\.\/locales\/index\.js)$/ },
      ({ path, importer }) =>
        /\/node_modules\/(?:zod|zod-to-json-schema|@modelcontextprotocol\/sdk)\//.test(importer)
          ? { namespace: 'not-for-tools', path }
          : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'not-for-tools' }, ({ path }) => ({ contents: NOT_FOR_TOOLS[path]! }));
  },
};

export const nativePackages: Plugin = {
  name: 'native-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: ADDON_LOADER }, ({ importer }) => {
      const [, name = ''] = /.*\/node_modules\/([^/]+)\//.exec(importer) ?? [];
      const addon = ADDONS[name];
      if (!addon) return { errors: [{ text: `${importer} loads a compiled file: name its packages in ADDONS` }] };
      return { namespace: 'native-addon', path: addon };
    });
    onLoad({ filter: /.*/, namespace: 'native-addon' }, ({ path }) => ({
      contents: `module.exports = () => require(${JSON.stringify(OWN_LOADER)}).loadAddon(${JSON.stringify(path)});`,
      resolveDir: import.meta.dirname,
    }));
    onResolve({ filter: LEFT_OUT }, ({ path }) => ({ namespace: 'left-out', path }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};
