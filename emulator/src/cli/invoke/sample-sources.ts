// The sources of which there are sample events: the table of commands names them without loading the samples.
export const SAMPLE_SOURCES = ['events', 'schedule', 'sqs', 'sns', 's3', 'dynamodb', 'kinesis', 'http', 'rest'] as const;
export type SampleSource = (typeof SAMPLE_SOURCES)[number];
