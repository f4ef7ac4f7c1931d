// Commands of the AWS CLI as people run them against this emulator.
import type { Scope } from '#api/model.ts';

/** The AWS CLI with this emulator as its endpoint. */
export const cliCommand = (command: string, { account, region }: Scope): string =>
  `AWS_ACCESS_KEY_ID=${account} AWS_SECRET_ACCESS_KEY=test aws --endpoint-url ${location.origin} --region ${region} ${command}`;
