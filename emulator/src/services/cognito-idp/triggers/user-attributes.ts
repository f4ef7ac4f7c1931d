// The attributes of a user as triggers are told them.
import type { Frozen } from '#core/records';
import type { User } from '#services/cognito-idp/state';

export const toldAttributes = ({ sub, status, attributes }: Frozen<User>): Record<string, string> => ({
  sub,
  'cognito:user_status': status,
  ...attributes,
});
