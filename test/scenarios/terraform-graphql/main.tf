# A GraphQL API and all that belongs to it. `revision` changes all that can change in place.
variable "revision" {
  type = number
}

# The end of the key: its hours depend on the day.
variable "expires" {
  type = string
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

locals {
  code = <<-EOT
    export function request(ctx) {
      return { payload: `$${ctx.args.id ?? 'none'} ${var.revision}` };
    }
    export function response(ctx) {
      return ctx.result;
    }
  EOT
  pipeline = <<-EOT
    export function request(ctx) {
      return {};
    }
    export function response(ctx) {
      return ctx.prev.result;
    }
  EOT
}

resource "aws_iam_role" "graphql" {
  name = "graphql"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "appsync.amazonaws.com" } }]
  })
}

resource "aws_dynamodb_table" "posts" {
  name         = "posts"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_appsync_graphql_api" "shop" {
  name                = "shop-${var.revision}"
  authentication_type = "API_KEY"
  schema              = "type Query { code(id: ID): String piped(id: ID): String post(id: ID!): Post } type Post { id: ID! v: Int }"
  query_depth_limit   = 5 * var.revision
  xray_enabled        = var.revision == 2
  additional_authentication_provider {
    authentication_type = "AWS_IAM"
  }
  tags = { revision = var.revision }
}

resource "aws_appsync_api_key" "key" {
  api_id      = aws_appsync_graphql_api.shop.id
  description = "Revision ${var.revision}"
  expires     = var.expires
}

resource "aws_appsync_datasource" "none" {
  api_id      = aws_appsync_graphql_api.shop.id
  name        = "none"
  description = "Revision ${var.revision}"
  type        = "NONE"
}

resource "aws_appsync_datasource" "posts" {
  api_id           = aws_appsync_graphql_api.shop.id
  name             = "posts"
  type             = "AMAZON_DYNAMODB"
  service_role_arn = aws_iam_role.graphql.arn
  dynamodb_config {
    table_name = aws_dynamodb_table.posts.name
  }
}

resource "aws_appsync_function" "first" {
  api_id      = aws_appsync_graphql_api.shop.id
  data_source = aws_appsync_datasource.none.name
  name        = "first${var.revision}"
  code        = local.code
  runtime {
    name            = "APPSYNC_JS"
    runtime_version = "1.0.0"
  }
}

resource "aws_appsync_resolver" "code" {
  api_id      = aws_appsync_graphql_api.shop.id
  type        = "Query"
  field       = "code"
  data_source = aws_appsync_datasource.none.name
  code        = local.code
  runtime {
    name            = "APPSYNC_JS"
    runtime_version = "1.0.0"
  }
}

resource "aws_appsync_resolver" "piped" {
  api_id = aws_appsync_graphql_api.shop.id
  type   = "Query"
  field  = "piped"
  kind   = "PIPELINE"
  code   = local.pipeline
  runtime {
    name            = "APPSYNC_JS"
    runtime_version = "1.0.0"
  }
  pipeline_config {
    functions = [aws_appsync_function.first.function_id]
  }
}

resource "aws_appsync_resolver" "post" {
  api_id            = aws_appsync_graphql_api.shop.id
  type              = "Query"
  field             = "post"
  data_source       = aws_appsync_datasource.posts.name
  max_batch_size    = var.revision
  caching_config {
    ttl          = var.revision
    caching_keys = ["$context.arguments.id"]
  }
  request_template  = "{\"version\": \"2018-05-29\", \"operation\": \"GetItem\", \"key\": {\"id\": $util.dynamodb.toDynamoDBJson($ctx.args.id)}}"
  response_template = "$util.toJson($ctx.result)"
}

resource "aws_appsync_type" "author" {
  api_id     = aws_appsync_graphql_api.shop.id
  format     = "SDL"
  definition = "type Author {\n  name: String\n  r${var.revision}: Int\n}"
  depends_on = [aws_appsync_resolver.code]
}

# The provider sends what changes alone, and the cloud needs all three.
resource "aws_appsync_api_cache" "cache" {
  api_id               = aws_appsync_graphql_api.shop.id
  api_caching_behavior = var.revision == 1 ? "PER_RESOLVER_CACHING" : "FULL_REQUEST_CACHING"
  type                 = var.revision == 1 ? "SMALL" : "MEDIUM"
  ttl                  = 60 * var.revision
}

# An API that is merged of the first one and another.
resource "aws_appsync_graphql_api" "reviews" {
  name                = "reviews"
  authentication_type = "API_KEY"
  schema              = "type Query { reviews: [String] }"
}

resource "aws_appsync_graphql_api" "merged" {
  name                          = "merged-${var.revision}"
  authentication_type           = "API_KEY"
  api_type                      = "MERGED"
  merged_api_execution_role_arn = aws_iam_role.graphql.arn
}

resource "aws_appsync_source_api_association" "shop" {
  merged_api_id = aws_appsync_graphql_api.merged.id
  source_api_id = aws_appsync_graphql_api.shop.id
  description   = "Revision ${var.revision}"
  source_api_association_config {
    merge_type = var.revision == 1 ? "MANUAL_MERGE" : "AUTO_MERGE"
  }
  depends_on = [aws_appsync_resolver.code]
}

resource "aws_appsync_source_api_association" "reviews" {
  merged_api_arn = aws_appsync_graphql_api.merged.arn
  source_api_arn = aws_appsync_graphql_api.reviews.arn
}

resource "aws_appsync_domain_name" "shop" {
  domain_name     = "graphql.example.com"
  description     = "Revision ${var.revision}"
  certificate_arn = "arn:aws:acm:us-east-1:000000000000:certificate/12345678-1234-1234-1234-123456789012"
}

resource "aws_appsync_domain_name_api_association" "shop" {
  api_id      = var.revision == 1 ? aws_appsync_graphql_api.shop.id : aws_appsync_graphql_api.merged.id
  domain_name = aws_appsync_domain_name.shop.domain_name
}

output "api" {
  value = {
    id     = aws_appsync_graphql_api.shop.id
    merged = aws_appsync_graphql_api.merged.id
    key    = nonsensitive(aws_appsync_api_key.key.key)
    url    = aws_appsync_graphql_api.shop.uris["GRAPHQL"]
  }
}
