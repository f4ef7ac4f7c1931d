// The error of an invalid filter pattern, with the service's text.
export class FilterPatternError extends Error {}

export const invalidPattern = (): FilterPatternError => new FilterPatternError('Invalid filter pattern');
export const invalidTerm = (term: string): FilterPatternError => new FilterPatternError(`Invalid character(s) in term '${term}'`);
