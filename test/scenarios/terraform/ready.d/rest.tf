resource "aws_cloudwatch_log_group" "app" {
  name              = "/scenario/app"
  retention_in_days = 14
  tags              = { team = "blue" }
}

resource "aws_cloudwatch_log_stream" "app" {
  name           = "main"
  log_group_name = aws_cloudwatch_log_group.app.name
}

resource "aws_cloudwatch_log_resource_policy" "events" {
  policy_name = "scenario-events"
  policy_document = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = ["logs:PutLogEvents"], Resource = "arn:aws:logs:*:*:*" }]
  })
}

resource "aws_cloudwatch_log_metric_filter" "errors" {
  name           = "errors"
  log_group_name = aws_cloudwatch_log_group.app.name
  pattern        = "ERROR"
  metric_transformation {
    name      = "Errors"
    namespace = "Scenario"
    value     = "1"
  }
}

resource "aws_ssm_parameter" "plain" {
  name        = "/scenario/plain"
  type        = "String"
  value       = "one"
  description = "a value"
  tags        = { team = "blue" }
}

resource "aws_ssm_parameter" "secure" {
  name   = "/scenario/secure"
  type   = "SecureString"
  value  = "two"
  key_id = aws_kms_key.main.arn
}

resource "aws_secretsmanager_secret" "db" {
  name                    = "scenario/db"
  description             = "the database"
  recovery_window_in_days = 0
  tags                    = { team = "blue" }
}

resource "aws_secretsmanager_secret_version" "db" {
  secret_id     = aws_secretsmanager_secret.db.id
  secret_string = jsonencode({ user = "admin", password = "secret" })
}

resource "aws_secretsmanager_secret_policy" "db" {
  secret_arn = aws_secretsmanager_secret.db.arn
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { AWS = aws_iam_role.worker.arn }, Action = "secretsmanager:GetSecretValue", Resource = "*" }]
  })
}

resource "aws_kms_key" "main" {
  description             = "scenario"
  deletion_window_in_days = 7
  enable_key_rotation     = true
  tags                    = { team = "blue" }
}

resource "aws_kms_alias" "main" {
  name          = "alias/scenario"
  target_key_id = aws_kms_key.main.key_id
}

resource "aws_kms_grant" "worker" {
  name              = "worker"
  key_id            = aws_kms_key.main.key_id
  grantee_principal = aws_iam_role.worker.arn
  operations        = ["Encrypt", "Decrypt"]
}

resource "aws_cloudformation_stack" "small" {
  name = "scenario-small"
  template_body = jsonencode({
    Resources = { Queue = { Type = "AWS::SQS::Queue", Properties = { QueueName = "scenario-from-stack" } } }
    Outputs   = { Url = { Value = { Ref = "Queue" } } }
  })
}
