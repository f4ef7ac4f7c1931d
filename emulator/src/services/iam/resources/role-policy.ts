// AWS::IAM::RolePolicy
import { holderPolicy } from './holder-policy.ts';

export const resource = holderPolicy('Role');
