// DescribeConfigurationTemplates: the values that sources, destinations and deliveries can have, for the services of which they are known.
import { pager } from '#core/pager';
import { type ConfigurationTemplate, operation } from '#model/logs';
import { invalid } from '#services/logs/groups/find-group';
import { DELIVERED_LOGS, type DeliveredLog } from './log-types.ts';

const TYPES = ['S3', 'CWL', 'FH'] as const;
const FORMATS = { S3: ['json', 'plain', 'w3c', 'raw'], CWL: ['json', 'plain'], FH: ['json', 'plain', 'raw'] } as const;
const DELIMITERS = ['\t', ' ', ',', ';', '|'];

const TEMPLATES: readonly ConfigurationTemplate[] = Object.entries(DELIVERED_LOGS).flatMap(([service, known]) =>
  known.resourceType === undefined ? [] : known.types.flatMap((logType) => TYPES.map((type) => templateOf(service, logType, type, known))),
);

function templateOf(service: string, logType: string, type: (typeof TYPES)[number], known: DeliveredLog): ConfigurationTemplate {
  const { resourceType, allowedFields = known.recordFields ?? [], recordFields = allowedFields, suffixPath, suffixFields } = known;
  return {
    ...{ service, logType, resourceType, deliveryDestinationType: type },
    defaultDeliveryConfigValues: {
      recordFields,
      ...(type === 'S3' && { s3DeliveryConfiguration: { suffixPath, enableHiveCompatiblePath: false } }),
    },
    allowedFields: allowedFields.map((name) => ({ name, mandatory: false })),
    allowedOutputFormats: FORMATS[type],
    allowedActionForAllowVendedLogsDeliveryForResource: `${service}:AllowVendedLogDeliveryForResource`,
    allowedFieldDelimiters: DELIMITERS,
    ...(type === 'S3' && { allowedSuffixPathFields: suffixFields }),
  };
}

interface Page {
  readonly limit?: number | undefined;
  readonly nextToken?: string | undefined;
}

const { pageOfItems } = pager({
  request: ({ limit = 50, nextToken }: Page) => ({ limit, token: nextToken }),
  end: (next) => ({ nextToken: next }),
  invalidToken: () => invalid('The specified nextToken is invalid.'),
});

const isAsked = (list: readonly string[] | undefined, value = ''): boolean => !list || list.length === 0 || list.includes(value);

export const DescribeConfigurationTemplates = operation('DescribeConfigurationTemplates', (input) => {
  const { service, logTypes, resourceTypes, deliveryDestinationTypes } = input;
  const found = TEMPLATES.filter(
    (template) =>
      (service === undefined || template.service === service) &&
      isAsked(logTypes, template.logType) &&
      isAsked(resourceTypes, template.resourceType) &&
      isAsked(deliveryDestinationTypes, template.deliveryDestinationType),
  );
  const place = (template: ConfigurationTemplate): [number] => [TEMPLATES.indexOf(template)];
  const { items, nextToken } = pageOfItems(found, place, input);
  return { configurationTemplates: items, nextToken };
});
