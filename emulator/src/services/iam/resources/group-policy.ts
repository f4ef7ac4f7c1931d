// AWS::IAM::GroupPolicy
import { holderPolicy } from './holder-policy.ts';

export const resource = holderPolicy('Group');
