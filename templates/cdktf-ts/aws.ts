// The AWS provider and its resources, with types and attributes in Terraform's words. The package @cdktn/provider-aws has a class for each type, in some
// hundred megabytes; its resources may stand beside these.
import { TerraformProvider, TerraformResource } from 'cdktn';
import type { Construct } from 'constructs';

type Attributes = { readonly [name: string]: unknown };

export class AwsProvider extends TerraformProvider {
  readonly #attributes: Attributes;

  constructor(scope: Construct, version: string, attributes: Attributes) {
    const terraformGeneratorMetadata = { providerName: 'aws', providerVersion: version, providerVersionConstraint: version };
    super(scope, 'aws', { terraformResourceType: 'aws', terraformProviderSource: 'hashicorp/aws', terraformGeneratorMetadata });
    this.#attributes = attributes;
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return { ...this.#attributes };
  }
}

export class AwsResource extends TerraformResource {
  readonly #attributes: Attributes;

  constructor(scope: Construct, id: string, type: string, attributes: Attributes) {
    super(scope, id, { terraformResourceType: type });
    this.#attributes = attributes;
  }

  get arn(): string {
    return this.getStringAttribute('arn');
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return { ...this.#attributes };
  }
}
