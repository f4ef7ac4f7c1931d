// Actions of repositories, whose account the registry names.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  resourceControl: {},
  types: { repository: 'arn:$p:ecr:$r:${Registry}:repository/${RepositoryName}' },
  slots: { Registry: ['registryId', '$account'], RepositoryName: ['repositoryName', 'repositoryNames[]', 'resourceArn'] },
};
