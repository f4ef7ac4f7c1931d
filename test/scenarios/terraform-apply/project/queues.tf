resource "aws_sqs_queue" "dead" {
  name                      = "plain-dead"
  message_retention_seconds = 1209600
  sqs_managed_sse_enabled   = false
  redrive_allow_policy      = jsonencode({ redrivePermission = "allowAll" })
}

resource "aws_sqs_queue" "jobs" {
  name                       = "plain-jobs"
  visibility_timeout_seconds = 45
  receive_wait_time_seconds  = 5
}

resource "aws_sqs_queue" "whole" {
  name                      = "plain-whole"
  delay_seconds             = 10 * var.revision
  max_message_size          = 2048
  message_retention_seconds = 3600
  redrive_policy            = jsonencode({ deadLetterTargetArn = aws_sqs_queue.dead.arn, maxReceiveCount = 3 + var.revision })
  policy = jsonencode({
    Version = "2012-10-17"
    Id      = "whole"
    Statement = [{
      Sid       = title(local.word)
      Effect    = "Allow"
      Principal = "*"
      Action    = ["sqs:SendMessage", "sqs:GetQueueAttributes"]
      Resource  = "arn:aws:sqs:us-east-1:${local.account}:plain-whole"
      Condition = { ArnEquals = { "aws:SourceArn" = "arn:aws:s3:*:*:plain-things" } }
    }]
  })
}

resource "aws_sqs_queue" "ordered" {
  name                              = "plain-ordered.fifo"
  fifo_queue                        = true
  content_based_deduplication       = true
  deduplication_scope               = "messageGroup"
  fifo_throughput_limit             = "perMessageGroupId"
  kms_master_key_id                 = aws_kms_key.main.arn
  kms_data_key_reuse_period_seconds = 300 * var.revision
}

resource "aws_sqs_queue" "encrypted" {
  name_prefix       = "plain-"
  kms_master_key_id = "alias/aws/sqs"
}

resource "aws_sqs_queue_policy" "jobs" {
  queue_url = aws_sqs_queue.jobs.url
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = title(local.word)
      Effect    = "Allow"
      Principal = { Service = ["events.amazonaws.com", "s3.amazonaws.com"] }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.jobs.arn
    }]
  })
}

resource "aws_sqs_queue_redrive_policy" "jobs" {
  queue_url      = aws_sqs_queue.jobs.url
  redrive_policy = jsonencode({ deadLetterTargetArn = aws_sqs_queue.ashes.arn, maxReceiveCount = 4 })
}

resource "aws_sqs_queue" "ashes" {
  name = "plain-ashes"
}

resource "aws_sqs_queue_redrive_allow_policy" "ashes" {
  queue_url            = aws_sqs_queue.ashes.url
  redrive_allow_policy = jsonencode({ redrivePermission = "byQueue", sourceQueueArns = [aws_sqs_queue.jobs.arn] })
}
