// Cloud Control's actions belong to CloudFormation.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  prefix: 'cloudformation',
  principal: 'cloudformation.amazonaws.com',
  passes: {
    CreateResource: ['RoleArn'],
    UpdateResource: ['RoleArn'],
    DeleteResource: ['RoleArn'],
    GetResource: ['RoleArn'],
    ListResources: ['RoleArn'],
  },
};
