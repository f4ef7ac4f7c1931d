// `npm run models`: turns SDK client packages, patches and constraint overlays into models/dist (IR as JSON, types as TypeScript).
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServicePatch } from '#protocol/patch';
import { actionTable, readActionFacts } from './actions.ts';
import { detectionTable } from './detection.ts';
import { expressionEngine } from './expression-engine.ts';
import { extract } from './extract.ts';
import { applyOverlay, readOverlay } from './overlay.ts';
import { applyPatch, readPatch } from './patch.ts';
import { recordTypes } from './record-types.ts';
import { slimResources } from './resources.ts';
import { SERVICE_MODELS } from './services.ts';
import { writeIndex, writeTypes } from './typescript.ts';

const models = new URL('../', import.meta.url);
const dist = new URL('dist/', models);

const started = performance.now();
mkdirSync(dist, { recursive: true });
const made = [];
const patches = new Map<string, ServicePatch>();
for (const [id, { package: packageName }] of Object.entries(SERVICE_MODELS)) {
  const ir = extract(id, packageName);
  const patch = await readPatch(new URL('patches/', models), id);
  patches.set(id, patch);
  applyPatch(ir, patch);
  applyOverlay(ir, readOverlay(new URL('constraints/', models), id), patch.ownChecks);
  writeFileSync(new URL(`${id}.json`, dist), JSON.stringify(ir));
  writeFileSync(new URL(`${id}.ts`, dist), writeTypes(ir));
  made.push(ir);
}
writeFileSync(new URL('index.ts', dist), writeIndex(Object.keys(SERVICE_MODELS)));
const resources = slimResources();
writeFileSync(new URL('resources.json', dist), JSON.stringify(resources));
writeFileSync(new URL('record-types.json', dist), JSON.stringify(recordTypes(resources.resources)));
writeFileSync(new URL('detection.json', dist), JSON.stringify(detectionTable(made, patches)));

writeFileSync(new URL('expression-engine.ts', dist), expressionEngine());

// Last, so that a package that is not installed yet leaves all else as it is.
for (const ir of made) {
  const table = actionTable(ir, await readActionFacts(new URL('actions/', models), ir.id));
  writeFileSync(new URL(`${ir.id}.actions.json`, dist), JSON.stringify(table));
}

const operations = made.reduce((sum, ir) => sum + Object.keys(ir.operations).length, 0);
console.log(`models: ${made.length} services, ${operations} operations, ${Math.round(performance.now() - started)} ms`);
