import { expect, it } from 'vitest';
import { loadYaml } from '#lib/yaml/load-yaml';
import { parseTemplate } from './parse-large.ts';

it.each([
  ['JSON', '{"Resources":{"T":{"Type":"AWS::SNS::Topic"}}}'],
  ['YAML', 'Resources:\r\n  T:\r\n    Type: AWS::SNS::Topic\r\n'],
  ['a large one', `{"Description":"${'x'.repeat(70_000)}","Resources":{"T":{"Type":"AWS::SNS::Topic"}}}`],
])('a template may begin with a byte order mark: %s', async (_, text) => {
  expect(await parseTemplate(`\ufeff${text}`)).toEqual(await parseTemplate(text));
  expect(await loadYaml(`\ufeff${text}`)).toEqual(await loadYaml(text));
});
