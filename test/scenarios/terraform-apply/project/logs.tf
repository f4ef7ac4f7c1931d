resource "aws_cloudwatch_log_group" "app" {
  name              = "/plain/app"
  retention_in_days = 7 * var.revision
  kms_key_id        = aws_kms_key.main.arn
}

resource "aws_cloudwatch_log_group" "rare" {
  name_prefix     = "plain-"
  log_group_class = "INFREQUENT_ACCESS"
}

resource "aws_cloudwatch_log_stream" "app" {
  name           = "main"
  log_group_name = aws_cloudwatch_log_group.app.name
}

resource "aws_cloudwatch_log_resource_policy" "events" {
  policy_name = "plain-events"
  policy_document = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Sid = title(local.word), Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = ["logs:PutLogEvents"], Resource = "arn:aws:logs:*:*:*" }]
  })
}

resource "aws_cloudwatch_log_metric_filter" "errors" {
  name           = "errors"
  log_group_name = aws_cloudwatch_log_group.app.name
  pattern        = "{ $.level = \"${local.word}\" }"
  metric_transformation {
    name       = "Errors"
    namespace  = "Plain"
    value      = "$.count"
    unit       = "Count"
    dimensions = { level = "$.level" }
  }
}
