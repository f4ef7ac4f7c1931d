// What the function is told.
export interface Person {
  readonly first?: string;
}

export const nameOf = ({ first = 'world' }: Person): string => first;
