// `npm run docs`: writes the generated pages. A test compares them with the committed ones.
import { writeFileSync } from 'node:fs';
import { architecturePicture } from './architecture.ts';
import { configurationPage } from './configuration.ts';
import { coveragePage } from './coverage.ts';
import { fidelityPage } from './fidelity.ts';
import { layersPage } from './layers.ts';
import { licencesPage } from './licences.ts';
import { limitsPage } from './limits.ts';
import { llmsText } from './llms.ts';
import { managementPage } from './management.ts';
import { errorsPage, messagesPage } from './messages.ts';
import { resourceTypesPage } from './resource-types.ts';

export interface Page {
  /** Relative to the package's folder. */
  readonly path: string;
  readonly text: string;
}

export const pages = async (): Promise<Page[]> => [
  { path: 'docs/architecture.svg', text: architecturePicture() },
  { path: 'docs/configuration.md', text: configurationPage() },
  { path: 'docs/coverage.md', text: coveragePage() },
  { path: 'docs/errors.md', text: await errorsPage() },
  { path: 'docs/fidelity.md', text: await fidelityPage() },
  { path: 'docs/layers.md', text: layersPage() },
  { path: 'docs/limits.md', text: limitsPage() },
  { path: 'docs/llms.txt', text: llmsText() },
  { path: 'docs/management.md', text: managementPage() },
  { path: 'docs/messages.md', text: await messagesPage() },
  { path: 'docs/resource-types.md', text: await resourceTypesPage() },
  { path: 'THIRD-PARTY-LICENCES.md', text: licencesPage() },
];

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const { path, text } of await pages()) {
    writeFileSync(new URL(`../${path}`, import.meta.url), text);
    console.log(`wrote emulator/${path}`);
  }
