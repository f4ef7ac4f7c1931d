// Makes the published expression engine synchronous, by dropping `async` and `await` from its source: state machines decide without waiting.
// Four places are changed besides: the clock is passed in, long ranges are announced before they are made, lists are sorted without a copy for each
// element, and numbers that JSON cannot hold become texts as in the cloud.
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

interface Change {
  readonly from: string;
  readonly to: string;
}
const CHANGES: readonly Change[] = [
  // The third parameter is a callback, which a synchronous engine has no use for.
  { from: 'timestamp = new Date();\n                exec_env', to: 'timestamp = new Date(callback);\n                exec_env' },
  {
    from: 'if(size > 1e7) {',
    to: "environment.lookup(Symbol.for('jsonata.__range'))?.(size);\n        if(size > 1e7) {",
  },
  // The same comparisons in the same order.
  {
    from: 'merge_iter(merged, l, r);',
    to: 'let i = 0, j = 0;\n            while (i < l.length && j < r.length) merged.push(comp(l[i], r[j]) ? r[j++] : l[i++]);\n            merged = merged.concat(l.slice(i), r.slice(j));',
  },
  // `$string(1/0)` is "Infinity": https://github.com/floci-io/floci/pull/2783
  {
    from: "else if (typeof arg === 'number' && !isFinite(arg)) {",
    to: "else if (typeof arg === 'number' && !isFinite(arg)) {\n            str = String(arg);\n        } else if (false) {",
  },
];

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
  const changed = CHANGES.reduce((text, { from, to }) => {
    if (text.split(from).length !== 2) throw new Error(`jsonata@${version} does not have once: ${from}`);
    return text.replace(from, to);
  }, synchronous);
  if (/\bawait\b(?!')/.test(synchronous.replace(COMMENTS, '')))
    throw new Error(`jsonata@${version} waits where this script does not expect it.`);
  return `${HEADER.replace('VERSION', version)}${changed}${FOOTER}`;
}
