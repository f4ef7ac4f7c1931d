# Data streams, what reads them, and what delivers them to buckets and endpoints. `revision` changes all that can change in place.
variable "revision" {
  type = number
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

resource "aws_kinesis_stream" "orders" {
  name                = "orders"
  shard_count         = var.revision
  retention_period    = 24 * var.revision
  shard_level_metrics = ["IncomingBytes"]
  encryption_type     = "KMS"
  kms_key_id          = "alias/aws/kinesis"
  stream_mode_details {
    stream_mode = "PROVISIONED"
  }
  tags = { revision = var.revision }
}

resource "aws_kinesis_stream" "busy" {
  name = "busy"
  stream_mode_details {
    stream_mode = "ON_DEMAND"
  }
}

resource "aws_kinesis_stream" "changes" {
  name        = "changes"
  shard_count = 1
}

resource "aws_kinesis_stream_consumer" "reader" {
  name       = "reader"
  stream_arn = aws_kinesis_stream.orders.arn
}

resource "aws_kinesis_resource_policy" "shared" {
  resource_arn = aws_kinesis_stream.orders.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Revision${var.revision}"
      Effect    = "Allow"
      Principal = { AWS = "111111111111" }
      Action    = "kinesis:PutRecord"
      Resource  = aws_kinesis_stream.orders.arn
    }]
  })
}

resource "aws_dynamodb_table" "orders" {
  name         = "orders"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_dynamodb_kinesis_streaming_destination" "changes" {
  table_name                               = aws_dynamodb_table.orders.name
  stream_arn                               = aws_kinesis_stream.changes.arn
  approximate_creation_date_time_precision = var.revision == 1 ? "MILLISECOND" : "MICROSECOND"
}

resource "aws_s3_bucket" "arrived" {
  bucket        = "arrived"
  force_destroy = true
}

resource "aws_iam_role" "delivery" {
  name = "delivery"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "firehose.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_kinesis_firehose_delivery_stream" "bucket" {
  name        = "to-bucket"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn            = aws_iam_role.delivery.arn
    bucket_arn          = aws_s3_bucket.arrived.arn
    prefix              = "revision-${var.revision}/"
    error_output_prefix = "errors/!{firehose:error-output-type}/"
    buffering_interval  = 60 * var.revision
    compression_format  = var.revision == 1 ? "UNCOMPRESSED" : "GZIP"
  }
  tags = { revision = var.revision }
}

resource "aws_kinesis_firehose_delivery_stream" "changes" {
  name        = "changes"
  destination = "extended_s3"
  kinesis_source_configuration {
    kinesis_stream_arn = aws_kinesis_stream.changes.arn
    role_arn           = aws_iam_role.delivery.arn
  }
  extended_s3_configuration {
    role_arn   = aws_iam_role.delivery.arn
    bucket_arn = aws_s3_bucket.arrived.arn
    prefix     = "changes/"
  }
}

resource "aws_kinesis_firehose_delivery_stream" "endpoint" {
  name        = "to-endpoint"
  destination = "http_endpoint"
  http_endpoint_configuration {
    url                = "https://example.com/revision-${var.revision}"
    name               = "Example"
    access_key         = "key-${var.revision}"
    buffering_size     = 1 * var.revision
    buffering_interval = 60
    role_arn           = aws_iam_role.delivery.arn
    s3_backup_mode     = "FailedDataOnly"
    s3_configuration {
      role_arn   = aws_iam_role.delivery.arn
      bucket_arn = aws_s3_bucket.arrived.arn
    }
    request_configuration {
      content_encoding = "GZIP"
      common_attributes {
        name  = "revision"
        value = tostring(var.revision)
      }
    }
  }
}
