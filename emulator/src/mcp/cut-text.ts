// Cuts answers that would fill the context of the model that reads them.

/** Limit: characters of an answer of a tool. */
export const MAX_ANSWER = 24_000;

/** Keeps the beginning and the end: the newest lines of logs, the results of deployments. */
export function cutText(text: string): string {
  if (text.length <= MAX_ANSWER) return text;
  const half = MAX_ANSWER / 2;
  const left = text.length - MAX_ANSWER;
  return `${text.slice(0, half)}\n… ${left} characters are left out: ask for less (a name, a filter, fewer lines, \`since\`) …\n${text.slice(-half)}`;
}
