// The real Terraform with a REST API, everything that belongs to one, and one of a document: applied, found again as it is, changed, destroyed.
import { fileURLToPath } from 'node:url';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { expect, it } from 'vitest';
import { ask } from '../conformance/apigatewayv2/use-apis.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-rest-apis', import.meta.url));

it.skipIf(isMissing('Terraform with REST APIs', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies REST APIs, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const api = emulator.client(APIGateway);
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { items = [] } = await api.getRestApis({});
      const { id: restApiId } = items.find(({ name }) => name === 'shop')!;
      const { methodSettings, variables: values } = await api.getStage({ restApiId, stageName: 'live' });
      expect([methodSettings?.['pets/POST']?.throttlingRateLimit, values]).toEqual([10 * revision, { revision: `r${revision}` }]);
      const url = `${emulator.url}/v${revision}/pets`;
      const answer = await ask(url, { method: 'POST', host: 'shop.example.com', headers: { x: '1', 'content-type': 'application/json' } });
      expect([answer.status, answer.text]).toEqual(revision === 1 ? [200, 'revision 1'] : [401, '{"message":"Unauthorized"}']);
    }
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await api.getRestApis({})).items).toEqual([]);
    expect((await api.getDomainNames({})).items).toEqual([]);
  },
);
