// The users, groups and roles that a policy is given to.
import { texts } from '#core/resource-properties';
import type { Properties } from '#core/resource-type';

export type Holder = readonly [kind: 'Role' | 'User' | 'Group', name: string];

export const holdersOf = ({ Roles, Users, Groups }: Properties): Holder[] => [
  ...texts(Roles).map((name): Holder => ['Role', name]),
  ...texts(Users).map((name): Holder => ['User', name]),
  ...texts(Groups).map((name): Holder => ['Group', name]),
];

export const without = (holders: readonly Holder[], others: readonly Holder[]): Holder[] =>
  holders.filter(([kind, name]) => !others.some(([otherKind, other]) => otherKind === kind && other === name));
