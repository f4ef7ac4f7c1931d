# One of every resource type whose service is emulated, with the settings that come back in another form if a service is careless.
# `revision` changes tags, settings and documents: applied once as 1 and once as 2.
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
    tags = { project = "plain", revision = tostring(var.revision) }
  }
}

provider "aws" {
  alias  = "west"
  region = "us-west-2"
}

data "aws_caller_identity" "me" {}
data "aws_partition" "here" {}
data "aws_region" "here" {}
data "aws_canonical_user_id" "me" {}

locals {
  account = data.aws_caller_identity.me.account_id
  root    = "arn:${data.aws_partition.here.partition}:iam::${local.account}:root"
  words   = ["", "one", "two"]
  word    = local.words[var.revision]
}
