// Whether this machine has the clients that are written in Python: the AWS CLI and boto3.
import { execFileSync } from 'node:child_process';

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const whyNoAws = (): string | undefined => (runs('aws', '--version') ? undefined : 'needs the AWS CLI: no aws in PATH that runs');

export const whyNoBoto3 = (): string | undefined =>
  runs('python3', '-c', 'import boto3') ? undefined : 'needs python3 in PATH, with boto3: pip install boto3';
