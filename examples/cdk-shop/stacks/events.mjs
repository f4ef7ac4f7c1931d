// The bus with its archive, and an address outside with the secret that opens it.

import { ApiDestination, Authorization, Connection, EventBus } from 'aws-cdk-lib/aws-events';
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib/core';

export class Events extends Stack {
  constructor(scope, id, { edition, secret, ...props }) {
    super(scope, id, props);
    this.bus = new EventBus(this, 'Bus', { eventBusName: 'shop' });
    this.bus.archive('Archive', {
      archiveName: 'shop',
      eventPattern: { source: ['shop'] },
      retention: Duration.days(edition === 'first' ? 7 : 14),
    });
    const connection = new Connection(this, 'Connection', {
      authorization: Authorization.apiKey('x-api-key', secret.secretValueFromJson('key')),
    });
    new ApiDestination(this, 'Shipping', { connection, endpoint: 'https://example.com/orders', rateLimitPerSecond: 10 });
    new CfnOutput(this, 'BusName', { value: this.bus.eventBusName });
  }
}
