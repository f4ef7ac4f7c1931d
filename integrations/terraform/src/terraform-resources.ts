// The functions that Terraform deployed, and their addresses, for the development loop to show.
import type { DevAddress, DevFunction } from 'cloud-emulator-hot-reload/loop/deployer';
import type { TerraformResource } from './terraform-runs.ts';

/** `prefix` is put before the address of a resource in the label. */
export const functionsIn = (resources: readonly TerraformResource[], hotBucket: string, prefix = ''): DevFunction[] =>
  resources
    .filter(({ type }) => type === 'aws_lambda_function')
    .map(({ address, values }) => ({
      name: String(values['function_name']),
      label: `${prefix}${address}`,
      folder: values['s3_bucket'] === hotBucket ? String(values['s3_key']) : undefined,
    }));

/** The address that needs no name server. */
export const addressesIn = (resources: readonly TerraformResource[], url: string): DevAddress[] =>
  resources
    .filter(({ type, values }) => type === 'aws_lambda_function_url' && typeof values['url_id'] === 'string')
    .map(({ values }) => ({ name: String(values['function_name']), url: `${url}/_function-url/${String(values['url_id'])}/` }));
