// Builds the package into emulator/dist, or into the folder that is given: the bundle, the explorer, and the types of the library.
import { join, resolve } from 'node:path';
import { bundle } from './bundle.ts';
import { writeDeclarations } from './declarations.ts';

const dist = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'));
const started = performance.now();
const { files, bytes } = await bundle(dist);
writeDeclarations(dist);
console.log(`bundle: ${files} files, ${(bytes / 1024).toFixed(0)} KB, ${Math.round(performance.now() - started)} ms`);
