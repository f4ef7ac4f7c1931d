// Makes the published expression engine synchronous, by dropping `async` and `await` from its source: state machines decide without waiting.
// Its authors' own suite answers the same with both: https://github.com/jsonata-js/jsonata/tree/master/test/test-suite
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const HEADER = `// Generated from jsonata@VERSION: do not edit.
// @ts-nocheck
import type { ExpressionEngine } from '#services/states/language/expressions/expression-engine';

const module = { exports: {} };
const exports = module.exports;
`;
const FOOTER = `
export const expressionEngine = module.exports as unknown as ExpressionEngine;
`;

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** The engine as a module. @throws Error where something in it still waits */
export function expressionEngine(): string {
  const require = createRequire(import.meta.url);
  const { version } = require('jsonata/package.json') as { version: string };
  const source = readFileSync(require.resolve('jsonata'), 'utf8');
  const synchronous = source
    .replace(/\basync (function\b|\()/g, '$1')
    .replace(/\bawait /g, '')
    .replace(/Promise\.all\(/g, '(')
    .replace(/\bif ?\(isPromise\((\w+)\)\)/g, 'if (false)');
  if (/\bawait\b(?!')/.test(synchronous.replace(COMMENTS, '')))
    throw new Error(`jsonata@${version} waits where this script does not expect it.`);
  return `${HEADER.replace('VERSION', version)}${synchronous}${FOOTER}`;
}
