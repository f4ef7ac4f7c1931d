resource "aws_s3_bucket" "things" {
  bucket = "scenario-things"
  tags   = { team = "blue" }
}

resource "aws_s3_bucket" "logs" {
  bucket        = "scenario-logs"
  force_destroy = true
}

resource "aws_s3_bucket_versioning" "things" {
  bucket = aws_s3_bucket.things.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "things" {
  bucket = aws_s3_bucket.things.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "ReadFromHere"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::${local.account}:root" }
      Action    = ["s3:GetObject"]
      Resource  = "${aws_s3_bucket.things.arn}/*"
    }]
  })
}

resource "aws_s3_bucket_public_access_block" "things" {
  bucket                  = aws_s3_bucket.things.id
  block_public_acls       = true
  block_public_policy     = false
  ignore_public_acls      = true
  restrict_public_buckets = false
}

resource "aws_s3_bucket_server_side_encryption_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = aws_kms_key.main.arn
    }
    bucket_key_enabled = true
  }
}

resource "aws_s3_bucket_ownership_controls" "logs" {
  bucket = aws_s3_bucket.logs.id
  rule {
    object_ownership = "BucketOwnerPreferred"
  }
}

resource "aws_s3_bucket_acl" "logs" {
  depends_on = [aws_s3_bucket_ownership_controls.logs]
  bucket     = aws_s3_bucket.logs.id
  acl        = "log-delivery-write"
}

resource "aws_s3_bucket_logging" "things" {
  bucket        = aws_s3_bucket.things.id
  target_bucket = aws_s3_bucket_acl.logs.bucket
  target_prefix = "access/"
}

resource "aws_s3_bucket_lifecycle_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  rule {
    id     = "old"
    status = "Enabled"
    filter {
      prefix = "tmp/"
    }
    expiration {
      days = 7
    }
    noncurrent_version_expiration {
      noncurrent_days = 3
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  cors_rule {
    allowed_methods = ["GET", "PUT"]
    allowed_origins = ["https://example.com"]
    allowed_headers = ["*"]
    expose_headers  = ["ETag"]
    max_age_seconds = 300
  }
}

resource "aws_s3_bucket_website_configuration" "logs" {
  bucket = aws_s3_bucket.logs.id
  index_document {
    suffix = "index.html"
  }
  error_document {
    key = "error.html"
  }
}

resource "aws_s3_bucket_notification" "things" {
  bucket = aws_s3_bucket.things.id
  queue {
    queue_arn     = aws_sqs_queue.jobs.arn
    events        = ["s3:ObjectCreated:*"]
    filter_suffix = ".csv"
  }
  depends_on = [aws_sqs_queue_policy.jobs]
}

resource "aws_s3_object" "note" {
  bucket       = aws_s3_bucket.things.id
  key          = "notes/one.txt"
  content      = "hello"
  content_type = "text/plain"
  tags         = { kind = "note" }
  depends_on   = [aws_s3_bucket_versioning.things, aws_s3_bucket_server_side_encryption_configuration.things]
}
