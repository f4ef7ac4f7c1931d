data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com", "events.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "worker" {
  name               = "scenario-worker"
  path               = "/scenario/"
  description        = "runs functions"
  assume_role_policy = data.aws_iam_policy_document.assume.json
  tags               = { team = "blue" }
}

resource "aws_iam_role_policy" "worker" {
  name   = "send"
  role   = aws_iam_role.worker.id
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "sqs:*", Resource = "*" }] })
}

resource "aws_iam_policy" "read" {
  name   = "scenario-read"
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = ["s3:Get*", "s3:List*"], Resource = ["*"] }] })
}

resource "aws_iam_role_policy_attachment" "read" {
  role       = aws_iam_role.worker.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_role_policy_attachment" "basic" {
  role       = aws_iam_role.worker.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource "aws_iam_instance_profile" "worker" {
  name = "scenario-worker"
  role = aws_iam_role.worker.name
}

resource "aws_iam_user" "ci" {
  name = "scenario-ci"
  tags = { team = "blue" }
}

resource "aws_iam_user_policy" "ci" {
  name   = "deploy"
  user   = aws_iam_user.ci.name
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] })
}

resource "aws_iam_user_policy_attachment" "ci" {
  user       = aws_iam_user.ci.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_access_key" "ci" {
  user = aws_iam_user.ci.name
}

resource "aws_iam_group" "team" {
  name = "scenario-team"
}

resource "aws_iam_group_policy" "team" {
  name   = "look"
  group  = aws_iam_group.team.name
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "logs:Get*", Resource = "*" }] })
}

resource "aws_iam_group_policy_attachment" "team" {
  group      = aws_iam_group.team.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_group_membership" "team" {
  name  = "team"
  group = aws_iam_group.team.name
  users = [aws_iam_user.ci.name]
}

resource "aws_iam_openid_connect_provider" "ci" {
  url             = "https://ci.example.com"
  client_id_list  = ["sts.amazonaws.com"]
  thumbprint_list = ["6938fd4d98bab03faadb97b34396831e3780aea1"]
}
