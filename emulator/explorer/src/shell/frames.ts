// The parts that all pages share. Each group exports it, so that it is one file of the build beside those of the groups, not many small ones.
export { DetailPage } from '#ui/detail-page.tsx';
export { ListPage } from '#ui/list-page.tsx';
export { ClockDialog } from './clock-dialog.tsx';
