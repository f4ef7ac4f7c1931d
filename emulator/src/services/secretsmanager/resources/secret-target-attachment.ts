// AWS::SecretsManager::SecretTargetAttachment
