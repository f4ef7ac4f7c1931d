// Properties of buckets and user pools that the transform lets through where an event changes such a resource.
// Source: samtranslator/model/s3.py and cognito.py of github.com/aws/serverless-application-model.
import { invalidResource } from '#sam/problems';
import { type Block, get, isBlock } from '#sam/values';

const BUCKET = `AccessControl AccelerateConfiguration AnalyticsConfigurations BucketEncryption BucketName CorsConfiguration
IntelligentTieringConfigurations InventoryConfigurations LifecycleConfiguration LoggingConfiguration MetricsConfigurations
NotificationConfiguration ObjectLockConfiguration ObjectLockEnabled OwnershipControls PublicAccessBlockConfiguration
ReplicationConfiguration Tags VersioningConfiguration WebsiteConfiguration`;
const USER_POOL = `AccountRecoverySetting AdminCreateUserConfig AliasAttributes AutoVerifiedAttributes DeletionProtection DeviceConfiguration
EmailAuthenticationMessage EmailAuthenticationSubject EmailConfiguration EmailVerificationMessage EmailVerificationSubject EnabledMfas
LambdaConfig MfaConfiguration Policies Schema SmsAuthenticationMessage SmsConfiguration SmsVerificationMessage UserAttributeUpdateSettings
UsernameAttributes UsernameConfiguration UserPoolAddOns UserPoolName UserPoolTags UserPoolTier VerificationMessageTemplate
WebAuthnRelyingPartyID WebAuthnUserVerification`;

const check =
  (type: string, names: string) =>
  (id: string, declared: Block): void => {
    const known = new Set(names.split(/\s+/));
    if (declared.Type !== type)
      throw invalidResource(id, `Resource has incorrect Type; expected '${type}', got '${String(declared.Type)}'`);
    const properties = get(declared, 'Properties');
    const unknown = isBlock(properties) ? Object.keys(properties).find((name) => !known.has(name)) : undefined;
    if (unknown !== undefined) throw invalidResource(id, `property ${unknown} not defined for resource of type ${type}`);
  };

export const checkBucketProperties = check('AWS::S3::Bucket', BUCKET);
export const checkUserPoolProperties = check('AWS::Cognito::UserPool', USER_POOL);
