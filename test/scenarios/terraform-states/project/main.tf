# State machines with the settings that come back in another form if a service is careless. `revision` changes them: applied once as 1 and once as 2.
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
    tags = { project = "states", revision = tostring(var.revision) }
  }
}

resource "aws_iam_role" "machine" {
  name = "machine"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "states.amazonaws.com" } }]
  })
}

resource "aws_cloudwatch_log_group" "executions" {
  name = "/states/executions"
}

resource "aws_kms_key" "own" {
  description = "for executions"
}

resource "aws_sfn_activity" "work" {
  name = "work"
  tags = { kind = "activity" }
}

resource "aws_sfn_activity" "encrypted" {
  name = "encrypted"
  encryption_configuration {
    type                              = "CUSTOMER_MANAGED_KMS_KEY"
    kms_key_id                        = aws_kms_key.own.arn
    kms_data_key_reuse_period_seconds = 900
  }
}

resource "aws_sfn_state_machine" "orders" {
  name     = "orders"
  role_arn = aws_iam_role.machine.arn
  publish  = true
  definition = jsonencode({
    Comment = "revision ${var.revision}"
    StartAt = "Total"
    States = {
      Total = { Type = "Pass", Parameters = { "total.$" = "States.MathAdd($.total, ${var.revision})" }, Next = "Large" }
      Large = { Type = "Choice", Default = "Small", Choices = [{ Variable = "$.total", NumericGreaterThan = 10, Next = "Work" }] }
      Work  = { Type = "Task", Resource = aws_sfn_activity.work.id, TimeoutSeconds = 60, End = true }
      Small = { Type = "Succeed" }
    }
  })
  logging_configuration {
    log_destination        = "${aws_cloudwatch_log_group.executions.arn}:*"
    include_execution_data = var.revision == 1
    level                  = var.revision == 1 ? "ERROR" : "ALL"
  }
  tracing_configuration {
    enabled = var.revision == 2
  }
  tags = { kind = "machine" }
}

resource "aws_sfn_alias" "live" {
  name        = "live"
  description = "revision ${var.revision}"
  routing_configuration {
    state_machine_version_arn = aws_sfn_state_machine.orders.state_machine_version_arn
    weight                    = 100
  }
}

resource "aws_sfn_state_machine" "quick" {
  name_prefix = "quick-"
  role_arn    = aws_iam_role.machine.arn
  type        = "EXPRESS"
  definition = jsonencode({
    QueryLanguage = "JSONata"
    StartAt       = "Sum"
    States        = { Sum = { Type = "Pass", Output = "{% $sum($states.input.values) * ${var.revision} %}", End = true } }
  })
  encryption_configuration {
    type                              = var.revision == 1 ? "AWS_OWNED_KEY" : "CUSTOMER_MANAGED_KMS_KEY"
    kms_key_id                        = var.revision == 1 ? null : aws_kms_key.own.arn
    kms_data_key_reuse_period_seconds = var.revision == 1 ? null : 600
  }
}

data "aws_sfn_state_machine" "orders" {
  name = aws_sfn_state_machine.orders.name
}

data "aws_sfn_state_machine_versions" "orders" {
  statemachine_arn = aws_sfn_state_machine.orders.arn
  depends_on       = [aws_sfn_alias.live]
}

data "aws_sfn_alias" "live" {
  name             = "live"
  statemachine_arn = aws_sfn_state_machine.orders.arn
  depends_on       = [aws_sfn_alias.live]
}

data "aws_sfn_activity" "work" {
  name       = "work"
  depends_on = [aws_sfn_activity.work]
}

output "read" {
  value = {
    machine  = data.aws_sfn_state_machine.orders.arn
    versions = length(data.aws_sfn_state_machine_versions.orders.statemachine_versions)
    alias    = data.aws_sfn_alias.live.description
    activity = data.aws_sfn_activity.work.arn
    quick    = aws_sfn_state_machine.quick.arn
  }
}
