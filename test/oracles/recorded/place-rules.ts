// Rules for tests of the recorded suite whose answers belong to the place where they were recorded: its account, its addresses, its emulator, its day (see not-ours.ts).

export interface Rule {
  readonly reason: string;
  /** `suite`: the test or its recording; `absent`: a service, a type or an operation that the emulator refuses on purpose. */
  readonly kind: 'suite' | 'absent';
  /** Names of tests. */
  readonly tests?: RegExp;
  /** Lines of the failure that the rule explains; without them the rule explains the whole test, which is not run. */
  readonly lines?: RegExp;
}

export const PLACE_RULES: readonly Rule[] = [
  {
    reason: 'sets the form of addresses in the suite’s own emulator',
    kind: 'suite',
    tests:
      /test_get_queue_url_multi_region|test_list_queues_multi_region_with|test_endpoint_strategy_with_multi_region\[(?:standard|domain|path)/,
    lines: /AssertionError: assert '/,
  },
  {
    reason: 'lets the suite’s own emulator keep messages for two seconds, which the cloud refuses',
    kind: 'suite',
    tests: /test_message_retention/,
    lines: /Invalid value for the parameter MessageRetentionPeriod/,
  },
  {
    reason: 'counts of a task that the suite asks for at some moment while it runs',
    kind: 'suite',
    tests: /test_sqs_move_task/,
    lines: /ApproximateNumberOfMessagesMoved \d+ → \d+/,
  },
  {
    reason: 'lasts longer than a test is given here: five minutes',
    kind: 'suite',
    tests: /test_deduplication_interval|test_subscribe_to_shard_timeout/,
    lines: /not done after 150 seconds/,
  },
  {
    reason: 'the addresses of queues of the suite’s own emulator',
    kind: 'suite',
    lines: /\/QueueUrls\/\[\d+\] 'http:\/\/sqs\.<region>\.localhost\.localstack\.cloud:4566/,
  },
  {
    reason: 'names a region by its host name, which an address of an emulator does not have',
    kind: 'suite',
    tests: /test_subscribe_external_http_endpoint\[/,
    lines: /'Invalid parameter: Topic' → 'Invalid parameter: Token'/,
  },
  {
    reason: 'numbers of the account that recorded it, whose owners had opted out by a message',
    kind: 'suite',
    tests: /test_is_phone_number_opted_out|test_list_phone_numbers_opted_out|test_opt_in_phone_number/,
    lines: /isOptedOut|phoneNumbers|assert False/,
  },
  {
    reason: 'the account that recorded it had more of them than fit into a page',
    kind: 'suite',
    tests: /test_delete_platform_endpoint_with_subscription|test_describe_log_groups_with_pattern/,
    lines: /\(-\) \/(?:NextToken|nextToken) /,
  },
  {
    reason: 'the address of a server of the suite, which it names by http where no cloud is asked',
    kind: 'suite',
    tests: /test_api_destinations\[auth2\]|TestSNSSubscriptionCrudV2::test_confirm_subscription/,
    lines: /Parameter AuthorizationEndpoint is not valid|Endpoint must match the specified protocol/,
  },
  {
    reason: 'asked before the endpoint was reached',
    kind: 'suite',
    tests: /test_create_connection_with_auth\[auth_params2\]/,
    lines: /\/ConnectionState 'AUTHORIZING' |\/StateReason /,
  },
  {
    reason: 'the bus of the account that recorded it had other events',
    kind: 'suite',
    tests: /test_list_archive_with_events\[False-default\]/,
    lines: /\/SizeBytes /,
  },
  {
    reason: 'entries may have a megabyte since (from January 2026 on)',
    kind: 'suite',
    tests: /test_put_event_with_too_big_detail/,
    lines: /DID NOT RAISE/,
  },
  {
    reason: 'the message prints a class of the service, with members that no model has',
    kind: 'suite',
    lines: /kmsKeyIdentifier=null, internalMetadata=null/,
  },
  {
    reason: 'the times of the day on which it was recorded, which the suite does not replace',
    kind: 'suite',
    tests: /test_create_export_task_with_logs/,
    lines: /\/(?:from|to) \d{13} → \d{13}/,
  },
  {
    reason: 'the tag of an object that a key encrypts is made of its cipher, which is another one each time',
    kind: 'suite',
    tests: /services\/s3\//,
    lines: /\(~\) \S*\/ETag '"?[0-9a-f]{32}(?:-\d+)?"?' → '"?[0-9a-f]{32}(?:-\d+)?"?'/,
  },
  {
    reason: 'any of the parts that are wrong is told',
    kind: 'suite',
    tests: /test_complete_multipart_parts_checksum/,
    lines: /\/Error\/(?:ETag|PartNumber) /,
  },
  {
    reason: 'objects that the account had, or caches before it',
    kind: 'suite',
    tests: /TestS3::test_delete_bucket_with_content$/,
    lines: /\/Buckets\/\[0\] /,
  },
  {
    reason: 'deleted in any order',
    kind: 'suite',
    tests: /test_delete_keys_in_versioned_bucket/,
    lines: /\/Deleted\/\[\d\]\/VersionId /,
  },
  {
    reason: 'an option and a port of the suite’s own emulator',
    kind: 'suite',
    tests: /test_set_external_hostname|test_s3_lambda_integration|test_presigned_url_v4_x_amz_in_qs/,
    lines: /foobar:|port=4566/,
  },
  {
    reason: 'a module of the suite’s own emulator (moto) in the test',
    kind: 'suite',
    lines: /expected string or bytes-like object, got 'Absent'/,
  },
  {
    reason: 'recorded by users of an organization and from several addresses, asked here by one',
    kind: 'suite',
    tests: /services\/s3\/test_s3_notifications/,
    lines: /principalId|sourceIPAddress/,
  },
  {
    reason: 'model addresses of the suite’s own emulator stand in the test, where no cloud is asked',
    kind: 'suite',
    tests: /TestApiGatewayImportRestApi/,
    lines: /\$ref '<model-base-url>\/(\S+)' → 'https:\/\/apigateway\.amazonaws\.com\/\1'/,
  },
  {
    reason: 'the port of the emulator, and the encryption that an address of it does not have',
    kind: 'suite',
    tests: /services\/apigateway\//,
    lines: /'<domain:1>' → '<domain:1>:|x-amzn-tls-|\/origin '<origin:\d>'|x-forwarded-for '<x-forwarded-for:1>'/,
  },
  {
    reason: 'listed in the order of ids, which are made at random',
    kind: 'suite',
    tests: /test_get_api_keys|test_get_usage_plan_api_keys/,
    lines: /\/items\/\[\d\]\/(?:id|name|value) '<(\w+):\d>' → '<\1:\d>'/,
  },
  { reason: 'asks the cloud by its own name', kind: 'suite', tests: /test_get_parameter_query_protocol/, lines: /Failed to resolve 'ssm/ },
];
