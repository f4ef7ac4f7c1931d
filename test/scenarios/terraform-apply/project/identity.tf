data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com", "events.amazonaws.com", "s3.amazonaws.com", "cloudformation.amazonaws.com"]
    }
    condition {
      test     = "StringEquals"
      variable = "aws:SourceAccount"
      values   = [local.account]
    }
  }
}

resource "aws_iam_role" "worker" {
  name                 = "plain-worker"
  path                 = "/plain/"
  description          = "runs functions, ${local.word}"
  assume_role_policy   = data.aws_iam_policy_document.assume.json
  max_session_duration = 3600 * (1 + var.revision)
  permissions_boundary = aws_iam_policy.boundary.arn
}

resource "aws_iam_role" "prefixed" {
  name_prefix           = "plain-"
  force_detach_policies = true
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { AWS = [aws_iam_role.worker.arn, local.root] }, Action = ["sts:AssumeRole", "sts:TagSession"] }]
  })
}

resource "aws_iam_role_policy" "worker" {
  name   = "send"
  role   = aws_iam_role.worker.id
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = ["sqs:*", "events:Put${local.word}"], Resource = "*" }] })
}

resource "aws_iam_role_policies_exclusive" "worker" {
  role_name    = aws_iam_role.worker.name
  policy_names = [aws_iam_role_policy.worker.name]
}

resource "aws_iam_policy" "read" {
  name        = "plain-read"
  path        = "/plain/"
  description = "reads"
  policy      = jsonencode({ Version = "2012-10-17", Statement = [{ Sid = title(local.word), Effect = "Allow", Action = ["s3:Get*", "s3:List*"], Resource = ["*"] }] })
}

resource "aws_iam_policy" "boundary" {
  name   = "plain-boundary"
  policy = jsonencode({ Version = "2012-10-17", Statement = { Effect = "Allow", NotAction = "iam:*", Resource = "*", Condition = { Bool = { "aws:SecureTransport" = "true" } } } })
}

resource "aws_iam_policy" "everywhere" {
  name   = "plain-everywhere"
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Deny", Action = "ec2:*", Resource = "*" }] })
}

resource "aws_iam_policy_attachment" "everywhere" {
  name       = "everywhere"
  policy_arn = aws_iam_policy.everywhere.arn
  roles      = [aws_iam_role.prefixed.name]
  users      = [aws_iam_user.ci.name]
  groups     = [aws_iam_group.team.name]
}

resource "aws_iam_role_policy_attachment" "read" {
  role       = aws_iam_role.worker.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_role_policy_attachment" "basic" {
  role       = aws_iam_role.worker.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource "aws_iam_role_policy_attachments_exclusive" "worker" {
  role_name   = aws_iam_role.worker.name
  policy_arns = [aws_iam_role_policy_attachment.read.policy_arn, aws_iam_role_policy_attachment.basic.policy_arn]
}

resource "aws_iam_instance_profile" "worker" {
  name = "plain-worker"
  role = aws_iam_role.worker.name
}

resource "aws_iam_user" "ci" {
  name          = "plain-ci"
  path          = "/plain/${local.word}/"
  force_destroy = true
}

resource "aws_iam_user" "person" {
  name = "plain-person"
}

resource "aws_iam_user_policy" "ci" {
  name   = "deploy"
  user   = aws_iam_user.ci.name
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] })
}

resource "aws_iam_user_policies_exclusive" "ci" {
  user_name    = aws_iam_user.ci.name
  policy_names = [aws_iam_user_policy.ci.name]
}

resource "aws_iam_user_policy_attachment" "person" {
  user       = aws_iam_user.person.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_user_policy_attachments_exclusive" "person" {
  user_name   = aws_iam_user.person.name
  policy_arns = [aws_iam_user_policy_attachment.person.policy_arn]
}

resource "aws_iam_user_group_membership" "person" {
  user   = aws_iam_user.person.name
  groups = [aws_iam_group.readers.name]
}

resource "aws_iam_user_login_profile" "person" {
  user            = aws_iam_user.person.name
  password_length = 24
}

resource "aws_iam_user_ssh_key" "person" {
  username   = aws_iam_user.person.name
  encoding   = "SSH"
  public_key = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDZnhae1wu37qdYSbTM2WV4PDUFtSLq1m/RRL7dxo0S6QGshMmIj3SETcWq45ifiUWzqUNrsJ3ZtkPMF8IWknqu4MbQYlcyAGwQvYAtcUbQoFzrZplty+4Ss0VHndRDLBNHgaOVM8g1CCKpB3aLsXlwZzdlfJYPso5lt9t9FLD4VzzHBrDLc8s6jDZe24FZLWV1tVsrS3dPA1JHvc96G/NqrGWcubBGCiMvEXV0R8RaWNsScgGgCY0SMK1WyaJaJbckGICZ9yZWJm6VTX3VrPjYWtg6TFQvaY1xmwxt787paAnDvm3tFRtd57rdf4e8/nCipijH8KK+BjKxC0nd+UKz"
}

resource "aws_iam_service_specific_credential" "person" {
  service_name = "codecommit.amazonaws.com"
  user_name    = aws_iam_user.person.name
  status       = ["", "Active", "Inactive"][var.revision]
}

resource "aws_iam_signing_certificate" "person" {
  user_name        = aws_iam_user.person.name
  certificate_body = file("${path.module}/certificate.pem")
}

resource "aws_iam_server_certificate" "web" {
  name             = "plain-web"
  certificate_body = file("${path.module}/certificate.pem")
  private_key      = file("${path.module}/key.pem")
}

resource "aws_iam_virtual_mfa_device" "phone" {
  virtual_mfa_device_name = "plain-phone"
}

resource "aws_iam_access_key" "ci" {
  user   = aws_iam_user.ci.name
  status = ["", "Active", "Inactive"][var.revision]
}

resource "aws_iam_group" "team" {
  name = "plain-team"
}

resource "aws_iam_group" "readers" {
  name = "plain-readers-${local.word}"
  path = "/plain/"
}

resource "aws_iam_group_policy" "team" {
  name   = "look"
  group  = aws_iam_group.team.name
  policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "logs:Get*", Resource = "*" }] })
}

resource "aws_iam_group_policies_exclusive" "team" {
  group_name   = aws_iam_group.team.name
  policy_names = [aws_iam_group_policy.team.name]
}

resource "aws_iam_group_policy_attachment" "readers" {
  group      = aws_iam_group.readers.name
  policy_arn = aws_iam_policy.read.arn
}

resource "aws_iam_group_policy_attachments_exclusive" "readers" {
  group_name  = aws_iam_group.readers.name
  policy_arns = [aws_iam_group_policy_attachment.readers.policy_arn]
}

resource "aws_iam_group_membership" "team" {
  name  = "team"
  group = aws_iam_group.team.name
  users = [aws_iam_user.ci.name]
}

resource "aws_iam_openid_connect_provider" "ci" {
  url             = "https://ci.example.com/plain"
  client_id_list  = ["sts.amazonaws.com", local.word]
  thumbprint_list = ["6938fd4d98bab03faadb97b34396831e3780aea${var.revision}"]
}

resource "aws_iam_saml_provider" "office" {
  name                   = "plain-office"
  saml_metadata_document = file("${path.module}/saml-metadata.xml")
}

resource "aws_iam_account_alias" "me" {
  account_alias = "plain-account-${local.word}"
}

resource "aws_iam_account_password_policy" "strict" {
  minimum_password_length        = 8 + var.revision
  require_lowercase_characters   = true
  require_numbers                = true
  require_uppercase_characters   = true
  require_symbols                = true
  allow_users_to_change_password = true
}

resource "aws_iam_service_linked_role" "scaling" {
  aws_service_name = "autoscaling.amazonaws.com"
  custom_suffix    = "plain"
  description      = "scales, ${local.word}"
}

resource "aws_iam_security_token_service_preferences" "tokens" {
  global_endpoint_token_version = "v2Token"
}
