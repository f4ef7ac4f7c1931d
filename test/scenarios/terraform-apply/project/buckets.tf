resource "aws_s3_bucket" "things" {
  bucket        = "plain-things"
  force_destroy = true
}

resource "aws_s3_bucket" "logs" {
  bucket        = "plain-logs"
  force_destroy = true
}

resource "aws_s3_bucket" "copies" {
  bucket        = "plain-copies"
  force_destroy = true
}

resource "aws_s3_bucket" "locked" {
  bucket_prefix       = "plain-locked-"
  object_lock_enabled = true
}

resource "aws_s3_bucket" "old_style" {
  provider = aws.west
  bucket   = "plain-old-style"
}

resource "aws_s3_bucket_versioning" "things" {
  bucket = aws_s3_bucket.things.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_versioning" "copies" {
  bucket = aws_s3_bucket.copies.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "things" {
  bucket = aws_s3_bucket.things.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = title(local.word)
      Effect    = "Allow"
      Principal = { AWS = [local.root, aws_iam_role.worker.arn] }
      Action    = ["s3:GetObject", "s3:PutObject"]
      Resource  = "${aws_s3_bucket.things.arn}/*"
    }]
  })
}

resource "aws_s3_bucket_public_access_block" "things" {
  bucket                  = aws_s3_bucket.things.id
  block_public_acls       = true
  block_public_policy     = var.revision == 1
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
    bucket_key_enabled = var.revision == 1
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "copies" {
  bucket = aws_s3_bucket.copies.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = "AES256"
    }
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

resource "aws_s3_bucket_ownership_controls" "copies" {
  bucket = aws_s3_bucket.copies.id
  rule {
    object_ownership = "ObjectWriter"
  }
}

resource "aws_s3_bucket_acl" "copies" {
  depends_on = [aws_s3_bucket_ownership_controls.copies]
  bucket     = aws_s3_bucket.copies.id
  access_control_policy {
    grant {
      permission = "READ"
      grantee {
        type = "Group"
        uri  = "http://acs.amazonaws.com/groups/s3/LogDelivery"
      }
    }
    grant {
      permission = "FULL_CONTROL"
      grantee {
        type = "CanonicalUser"
        id   = data.aws_canonical_user_id.me.id
      }
    }
    owner {
      id = data.aws_canonical_user_id.me.id
    }
  }
}

resource "aws_s3_bucket_logging" "things" {
  bucket        = aws_s3_bucket.things.id
  target_bucket = aws_s3_bucket_acl.logs.bucket
  target_prefix = "access/${local.word}/"
  target_object_key_format {
    partitioned_prefix {
      partition_date_source = "EventTime"
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "things" {
  bucket = aws_s3_bucket_versioning.things.bucket
  rule {
    id     = "old"
    status = "Enabled"
    filter {
      prefix = "tmp/"
    }
    expiration {
      days = 60
    }
    transition {
      days          = 30
      storage_class = "STANDARD_IA"
    }
    noncurrent_version_expiration {
      noncurrent_days           = 3
      newer_noncurrent_versions = 2
    }
  }
  rule {
    id     = "tagged"
    status = "Disabled"
    filter {
      and {
        prefix                   = "logs/"
        object_size_greater_than = 500
        tags                     = { kind = "log", team = "blue" }
      }
    }
    expiration {
      date = "2035-01-01T00:00:00Z"
    }
    abort_incomplete_multipart_upload {
      days_after_initiation = 7
    }
  }
  rule {
    id     = "all"
    status = "Enabled"
    filter {}
    expiration {
      expired_object_delete_marker = true
    }
    noncurrent_version_transition {
      noncurrent_days = 30
      storage_class   = "GLACIER"
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "logs" {
  bucket = aws_s3_bucket.logs.id
  rule {
    id     = "one"
    status = "Enabled"
    filter {
      tag {
        key   = "kind"
        value = "log"
      }
    }
    expiration {
      days = 1
    }
  }
}

resource "aws_s3_bucket_cors_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  cors_rule {
    id              = local.word
    allowed_methods = ["GET", "PUT"]
    allowed_origins = ["https://example.com", "https://*.example.com"]
    allowed_headers = ["*"]
    expose_headers  = ["ETag", "x-amz-meta-${local.word}"]
    max_age_seconds = 300
  }
  cors_rule {
    allowed_methods = ["GET"]
    allowed_origins = ["*"]
  }
}

resource "aws_s3_bucket_website_configuration" "logs" {
  bucket = aws_s3_bucket.logs.id
  index_document {
    suffix = "index.html"
  }
  error_document {
    key = "error-${local.word}.html"
  }
  routing_rule {
    condition {
      key_prefix_equals = "docs/"
    }
    redirect {
      replace_key_prefix_with = "documents/"
      http_redirect_code      = "302"
    }
  }
}

resource "aws_s3_bucket_website_configuration" "copies" {
  bucket = aws_s3_bucket.copies.id
  redirect_all_requests_to {
    host_name = "${local.word}.example.com"
    protocol  = "https"
  }
}

resource "aws_s3_bucket_accelerate_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  status = ["", "Enabled", "Suspended"][var.revision]
}

resource "aws_s3_bucket_request_payment_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  payer  = ["", "Requester", "BucketOwner"][var.revision]
}

resource "aws_s3_bucket_object_lock_configuration" "locked" {
  bucket = aws_s3_bucket.locked.id
  rule {
    default_retention {
      mode = "GOVERNANCE"
      days = 5 * var.revision
    }
  }
}

resource "aws_s3_bucket_replication_configuration" "things" {
  bucket = aws_s3_bucket_versioning.things.bucket
  role   = aws_iam_role.worker.arn
  rule {
    id       = "all"
    priority = var.revision
    status   = "Enabled"
    filter {
      prefix = "replicated/"
    }
    delete_marker_replication {
      status = "Disabled"
    }
    destination {
      bucket        = aws_s3_bucket.copies.arn
      storage_class = "STANDARD_IA"
    }
  }
  depends_on = [aws_s3_bucket_versioning.copies]
}

resource "aws_s3_bucket_metric" "things" {
  bucket = aws_s3_bucket.things.id
  name   = "plain"
  filter {
    prefix = "${local.word}/"
    tags   = { kind = "note" }
  }
}

resource "aws_s3_bucket_inventory" "things" {
  bucket                   = aws_s3_bucket.things.id
  name                     = "plain"
  included_object_versions = "All"
  optional_fields          = ["Size", "ETag"]
  schedule {
    frequency = ["", "Daily", "Weekly"][var.revision]
  }
  destination {
    bucket {
      format     = "CSV"
      bucket_arn = aws_s3_bucket.logs.arn
      prefix     = "inventory"
    }
  }
}

resource "aws_s3_bucket_analytics_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  name   = "plain"
  filter {
    prefix = "${local.word}/"
  }
  storage_class_analysis {
    data_export {
      destination {
        s3_bucket_destination {
          bucket_arn = aws_s3_bucket.logs.arn
        }
      }
    }
  }
}

resource "aws_s3_bucket_intelligent_tiering_configuration" "things" {
  bucket = aws_s3_bucket.things.id
  name   = "plain"
  filter {
    prefix = "${local.word}/"
    tags   = { kind = "note" }
  }
  tiering {
    access_tier = "ARCHIVE_ACCESS"
    days        = 90 * var.revision
  }
}

resource "aws_s3_bucket_notification" "things" {
  bucket      = aws_s3_bucket.things.id
  eventbridge = true
  queue {
    id            = local.word
    queue_arn     = aws_sqs_queue.jobs.arn
    events        = ["s3:ObjectCreated:*"]
    filter_prefix = "incoming/"
    filter_suffix = ".csv"
  }
  lambda_function {
    lambda_function_arn = aws_lambda_function.hello.arn
    events              = ["s3:ObjectRemoved:Delete", "s3:ObjectTagging:*"]
  }
  depends_on = [aws_sqs_queue_policy.jobs, aws_lambda_permission.bucket]
}

resource "aws_s3_object" "note" {
  bucket        = aws_s3_bucket_versioning.things.bucket
  key           = "notes/one & two.txt"
  content       = "hello ${local.word}"
  content_type  = "text/plain"
  cache_control = "max-age=60"
  metadata      = { word = local.word }
  depends_on    = [aws_s3_bucket_server_side_encryption_configuration.things]
}

resource "aws_s3_object" "code" {
  bucket             = aws_s3_bucket.logs.id
  key                = "code/stored.zip"
  source             = "${path.module}/stored.zip"
  source_hash        = filemd5("${path.module}/stored.zip")
  checksum_algorithm = "SHA256"
  storage_class      = "STANDARD_IA"
}

resource "aws_s3_object" "held" {
  bucket                        = aws_s3_bucket.locked.id
  key                           = "held.txt"
  content                       = "held"
  object_lock_legal_hold_status = ["", "ON", "OFF"][var.revision]
  object_lock_mode              = "GOVERNANCE"
  object_lock_retain_until_date = "2040-01-01T00:00:00Z"
  force_destroy                 = true
}

resource "aws_s3_object_copy" "note" {
  bucket            = aws_s3_bucket.copies.id
  key               = "copied.txt"
  source            = "${aws_s3_object.code.bucket}/${aws_s3_object.code.key}"
  tagging_directive = "REPLACE"
  tags              = { word = local.word }
}

resource "aws_s3_bucket_object" "deprecated" {
  bucket     = aws_s3_bucket.logs.id
  key        = "old/way.txt"
  content    = local.word
  depends_on = [aws_s3_bucket_ownership_controls.logs]
}
