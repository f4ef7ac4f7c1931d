// Why the status in the answer of a function is none.

export const statusProblem = (status: unknown): string =>
  status === undefined || status === null
    ? 'it has no statusCode'
    : `its statusCode is ${JSON.stringify(status)}, which is no HTTP status from 200 to 599`;
