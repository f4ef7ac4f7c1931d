resource "aws_sqs_queue" "dead" {
  name                      = "scenario-dead"
  message_retention_seconds = 1209600
}

resource "aws_sqs_queue" "jobs" {
  name                       = "scenario-jobs"
  visibility_timeout_seconds = 45
  receive_wait_time_seconds  = 5
  tags                       = { team = "blue" }
}

resource "aws_sqs_queue" "ordered" {
  name                        = "scenario-ordered.fifo"
  fifo_queue                  = true
  content_based_deduplication = true
  kms_master_key_id           = aws_kms_key.main.arn
}

resource "aws_sqs_queue_policy" "jobs" {
  queue_url = aws_sqs_queue.jobs.url
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Events"
      Effect    = "Allow"
      Principal = { Service = ["events.amazonaws.com", "s3.amazonaws.com"] }
      Action    = "sqs:SendMessage"
      Resource  = aws_sqs_queue.jobs.arn
    }]
  })
}

resource "aws_sqs_queue_redrive_policy" "jobs" {
  queue_url      = aws_sqs_queue.jobs.url
  redrive_policy = jsonencode({ deadLetterTargetArn = aws_sqs_queue.dead.arn, maxReceiveCount = 4 })
}

resource "aws_sqs_queue_redrive_allow_policy" "dead" {
  queue_url            = aws_sqs_queue.dead.url
  redrive_allow_policy = jsonencode({ redrivePermission = "byQueue", sourceQueueArns = [aws_sqs_queue.jobs.arn] })
}
