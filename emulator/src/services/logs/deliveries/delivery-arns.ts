// ARNs of delivery sources, delivery destinations and deliveries.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export type DeliveryPart = 'delivery' | 'delivery-destination' | 'delivery-source';

export const deliveryArn = ({ account, region }: RegionScope, part: DeliveryPart, name: string): string =>
  formatArn({ service: 'logs', region, account, resource: `${part}:${name}` });
