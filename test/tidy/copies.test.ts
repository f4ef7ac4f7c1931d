// Lists that stand twice, because one side does not import from the other, say the same.
import { expect, it } from 'vitest';
import { leadsToAnotherCloud } from '#lib/foreign-cloud';
import { clientEnvironment } from '../../integrations/client/src/client-environment.ts';
import { read } from './sources.ts';

it('programs and clients of the integrations are kept from the same variables', () => {
  const words = ['emulator/src/lib/foreign-cloud.ts', 'integrations/client/src/client-environment.ts'].flatMap(
    (file) => read(file).match(/\bAWS_[A-Z_]+\b/g) ?? [],
  );
  const given = Object.fromEntries([...new Set([...words, 'AWS_ENDPOINT_URL_S3', 'AWS_CA_BUNDLE'])].map((name) => [name, 'elsewhere']));
  const ours = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_EC2_METADATA_DISABLED'];
  const others = Object.keys(given).filter((name) => !ours.includes(name));
  const answer = clientEnvironment(given, 'http://localhost:4566');
  const isKept = (name: string): boolean => answer[name] === 'elsewhere';
  expect(others.filter(isKept)).toEqual(others.filter((name) => !leadsToAnotherCloud(name)));
});
