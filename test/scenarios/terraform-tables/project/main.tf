# Tables with the settings that come back in another form if a service is careless. `revision` changes them: applied once as 1 and once as 2.
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
    tags = { project = "tables", revision = tostring(var.revision) }
  }
}

resource "aws_dynamodb_table" "plain" {
  name         = "plain"
  billing_mode = "PAY_PER_REQUEST"
  table_class  = var.revision == 1 ? "STANDARD" : "STANDARD_INFREQUENT_ACCESS"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
  lifecycle {
    ignore_changes = [tags, tags_all]
  }
}

resource "aws_dynamodb_table" "kept" {
  name                        = "kept"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = var.revision == 1
  attribute {
    name = "id"
    type = "B"
  }
}

resource "aws_dynamodb_table" "whole" {
  name             = "whole"
  billing_mode     = "PROVISIONED"
  read_capacity    = 4 + var.revision
  write_capacity   = 5
  hash_key         = "customer"
  range_key        = "at"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  attribute {
    name = "customer"
    type = "S"
  }
  attribute {
    name = "at"
    type = "N"
  }
  attribute {
    name = "status"
    type = "S"
  }
  attribute {
    name = "total"
    type = "N"
  }
  local_secondary_index {
    name               = "by-total"
    range_key          = "total"
    projection_type    = "INCLUDE"
    non_key_attributes = ["note"]
  }
  global_secondary_index {
    name            = "by-status"
    hash_key        = "status"
    range_key       = "at"
    projection_type = "KEYS_ONLY"
    read_capacity   = 2 + var.revision
    write_capacity  = 3
  }
  ttl {
    attribute_name = "until"
    enabled        = true
  }
  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 6 + var.revision
  }
  server_side_encryption {
    enabled = true
  }
}

resource "aws_dynamodb_table" "grown" {
  name         = "grown"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  dynamic "attribute" {
    for_each = var.revision == 1 ? ["id"] : ["id", "owner"]
    content {
      name = attribute.value
      type = "S"
    }
  }
  dynamic "global_secondary_index" {
    for_each = var.revision == 1 ? [] : ["by-owner"]
    content {
      name            = global_secondary_index.value
      hash_key        = "owner"
      projection_type = "ALL"
    }
  }
  on_demand_throughput {
    max_read_request_units  = 10 * var.revision
    max_write_request_units = 20
  }
}

resource "aws_dynamodb_table_item" "first" {
  table_name = aws_dynamodb_table.plain.name
  hash_key   = aws_dynamodb_table.plain.hash_key
  item = jsonencode({
    id    = { S = "first" }
    count = { N = tostring(var.revision) }
    parts = { L = [{ M = { name = { S = "wheel" }, spare = { BOOL = true } } }] }
  })
}

resource "aws_dynamodb_tag" "plain" {
  resource_arn = aws_dynamodb_table.plain.arn
  key          = "owner"
  value        = "team-${var.revision}"
}

resource "aws_dynamodb_resource_policy" "grown" {
  resource_arn = aws_dynamodb_table.grown.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Read${var.revision}"
      Effect    = "Allow"
      Principal = { Service = "pipes.amazonaws.com" }
      Action    = ["dynamodb:GetItem", "dynamodb:Query"]
      Resource  = aws_dynamodb_table.grown.arn
    }]
  })
}

resource "aws_dynamodb_contributor_insights" "plain" {
  table_name = aws_dynamodb_table.plain.name
}

resource "aws_dynamodb_contributor_insights" "index" {
  table_name = aws_dynamodb_table.whole.name
  index_name = "by-status"
}

resource "aws_s3_bucket" "exports" {
  bucket        = "table-exports"
  force_destroy = true
}

resource "aws_dynamodb_table_export" "whole" {
  table_arn     = aws_dynamodb_table.whole.arn
  s3_bucket     = aws_s3_bucket.exports.id
  s3_prefix     = "whole"
  export_format = "ION"
}

data "aws_dynamodb_table" "plain" {
  name = aws_dynamodb_table.plain.name
}

data "aws_dynamodb_table_item" "first" {
  table_name = aws_dynamodb_table.plain.name
  key        = jsonencode({ id = { S = "first" } })
  depends_on = [aws_dynamodb_table_item.first]
}

output "read" {
  value = {
    billing = data.aws_dynamodb_table.plain.billing_mode
    item    = jsondecode(data.aws_dynamodb_table_item.first.item).count.N
    stream  = aws_dynamodb_table.whole.stream_arn
  }
}

# A global table: one replica as a part of the table, and one as a resource of its own.
provider "aws" {
  alias  = "north"
  region = "eu-north-1"
}

resource "aws_dynamodb_table" "global" {
  name             = "global"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  attribute {
    name = "id"
    type = "S"
  }
  dynamic "replica" {
    for_each = var.revision == 1 ? ["us-west-2"] : ["us-west-2", "eu-west-1"]
    content {
      region_name            = replica.value
      propagate_tags         = true
      point_in_time_recovery = var.revision == 2
    }
  }
}

resource "aws_dynamodb_table" "shared" {
  name             = "shared"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  attribute {
    name = "id"
    type = "S"
  }
  lifecycle {
    ignore_changes = [replica]
  }
}

resource "aws_dynamodb_table_replica" "north" {
  provider               = aws.north
  global_table_arn       = aws_dynamodb_table.shared.arn
  point_in_time_recovery = var.revision == 1
  tags                   = { revision = tostring(var.revision) }
}
