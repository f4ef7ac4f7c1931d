# Pipes from topics, with logs in a bucket and a delivery stream.
resource "aws_iam_role" "pipes" {
  name = "pipes"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = ["pipes.amazonaws.com", "firehose.amazonaws.com"] }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_sqs_queue" "piped" {
  name = "piped"
}

resource "aws_s3_bucket" "logs" {
  bucket        = "pipe-logs"
  force_destroy = true
}

resource "aws_kinesis_firehose_delivery_stream" "logs" {
  name        = "pipe-logs"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = aws_iam_role.pipes.arn
    bucket_arn = aws_s3_bucket.logs.arn
  }
}

resource "aws_pipes_pipe" "managed" {
  name     = "managed"
  role_arn = aws_iam_role.pipes.arn
  source   = aws_msk_cluster.orders.arn
  target   = aws_sqs_queue.piped.arn
  source_parameters {
    managed_streaming_kafka_parameters {
      topic_name                         = "orders"
      batch_size                         = 5 * var.revision
      maximum_batching_window_in_seconds = var.revision
      consumer_group_id                  = "pipes"
      starting_position                  = "TRIM_HORIZON"
      credentials {
        sasl_scram_512_auth = aws_secretsmanager_secret_version.reader[0].arn
      }
    }
  }
  depends_on = [aws_msk_scram_secret_association.orders]
}

resource "aws_pipes_pipe" "own" {
  name          = "own"
  desired_state = "STOPPED"
  role_arn      = aws_iam_role.pipes.arn
  source        = "smk://127.0.0.1:9092"
  target        = aws_sqs_queue.piped.arn
  source_parameters {
    self_managed_kafka_parameters {
      topic_name                   = "orders"
      additional_bootstrap_servers = ["127.0.0.1:9093"]
      server_root_ca_certificate   = aws_secretsmanager_secret_version.reader[1].arn
      credentials {
        basic_auth = aws_secretsmanager_secret_version.reader[var.revision - 1].arn
      }
      vpc {
        subnets         = ["subnet-0a1b2c3d"]
        security_groups = ["sg-0a1b2c3d"]
      }
    }
  }
  log_configuration {
    level = ["", "INFO", "TRACE"][var.revision]
    s3_log_destination {
      bucket_name   = aws_s3_bucket.logs.bucket
      bucket_owner  = "000000000000"
      output_format = "json"
      prefix        = "pipes/"
    }
    firehose_log_destination {
      delivery_stream_arn = aws_kinesis_firehose_delivery_stream.logs.arn
    }
  }
}
