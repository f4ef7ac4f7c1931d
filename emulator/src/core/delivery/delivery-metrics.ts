// How the ends of deliveries are counted, as metrics of the resource that sent them.

/**
 * Named by `deliveryMetrics` in a service's manifest.
 *
 * @example
 * const deliveryMetrics: DeliveryMetrics = {
 *   namespace: 'AWS/SNS',
 *   sender: /:(?<TopicName>[^:]+)$/,
 *   delivered: 'NumberOfNotificationsDelivered',
 *   failed: 'NumberOfNotificationsFailed',
 * };
 */
export interface DeliveryMetrics {
  readonly namespace: string;
  /** Matches the ARNs of senders whose deliveries are counted. Its groups are the dimensions, in the order of their names. */
  readonly sender: RegExp;
  /** Deliveries that have arrived. */
  readonly delivered?: string;
  /** Attempts after the first one. */
  readonly retried?: string;
  /** Deliveries that were given up. `about.failures` of a destination names another metric. */
  readonly failed?: string;
  /** Deliveries that were given up and are in a dead-letter queue. */
  readonly deadLettered?: string;
  /** Deliveries that were given up and that a dead-letter queue has refused. */
  readonly refusedByQueue?: string;
}
