resource "aws_secretsmanager_secret" "db" {
  name                    = "plain/db"
  description             = "the database, ${local.word}"
  kms_key_id              = aws_kms_key.main.arn
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret" "bytes" {
  name_prefix             = "plain/bytes-"
  recovery_window_in_days = 0
  policy                  = jsonencode({ Version = "2012-10-17", Statement = [{ Sid = title(local.word), Effect = "Allow", Principal = { AWS = local.root }, Action = "secretsmanager:GetSecretValue", Resource = "*" }] })
}

resource "aws_secretsmanager_secret" "written" {
  name                    = "plain/written"
  recovery_window_in_days = 0
  replica {
    region = "us-west-2"
  }
}

resource "aws_secretsmanager_secret_version" "db" {
  secret_id      = aws_secretsmanager_secret.db.id
  secret_string  = jsonencode({ user = "admin", password = local.word })
  version_stages = ["AWSCURRENT", "BLUE"]
}

resource "aws_secretsmanager_secret_version" "bytes" {
  secret_id     = aws_secretsmanager_secret.bytes.id
  secret_binary = base64encode("bytes ${local.word}")
}

resource "aws_secretsmanager_secret_version" "written" {
  secret_id                = aws_secretsmanager_secret.written.id
  secret_string_wo         = "never in the state"
  secret_string_wo_version = var.revision
}

resource "aws_secretsmanager_secret_policy" "db" {
  secret_arn          = aws_secretsmanager_secret.db.arn
  block_public_policy = true
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Sid = title(local.word), Effect = "Allow", Principal = { AWS = aws_iam_role.worker.arn }, Action = "secretsmanager:GetSecretValue", Resource = "*" }]
  })
}

resource "aws_secretsmanager_secret" "turning" {
  name                    = "plain/turning"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_version" "turning" {
  secret_id     = aws_secretsmanager_secret.turning.id
  secret_string = "turns"
}

resource "aws_secretsmanager_secret_rotation" "turning" {
  secret_id           = aws_secretsmanager_secret_version.turning.secret_id
  rotation_lambda_arn = aws_lambda_function.hello.arn
  rotate_immediately  = false
  rotation_rules {
    automatically_after_days = 20 + var.revision
    duration                 = "3h"
  }
  depends_on = [aws_lambda_permission.secrets]
}

resource "aws_ssm_parameter" "plain" {
  name            = "/plain/text"
  type            = "String"
  value           = local.word
  description     = "a value, ${local.word}"
  allowed_pattern = "^[a-z]+$"
}

resource "aws_ssm_parameter" "list" {
  name  = "/plain/list"
  type  = "StringList"
  value = "a,b,${local.word}"
  tier  = ["", "Standard", "Advanced"][var.revision]
}

resource "aws_ssm_parameter" "secure" {
  name   = "/plain/secure"
  type   = "SecureString"
  value  = "two ${local.word}"
  key_id = aws_kms_key.main.arn
}

resource "aws_ssm_parameter" "managed" {
  name             = "plain-managed"
  type             = "SecureString"
  value_wo         = "not in the state either"
  value_wo_version = var.revision
}

resource "aws_ssm_parameter" "image" {
  name           = "/plain/insecure"
  type           = "String"
  insecure_value = "seen"
  data_type      = "text"
  tier           = "Intelligent-Tiering"
}
