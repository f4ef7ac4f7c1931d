# Resources read back through the data sources of the same services; outputs show any value that does not stay.
data "aws_sqs_queue" "jobs" {
  name = aws_sqs_queue.jobs.name
}

data "aws_sqs_queues" "all" {
  queue_name_prefix = "plain-jo"
  depends_on        = [aws_sqs_queue.jobs]
}

data "aws_s3_bucket" "things" {
  bucket = aws_s3_bucket.things.bucket
}

data "aws_s3_bucket_policy" "things" {
  bucket = aws_s3_bucket_policy.things.bucket
}

data "aws_s3_object" "note" {
  bucket = aws_s3_object.note.bucket
  key    = aws_s3_object.note.key
}

data "aws_s3_objects" "notes" {
  bucket = aws_s3_object.note.bucket
  prefix = "notes/"
}

data "aws_lambda_function" "hello" {
  function_name = aws_lambda_alias.live.function_name
  qualifier     = aws_lambda_alias.live.name
}

data "aws_lambda_layer_version" "words" {
  layer_name = aws_lambda_layer_version.words.layer_name
}

data "aws_lambda_function_url" "hello" {
  function_name = aws_lambda_function_url.hello.function_name
}

data "aws_lambda_alias" "live" {
  function_name = aws_lambda_alias.live.function_name
  name          = aws_lambda_alias.live.name
}

data "aws_lambda_functions" "all" {
  depends_on = [aws_lambda_function.hello, aws_lambda_function.stored]
}

data "aws_lambda_invocation" "hello" {
  function_name = aws_lambda_function.hello.function_name
  qualifier     = aws_lambda_alias.live.name
  input         = jsonencode({ name = "data" })
}

data "aws_iam_role" "worker" {
  name = aws_iam_role.worker.name
}

data "aws_iam_roles" "plain" {
  path_prefix = "/plain/"
  depends_on  = [aws_iam_role.worker]
}

data "aws_iam_policy" "read" {
  name       = aws_iam_policy.read.name
  depends_on = [aws_iam_policy.read]
}

data "aws_iam_user" "ci" {
  user_name = aws_iam_user.ci.name
}

data "aws_iam_users" "all" {
  name_regex = "^plain-"
  depends_on = [aws_iam_user.ci, aws_iam_user.person]
}

data "aws_iam_group" "team" {
  group_name = aws_iam_group_membership.team.group
}

data "aws_iam_instance_profile" "worker" {
  name = aws_iam_instance_profile.worker.name
}

data "aws_iam_access_keys" "ci" {
  user = aws_iam_access_key.ci.user
}

data "aws_iam_account_alias" "me" {
  depends_on = [aws_iam_account_alias.me]
}

data "aws_iam_openid_connect_provider" "ci" {
  arn = aws_iam_openid_connect_provider.ci.arn
}

data "aws_iam_saml_provider" "office" {
  arn = aws_iam_saml_provider.office.arn
}

data "aws_iam_server_certificate" "web" {
  name = aws_iam_server_certificate.web.name
}

data "aws_iam_session_context" "me" {
  arn = data.aws_caller_identity.me.arn
}

data "aws_iam_principal_policy_simulation" "worker" {
  action_names      = ["s3:GetObject"]
  policy_source_arn = aws_iam_role_policy_attachment.read.policy_arn == "" ? "" : aws_iam_user_policy_attachment.person.user == "" ? "" : aws_iam_user.person.arn
  resource_arns     = ["arn:aws:s3:::plain-things/a"]
}

data "aws_kms_key" "main" {
  key_id = aws_kms_alias.main.target_key_arn
}

data "aws_kms_alias" "main" {
  name = aws_kms_alias.main.name
}

data "aws_kms_alias" "managed" {
  name = "alias/aws/s3"
}

data "aws_kms_public_key" "signing" {
  key_id = aws_kms_key.signing.arn
}

data "aws_kms_secrets" "word" {
  secret {
    name    = "word"
    payload = aws_kms_ciphertext.word.ciphertext_blob
    context = { team = "blue" }
  }
}

data "aws_secretsmanager_secret" "db" {
  name       = aws_secretsmanager_secret.db.name
  depends_on = [aws_secretsmanager_secret_policy.db]
}

data "aws_secretsmanager_secret_version" "db" {
  secret_id = aws_secretsmanager_secret_version.db.secret_id
}

data "aws_secretsmanager_secret_versions" "db" {
  secret_id = aws_secretsmanager_secret_version.db.secret_id
}

data "aws_secretsmanager_secrets" "all" {
  filter {
    name   = "name"
    values = ["plain/db"]
  }
  depends_on = [aws_secretsmanager_secret.db]
}

data "aws_secretsmanager_random_password" "word" {
  password_length = 30
}

data "aws_secretsmanager_secret_rotation" "turning" {
  secret_id = aws_secretsmanager_secret_rotation.turning.secret_id
}

data "aws_ssm_parameter" "secure" {
  name = aws_ssm_parameter.secure.name
}

data "aws_ssm_parameters_by_path" "all" {
  path       = "/plain"
  depends_on = [aws_ssm_parameter.plain, aws_ssm_parameter.list, aws_ssm_parameter.secure, aws_cloudformation_stack.stored]
}

data "aws_cloudwatch_log_group" "app" {
  name = aws_cloudwatch_log_group.app.name
}

data "aws_cloudwatch_log_groups" "all" {
  log_group_name_prefix = "/plain/"
  depends_on            = [aws_cloudwatch_log_group.app]
}

data "aws_cloudwatch_event_bus" "shop" {
  name = aws_cloudwatch_event_bus.shop.name
}

data "aws_cloudwatch_event_buses" "all" {
  name_prefix = "plain"
  depends_on  = [aws_cloudwatch_event_bus.shop, aws_cloudwatch_event_bus.partners]
}

data "aws_cloudwatch_event_connection" "basic" {
  name = aws_cloudwatch_event_connection.basic.name
}

data "aws_cloudformation_stack" "small" {
  name = aws_cloudformation_stack.small.name
}

data "aws_cloudformation_export" "queue" {
  name       = "plain-queue"
  depends_on = [aws_cloudformation_stack.small]
}

data "aws_ecr_repository" "images" {
  name = aws_ecr_repository.images.name
}

data "aws_ecr_repositories" "all" {
  depends_on = [aws_ecr_repository.images]
}

ephemeral "aws_ssm_parameter" "secure" {
  arn = aws_ssm_parameter.secure.arn
}

ephemeral "aws_secretsmanager_secret_version" "db" {
  secret_id = aws_secretsmanager_secret_version.db.secret_id
}

output "read" {
  value = {
    greeting   = aws_lambda_invocation.hello.result
    url        = data.aws_lambda_function_url.hello.function_url
    layer      = data.aws_lambda_layer_version.words.version
    asked      = data.aws_lambda_invocation.hello.result
    note       = data.aws_s3_object.note.body
    notes      = data.aws_s3_objects.notes.keys
    queues     = length(data.aws_sqs_queues.all.queue_urls)
    functions  = sort(data.aws_lambda_functions.all.function_names)
    roles      = data.aws_iam_roles.plain.names
    users      = sort(data.aws_iam_users.all.names)
    members    = [for user in data.aws_iam_group.team.users : user.user_name]
    alias      = data.aws_iam_account_alias.me.account_alias
    allowed    = data.aws_iam_principal_policy_simulation.worker.all_allowed
    buses      = sort([for bus in data.aws_cloudwatch_event_buses.all.event_buses : bus.name])
    exported   = data.aws_cloudformation_export.queue.value
    images     = data.aws_ecr_repositories.all.names
    parameters = sort(nonsensitive(data.aws_ssm_parameters_by_path.all.names))
    password   = length(nonsensitive(data.aws_secretsmanager_random_password.word.random_password))
    key        = data.aws_kms_public_key.signing.customer_master_key_spec
    word       = nonsensitive(data.aws_kms_secrets.word.plaintext["word"])
    secret     = nonsensitive(data.aws_secretsmanager_secret_version.db.secret_string)
    secure     = nonsensitive(data.aws_ssm_parameter.secure.value)
    issuer     = data.aws_iam_session_context.me.issuer_arn
    region     = data.aws_region.here.name
  }
}
