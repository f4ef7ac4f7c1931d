// Parts of templates and readers that the cases of functions share.
import { ROLE } from './type-case.ts';

export const SOURCE = 'exports.handler = async () => process.env.COLOUR;';

export const fn = (more: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: SOURCE }, ...more },
});

export const queue = { Type: 'AWS::SQS::Queue' };
