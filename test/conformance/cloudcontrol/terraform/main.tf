terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" { region = "us-east-1" }
variable "delay" {
  default = 1
}

variable "name" {
  default = "tf-queue"
}
resource "aws_cloudcontrolapi_resource" "queue" {
  type_name     = "AWS::SQS::Queue"
  desired_state = jsonencode({ QueueName = var.name, DelaySeconds = var.delay, Tags = [{ Key = "a", Value = "b" }] })
}
resource "aws_cloudcontrolapi_resource" "role" {
  type_name     = "AWS::IAM::Role"
  desired_state = jsonencode({ RoleName = "tf-role", AssumeRolePolicyDocument = { Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }] } })
}
data "aws_cloudcontrolapi_resource" "queue" {
  type_name  = "AWS::SQS::Queue"
  identifier = aws_cloudcontrolapi_resource.queue.id
}
output "arn" { value = jsondecode(data.aws_cloudcontrolapi_resource.queue.properties).Arn }
