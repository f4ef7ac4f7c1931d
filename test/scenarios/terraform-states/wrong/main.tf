# A machine that goes on to a state that is not there: the provider lets the service check it while it plans.
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

provider "aws" {
  region = "us-east-1"
}

resource "aws_sfn_state_machine" "wrong" {
  name       = "wrong"
  role_arn   = "arn:aws:iam::000000000000:role/machine"
  definition = jsonencode({ StartAt = "Start", States = { Start = { Type = "Pass", Next = "None" } } })
}
