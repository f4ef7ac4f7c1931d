// HTTP, WebSocket and REST APIs: one file of the build.
import { view as apis } from '#resources/apis/http-apis.tsx';
import { view as restApis } from '#resources/apis/rest-apis.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  apis,
  'rest-apis': restApis,
};
