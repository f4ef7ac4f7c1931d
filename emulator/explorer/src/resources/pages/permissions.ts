// The permissions of roles, for the pages of all that has one: one file of the build.
export { Permissions } from '#resources/permissions.tsx';
export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';
