// What is wrong with a filter pattern, in the service's words.
export class FilterPatternError extends Error {}

export const invalidPattern = (): FilterPatternError => new FilterPatternError('Invalid filter pattern');
export const invalidTerm = (term: string): FilterPatternError => new FilterPatternError(`Invalid character(s) in term '${term}'`);
