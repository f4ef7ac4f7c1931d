# Flows into tables and out of them: an import from a bucket, and changes into a data stream.
resource "aws_s3_bucket" "source" {
  bucket        = "table-source"
  force_destroy = true
}

resource "aws_s3_object" "lines" {
  bucket  = aws_s3_bucket.source.id
  key     = "countries/1.csv"
  content = "code,name\nde,Germany\nfr,France\n"
}

resource "aws_dynamodb_table" "countries" {
  name         = "countries"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "code"
  attribute {
    name = "code"
    type = "S"
  }
  import_table {
    input_format           = "CSV"
    input_compression_type = "NONE"
    input_format_options {
      csv {
        delimiter = ","
      }
    }
    s3_bucket_source {
      bucket     = aws_s3_bucket.source.id
      key_prefix = "countries/"
    }
  }
  # The provider gives no tags to a table that it imports.
  lifecycle {
    ignore_changes = [tags, tags_all]
  }
  depends_on = [aws_s3_object.lines]
}

resource "aws_kinesis_stream" "changes" {
  name = "changes"
  stream_mode_details {
    stream_mode = "ON_DEMAND"
  }
}

resource "aws_dynamodb_kinesis_streaming_destination" "plain" {
  table_name                               = aws_dynamodb_table.plain.name
  stream_arn                               = aws_kinesis_stream.changes.arn
  approximate_creation_date_time_precision = var.revision == 1 ? "MILLISECOND" : "MICROSECOND"
}

data "aws_dynamodb_tables" "all" {
  depends_on = [aws_dynamodb_table.countries]
}
