# Topics with the settings that come back in another form if a service is careless. `revision` changes them: applied once as 1 and once as 2.
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "revision" {
  type    = number
  default = 1
}

provider "aws" {
  region = "us-east-1"
  default_tags {
    tags = { project = "topics", revision = tostring(var.revision) }
  }
}

resource "aws_iam_role" "feedback" {
  name = "topic-feedback"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "sns.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_sns_topic" "plain" {
  name = "plain"
}

resource "aws_sns_topic" "whole" {
  name              = "whole"
  display_name      = "Revision ${var.revision}"
  signature_version = var.revision
  tracing_config    = var.revision == 1 ? "PassThrough" : "Active"
  delivery_policy = jsonencode({
    http = {
      defaultHealthyRetryPolicy = { numRetries = 3 + var.revision, minDelayTarget = 5, maxDelayTarget = 20 }
      # The service tells it where it was left out, too.
      disableSubscriptionOverrides = false
    }
  })
  sqs_success_feedback_role_arn       = aws_iam_role.feedback.arn
  sqs_success_feedback_sample_rate    = 50 * var.revision
  sqs_failure_feedback_role_arn       = aws_iam_role.feedback.arn
  lambda_failure_feedback_role_arn    = aws_iam_role.feedback.arn
  http_success_feedback_sample_rate   = 10
}

resource "aws_sns_topic" "ordered" {
  name                        = "ordered.fifo"
  fifo_topic                  = true
  content_based_deduplication = var.revision == 1
  fifo_throughput_scope       = var.revision == 1 ? "Topic" : "MessageGroup"
  archive_policy              = var.revision == 1 ? jsonencode({ MessageRetentionPeriod = 30 }) : null
}

resource "aws_sns_topic_policy" "whole" {
  arn = aws_sns_topic.whole.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Revision${var.revision}"
      Effect    = "Allow"
      Principal = { Service = "s3.amazonaws.com" }
      Action    = "sns:Publish"
      Resource  = aws_sns_topic.whole.arn
    }]
  })
}

resource "aws_sns_topic_data_protection_policy" "whole" {
  arn = aws_sns_topic.whole.arn
  policy = jsonencode({
    Name    = "protection-${var.revision}"
    Version = "2021-06-01"
    Statement = [{
      Sid            = "deny"
      DataDirection  = "Inbound"
      Principal      = ["*"]
      DataIdentifier = ["arn:aws:dataprotection::aws:data-identifier/EmailAddress"]
      Operation      = { Deny = {} }
    }]
  })
}

resource "aws_sqs_queue" "orders" {
  name = "orders"
}

resource "aws_sqs_queue" "failed" {
  name = "failed"
}

resource "aws_sns_topic_subscription" "queue" {
  topic_arn            = aws_sns_topic.whole.arn
  protocol             = "sqs"
  endpoint             = aws_sqs_queue.orders.arn
  raw_message_delivery = var.revision == 1
  filter_policy_scope  = "MessageBody"
  filter_policy        = jsonencode({ kind = ["order", "revision-${var.revision}"], total = [{ numeric = [">=", 10 * var.revision] }] })
  redrive_policy       = jsonencode({ deadLetterTargetArn = aws_sqs_queue.failed.arn })
}

resource "aws_sns_topic_subscription" "phone" {
  topic_arn     = aws_sns_topic.plain.arn
  protocol      = "sms"
  endpoint      = "+15551234567"
  filter_policy = var.revision == 1 ? jsonencode({ urgent = ["yes"] }) : null
}

resource "aws_sns_platform_application" "app" {
  name                      = "app"
  platform                  = "GCM"
  platform_credential       = "key-${var.revision}"
  success_feedback_role_arn = aws_iam_role.feedback.arn
}

resource "aws_sns_sms_preferences" "all" {
  default_sender_id   = "Shop${var.revision}"
  default_sms_type    = var.revision == 1 ? "Promotional" : "Transactional"
  monthly_spend_limit = var.revision
}

data "aws_sns_topic" "whole" {
  name       = aws_sns_topic.whole.name
  depends_on = [aws_sns_topic.whole]
}

output "read" {
  value = { arn = data.aws_sns_topic.whole.arn, archived_from = aws_sns_topic.ordered.beginning_archive_time }
}
