// AWS::SecretsManager::SecretTargetAttachment: refused. It would write the host and port of a database into a secret; there are none.
import type { ResourceType } from '#core/resources/resource-type';

const NO_DATABASES =
  'databases and clusters are not emulated, so there are no connection details to write into the secret; give them in SecretString.';

const refused = (): never => {
  throw new Error(`AWS::SecretsManager::SecretTargetAttachment: ${NO_DATABASES}`);
};

export const resource: ResourceType = {
  refuse: { TargetType: NO_DATABASES },
  create: async () => refused(),
  async delete() {
    // None was ever created.
  },
};
