import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chosenRegion } from './region.ts';

const folder = mkdtempSync(join(tmpdir(), 'region-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'config');
writeFileSync(file, '[default]\noutput = json\nregion = eu-west-1\n\n[profile shop]\nregion=eu-central-1\n[profile bare]\noutput=text\n');

it('takes the variables before the profile', () => {
  expect(chosenRegion({ AWS_REGION: 'a', AWS_DEFAULT_REGION: 'b', AWS_CONFIG_FILE: file })).toEqual({ region: 'a', from: 'AWS_REGION' });
  expect(chosenRegion({ AWS_DEFAULT_REGION: 'b', AWS_CONFIG_FILE: file })).toEqual({ region: 'b', from: 'AWS_DEFAULT_REGION' });
});

it('reads the region of the profile', () => {
  expect(chosenRegion({ AWS_CONFIG_FILE: file })).toEqual({ region: 'eu-west-1', from: `profile default in ${file}` });
  expect(chosenRegion({ AWS_CONFIG_FILE: file, AWS_PROFILE: 'shop' }).region).toBe('eu-central-1');
});

it('falls back to us-east-1', () => {
  const none = { region: 'us-east-1', from: 'by default' };
  expect(chosenRegion({ AWS_CONFIG_FILE: file, AWS_PROFILE: 'bare' })).toEqual(none);
  expect(chosenRegion({ AWS_CONFIG_FILE: join(folder, 'missing') })).toEqual(none);
});
