resource "aws_lambda_function" "hello" {
  function_name                  = "plain-hello"
  description                    = "says hello, ${local.word}"
  role                           = aws_iam_role.worker.arn
  runtime                        = "nodejs20.x"
  handler                        = "index.handler"
  filename                       = "${path.module}/hello-${local.word}.zip"
  source_code_hash               = filebase64sha256("${path.module}/hello-${local.word}.zip")
  memory_size                    = 128 * var.revision
  timeout                        = 10
  publish                        = true
  # The second one is public, and made here.
  layers                         = [aws_lambda_layer_version.words.arn, "arn:aws:lambda:us-east-1:177933569100:layer:AWS-Parameters-and-Secrets-Lambda-Extension:11"]
  reserved_concurrent_executions = 5
  kms_key_arn                    = aws_kms_key.main.arn
  environment {
    variables = { GREETING = local.word, PARAMETERS_SECRETS_EXTENSION_HTTP_PORT = "27744" }
  }
  dead_letter_config {
    target_arn = aws_sqs_queue.dead.arn
  }
  tracing_config {
    mode = "Active"
  }
  ephemeral_storage {
    size = 1024
  }
}

resource "aws_lambda_function" "stored" {
  function_name = "plain-stored"
  role          = aws_iam_role.worker.arn
  runtime       = "python3.12"
  architectures = ["arm64"]
  handler       = "app.handler"
  s3_bucket     = aws_s3_object.code.bucket
  s3_key        = aws_s3_object.code.key

  code_signing_config_arn = aws_lambda_code_signing_config.signed.arn
  logging_config {
    log_format            = "JSON"
    application_log_level = "INFO"
    system_log_level      = "WARN"
    log_group             = aws_cloudwatch_log_group.app.name
  }
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  description      = local.word
  function_name    = aws_lambda_function.hello.function_name
  function_version = aws_lambda_function.hello.version
}

resource "aws_lambda_permission" "events" {
  statement_id  = "AllowRule"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.hello.function_name
  qualifier     = aws_lambda_alias.live.name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.orders.arn
}

resource "aws_lambda_permission" "secrets" {
  action         = "lambda:InvokeFunction"
  function_name  = aws_lambda_function.hello.arn
  principal      = "secretsmanager.amazonaws.com"
  source_account = local.account
}

resource "aws_lambda_permission" "bucket" {
  statement_id_prefix = "bucket-"
  action              = "lambda:InvokeFunction"
  function_name       = aws_lambda_function.hello.function_name
  principal           = "s3.amazonaws.com"
  source_arn          = aws_s3_bucket.things.arn
  source_account      = local.account
}

resource "aws_lambda_function_event_invoke_config" "hello" {
  function_name                = aws_lambda_function.hello.function_name
  maximum_retry_attempts       = var.revision - 1
  maximum_event_age_in_seconds = 60 * var.revision
  destination_config {
    on_failure {
      destination = aws_sqs_queue.dead.arn
    }
    on_success {
      destination = aws_cloudwatch_event_bus.shop.arn
    }
  }
}

resource "aws_lambda_function_event_invoke_config" "live" {
  function_name          = aws_lambda_alias.live.function_name
  qualifier              = aws_lambda_alias.live.name
  maximum_retry_attempts = 0
}

resource "aws_lambda_event_source_mapping" "jobs" {
  event_source_arn                   = aws_sqs_queue.jobs.arn
  function_name                      = aws_lambda_alias.live.arn
  batch_size                         = 5 * var.revision
  maximum_batching_window_in_seconds = 1
  function_response_types            = ["ReportBatchItemFailures"]
  filter_criteria {
    filter {
      pattern = jsonencode({ body = { kind = [local.word] } })
    }
  }
  scaling_config {
    maximum_concurrency = 3
  }
}

resource "aws_lambda_runtime_management_config" "hello" {
  function_name     = aws_lambda_function.hello.function_name
  update_runtime_on = "FunctionUpdate"
}

resource "aws_lambda_invocation" "hello" {
  function_name = aws_lambda_function.hello.function_name
  qualifier     = aws_lambda_alias.live.name
  input         = jsonencode({ name = "plain" })
}

resource "aws_lambda_layer_version" "words" {
  layer_name               = "plain-words"
  description              = "words, ${local.word}"
  license_info             = "MIT"
  filename                 = "${path.module}/layer-${local.word}.zip"
  source_code_hash         = filebase64sha256("${path.module}/layer-${local.word}.zip")
  compatible_runtimes      = ["nodejs20.x", "nodejs22.x"]
  compatible_architectures = ["x86_64"]
}

resource "aws_lambda_layer_version_permission" "words" {
  layer_name     = aws_lambda_layer_version.words.layer_name
  version_number = aws_lambda_layer_version.words.version
  principal      = "111111111111"
  action         = "lambda:GetLayerVersion"
  statement_id   = "share"
}

resource "aws_lambda_function_url" "hello" {
  function_name      = aws_lambda_function.hello.function_name
  authorization_type = ["", "NONE", "AWS_IAM"][var.revision]
  cors {
    allow_origins = ["https://example.com"]
    allow_methods = ["GET", "POST"]
    max_age       = 60 * var.revision
  }
}

resource "aws_lambda_function_url" "live" {
  function_name      = aws_lambda_alias.live.function_name
  qualifier          = aws_lambda_alias.live.name
  authorization_type = "AWS_IAM"
  invoke_mode        = ["", "BUFFERED", "RESPONSE_STREAM"][var.revision]
}

resource "aws_lambda_provisioned_concurrency_config" "live" {
  function_name                     = aws_lambda_alias.live.function_name
  qualifier                         = aws_lambda_alias.live.name
  provisioned_concurrent_executions = 1
}

resource "aws_lambda_code_signing_config" "signed" {
  description = "signed by us, ${local.word}"
  allowed_publishers {
    signing_profile_version_arns = ["arn:aws:signer:us-east-1:${local.account}:/signing-profiles/plain/abcdefghi${var.revision}"]
  }
  policies {
    untrusted_artifact_on_deployment = "Warn"
  }
}

resource "aws_lambda_function_recursion_config" "hello" {
  function_name  = aws_lambda_function.hello.function_name
  recursive_loop = ["", "Allow", "Terminate"][var.revision]
}
