// AWS::SecretsManager::RotationSchedule
