// The regions of the standard partition.

/** In the order in which the tables' service lists them. */
export const REGIONS: readonly string[] = [
  ...['ap-south-2', 'ap-south-1', 'eu-south-1', 'eu-south-2', 'me-central-1', 'ca-central-1', 'eu-central-1', 'eu-central-2'],
  ...['us-west-1', 'us-west-2', 'af-south-1', 'eu-north-1', 'eu-west-1', 'eu-west-2', 'eu-west-3', 'ap-northeast-1'],
  ...['ap-northeast-2', 'ap-northeast-3', 'ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'ap-southeast-5'],
  ...['ap-southeast-7', 'ap-east-1', 'ap-east-2', 'me-south-1', 'sa-east-1', 'il-central-1', 'ca-west-1', 'mx-central-1'],
  ...['us-east-1', 'us-east-2'],
];

/** Whether the service knows the region. Here a resource may be in any other, too. */
export const isRegion = (name: string): boolean => REGIONS.includes(name) || /^(?:cn|us-gov)-[a-z]+-\d$/.test(name);
