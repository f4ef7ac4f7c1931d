// The real Terraform with a GraphQL API: what it applied and changed it finds again as it said, and what it destroyed is gone.
import { fileURLToPath } from 'node:url';
import { AppSync } from '@aws-sdk/client-appsync';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-graphql', import.meta.url));
const DAY_MS = 86_400_000;

it.skipIf(isMissing('Terraform with a GraphQL API', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies a GraphQL API with all that belongs to it, plans no changes, changes and destroys it',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const appsync = emulator.client(AppSync);
    const end = (days: number): string =>
      new Date(Math.floor(emulator.clock.now() / DAY_MS + days) * DAY_MS).toISOString().replace('.000', '');
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, `-var=expires=${end(30 * revision)}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { id, key, merged } = JSON.parse(await project.run('output', '-json', 'api')) as Record<'id' | 'key' | 'merged', string>;
      const { graphqlApi } = await appsync.getGraphqlApi({ apiId: id });
      expect(graphqlApi).toMatchObject({ name: `shop-${revision}`, queryDepthLimit: 5 * revision, tags: { revision: String(revision) } });
      const body = JSON.stringify({ query: '{ code(id: "a") piped(id: "b") post(id: "none") { id } }' });
      const answer = await fetch(`${emulator.url}/graphql/${id}`, { method: 'POST', headers: { 'x-api-key': key }, body });
      expect(await answer.json()).toEqual({ data: { code: `a ${revision}`, piped: `b ${revision}`, post: null } });
      const { sourceApiAssociationSummaries } = await appsync.listSourceApiAssociations({ apiId: merged });
      expect(sourceApiAssociationSummaries).toHaveLength(2);
    }
    const types = [
      ...['graphql_api', 'api_key', 'datasource', 'function', 'resolver', 'type', 'api_cache'],
      ...['source_api_association', 'domain_name', 'domain_name_api_association'],
    ];
    expect(await project.types()).toEqual(expect.arrayContaining(types.map((type) => `aws_appsync_${type}`)));
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', `-var=expires=${end(60)}`, AT_ONCE);
    expect((await appsync.listGraphqlApis({})).graphqlApis).toEqual([]);
  },
);
