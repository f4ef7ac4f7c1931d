#!/usr/bin/env node
// `npm create cloud-emulator`: runs `emulator new`. The project that it writes gets the emulator of this version from the registry.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = createRequire(import.meta.url).resolve('cloud-emulator/package.json');
const { default: emulator } = await import(pathToFileURL(file).href, { with: { type: 'json' } });
const words = process.argv.slice(2);
const isNamed = words.some((word) => word === '--emulator' || word.startsWith('--emulator='));
process.argv.splice(2, words.length, 'new', ...words, ...(isNamed ? [] : ['--emulator', `^${emulator.version}`]));
await import(pathToFileURL(join(dirname(file), emulator.bin.emulator)).href);
