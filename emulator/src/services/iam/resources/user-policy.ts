// AWS::IAM::UserPolicy
import { holderPolicy } from './holder-policy.ts';

export const resource = holderPolicy('User');
