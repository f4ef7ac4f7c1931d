// How the bundle takes in packages that have native parts: their JavaScript is bundled, their compiled files stay packages of their own, which
// run no script when they are installed; what dockerode has for engines behind SSH and for builds is left out.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** Finds compiled files by the folder of its caller, which a bundle does not have. */
const ADDON_LOADER = /^node-gyp-build-optional-packages$/;
const ADDONS: Readonly<Record<string, string>> = { lmdb: '@lmdb/lmdb', 'msgpackr-extract': '@msgpackr-extract/msgpackr-extract' };
const OWN_LOADER = fileURLToPath(new URL('src/store/native-addon.ts', import.meta.url));

/** dockerode loads them at once, and uses them only to reach an engine over SSH and in sessions of BuildKit. */
const LEFT_OUT = /^(?:ssh2|protobufjs|@grpc\/grpc-js|@grpc\/proto-loader)$/;

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
