// Why a topic cannot be read: a kind, which mappings show in the words of the service, and a sentence for people.
// https://docs.aws.amazon.com/lambda/latest/dg/with-kafka-troubleshoot.html

const SHOWN = {
  CONNECTION: 'Connection error. Please check your event source connection configuration.',
  LOGIN: 'SASL authentication failed.',
  SERVER_UNKNOWN: 'Lambda failed to authenticate server.',
  CERTIFICATE: 'Provided certificate or private key is invalid.',
  SECRET: 'The provided secret could not be read or is not valid.',
  TOPIC: 'Topic not found.',
} as const;

export class KafkaProblem extends Error {
  override readonly name = 'KafkaProblem';
  readonly kind: keyof typeof SHOWN;

  constructor(kind: keyof typeof SHOWN, message: string) {
    super(message);
    this.kind = kind;
  }

  /** As the mapping shows it. */
  get shown(): string {
    return `PROBLEM: ${SHOWN[this.kind]}`;
  }
}
