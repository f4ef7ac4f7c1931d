// Actions of pipes.
import type { ActionFacts } from '../build/action-facts.ts';

export const facts: ActionFacts = {
  slots: { Name: ['Name', 'resourceArn'] },
  passes: { CreatePipe: ['RoleArn'], UpdatePipe: ['RoleArn'] },
};
