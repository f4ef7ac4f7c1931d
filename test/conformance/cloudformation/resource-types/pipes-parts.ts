// Parts of templates and readers that the cases of pipes share.
import { Pipes } from '@aws-sdk/client-pipes';
import { ROLE, type TypeCase } from './type-case.ts';

export const CODE = {
  Type: 'AWS::Lambda::Function',
  Properties: {
    Role: ROLE,
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Code: { ZipFile: 'exports.handler = async (event) => event;' },
  },
};

export const QUEUE = { Type: 'AWS::SQS::Queue' };
export const GROUP = { Type: 'AWS::Logs::LogGroup' };
export const absent = { StateReason: 'a pipe that runs has none' };
export const describe: TypeCase['readBack'] = (emulator, { ref: { It: Name } }) => emulator.client(Pipes).describePipe({ Name });
