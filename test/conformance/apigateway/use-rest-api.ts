// REST APIs for tests: made with the SDK's client, called by HTTP.
import { APIGateway, type PutIntegrationCommandInput, type PutMethodCommandInput } from '@aws-sdk/client-api-gateway';
import type { TestEmulator } from '../../support/emulator.ts';

export interface MadeMethod {
  readonly restApiId: string;
  readonly resourceId: string;
  readonly httpMethod: string;
}

type MethodSettings = Partial<Omit<PutMethodCommandInput, keyof MadeMethod>>;
type IntegrationSettings = Partial<Omit<PutIntegrationCommandInput, keyof MadeMethod>>;

export function useRestApi(emulator: TestEmulator) {
  const client = emulator.client(APIGateway);
  return {
    client,
    /** An API without methods. */
    create: async (settings: object = {}) => {
      const { id, rootResourceId } = await client.createRestApi({ name: 'shop', ...settings });
      return { restApiId: id!, rootId: rootResourceId! };
    },
    /** The resource at a path of new parts. */
    resource: async (restApiId: string, rootId: string, path: string): Promise<string> => {
      let parentId = rootId;
      for (const pathPart of path.split('/').filter(Boolean))
        parentId = (await client.createResource({ restApiId, parentId, pathPart })).id!;
      return parentId;
    },
    method: async (method: MadeMethod, settings: MethodSettings, integration: IntegrationSettings): Promise<void> => {
      await client.putMethod({ authorizationType: 'NONE', ...settings, ...method });
      await client.putIntegration({ type: 'MOCK', ...integration, ...method });
    },
    deploy: async (restApiId: string, stageName = 'dev') => (await client.createDeployment({ restApiId, stageName })).id!,
    call: (restApiId: string, path: string, init?: RequestInit) => fetch(`${emulator.url}/_execute-api/${restApiId}${path}`, init),
  };
}
