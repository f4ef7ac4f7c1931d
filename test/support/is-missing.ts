// How tests report what this machine lacks: the only way, so that the output of `npm test` explains every skipped test.

/**
 * Whether to skip: `describe.skipIf(lacking('the CDK', whyNoCdk()))('the CDK', …)` prints `skipped: the CDK (needs …)` where there is a
 * reason, and nothing where there is none. The reason names what is missing and, if that is short, how to get it.
 */
export function isMissing(what: string, why: string | undefined | false): boolean {
  if (!why) return false;
  console.log(`skipped: ${what} (${why})`);
  return true;
}
