// AWS::SecretsManager::Secret
