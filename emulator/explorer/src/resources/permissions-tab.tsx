// The Permissions tab of whatever has a role. Its content is a file of its own of the build, which loads when the tab is opened.
import { Loaded } from '#ui/parts.tsx';
import type { DetailTab } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';

const load = () => import('#resources/pages/permissions.ts');

function Later({ role }: { role: string }) {
  const content = useLoaded('permissions', load, { live: false });
  return <Loaded of={content}>{({ Permissions }) => <Permissions identity={role} />}</Loaded>;
}

/** `roleOf`: the ARN of the role. */
export const permissionsTab = <D,>(roleOf: (detail: D) => string | undefined): DetailTab<D> => ({
  id: 'permissions',
  title: 'Permissions',
  isThere: (detail) => roleOf(detail) !== undefined,
  view: (detail) => <Later role={roleOf(detail) ?? ''} />,
});
