// The environment variables of scripts: they point to this emulator as the cloud, and nothing in them points to another one.
import { leadsToAnotherCloud } from '#lib/foreign-cloud';
import { dictionary } from '#lib/table';

const REGION = 'us-east-1';

/** An empty variable counts as unset. `origin` is empty where it is not known yet (before the start, on a free port). */
export function scriptEnvironment(given: Readonly<Record<string, string | undefined>>, origin: string): Record<string, string> {
  const environment: Record<string, string> = dictionary();
  for (const [name, value] of Object.entries(given)) if (value !== undefined && !leadsToAnotherCloud(name)) environment[name] = value;
  if (origin) environment['AWS_ENDPOINT_URL'] = origin;
  environment['AWS_ACCESS_KEY_ID'] ||= 'test';
  environment['AWS_SECRET_ACCESS_KEY'] ||= 'test';
  environment['AWS_REGION'] ||= environment['AWS_DEFAULT_REGION'] || REGION;
  environment['AWS_DEFAULT_REGION'] ||= environment['AWS_REGION'];
  return environment;
}
