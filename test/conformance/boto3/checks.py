"""What boto3 does: a client that was not written for this emulator, in another language. Prints one JSON line per check."""
import io, json, sys, time, traceback, zipfile
import boto3
from botocore.config import Config

URL = sys.argv[1]
TRUST = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}]})


def client(service, **config):
    return boto3.client(service, endpoint_url=URL, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test",
                        config=Config(retries={"max_attempts": 1}, **config))


def zipped(source):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("index.py", source)
    return out.getvalue()


def identity():
    assert client("sts").get_caller_identity()["Account"] == "000000000000"
    iam = client("iam")
    for i in range(5):
        iam.create_role(RoleName=f"boto-{i}", AssumeRolePolicyDocument=TRUST)
    iam.get_waiter("role_exists").wait(RoleName="boto-0", WaiterConfig={"Delay": 1, "MaxAttempts": 2})
    pages = list(iam.get_paginator("list_roles").paginate(PaginationConfig={"PageSize": 2}))
    assert len(pages) >= 3
    assert iam.get_role(RoleName="boto-1")["Role"]["AssumeRolePolicyDocument"] == json.loads(TRUST)
    iam.create_user(UserName="boto")
    iam.get_waiter("user_exists").wait(UserName="boto", WaiterConfig={"Delay": 1, "MaxAttempts": 2})
    iam.create_instance_profile(InstanceProfileName="boto")
    iam.get_waiter("instance_profile_exists").wait(InstanceProfileName="boto", WaiterConfig={"Delay": 1, "MaxAttempts": 2})
    policy = iam.create_policy(PolicyName="boto", PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}))["Policy"]
    iam.get_waiter("policy_exists").wait(PolicyArn=policy["Arn"], WaiterConfig={"Delay": 1, "MaxAttempts": 2})


def queues():
    sqs = client("sqs")
    url = sqs.create_queue(QueueName="boto")["QueueUrl"]
    sent = sqs.send_message(QueueUrl=url, MessageBody="hé", MessageAttributes={"a": {"DataType": "Number", "StringValue": "1"}})
    got = sqs.receive_message(QueueUrl=url, MessageAttributeNames=["All"], WaitTimeSeconds=1)["Messages"][0]
    assert got["Body"] == "hé" and got["MD5OfBody"] == sent["MD5OfMessageBody"]
    try:
        sqs.get_queue_url(QueueName="missing")
        raise AssertionError("no error")
    except sqs.exceptions.QueueDoesNotExist as error:
        assert error.response["Error"]["Code"] == "AWS.SimpleQueueService.NonExistentQueue"


def objects():
    s3 = client("s3")
    s3.create_bucket(Bucket="boto")
    s3.get_waiter("bucket_exists").wait(Bucket="boto", WaiterConfig={"Delay": 1, "MaxAttempts": 2})
    for i in range(7):
        s3.put_object(Bucket="boto", Key=f"a/{i}", Body=b"x" * i)
    s3.get_waiter("object_exists").wait(Bucket="boto", Key="a/1", WaiterConfig={"Delay": 1, "MaxAttempts": 2})
    for name in ("list_objects", "list_objects_v2", "list_object_versions"):
        pages = list(s3.get_paginator(name).paginate(Bucket="boto", PaginationConfig={"PageSize": 3}))
        assert len(pages) == 3, (name, len(pages))
    body = bytes(range(256)) * 50_000
    s3.upload_fileobj(io.BytesIO(body), "boto", "big")
    out = io.BytesIO()
    s3.download_fileobj("boto", "big", out)
    assert out.getvalue() == body
    link = s3.generate_presigned_url("get_object", Params={"Bucket": "boto", "Key": "a/3"})
    import urllib.request
    assert urllib.request.urlopen(link).read() == b"xxx"
    s3.delete_objects(Bucket="boto", Delete={"Objects": [{"Key": f"a/{i}"} for i in range(7)] + [{"Key": "big"}]})
    s3.get_waiter("object_not_exists").wait(Bucket="boto", Key="a/1", WaiterConfig={"Delay": 1, "MaxAttempts": 2})
    s3.delete_bucket(Bucket="boto")
    s3.get_waiter("bucket_not_exists").wait(Bucket="boto", WaiterConfig={"Delay": 1, "MaxAttempts": 2})


def functions():
    fn = client("lambda")
    fn.create_function(FunctionName="boto", Runtime="python3.12", Role="arn:aws:iam::000000000000:role/r", Handler="index.handler",
                       Code={"ZipFile": zipped("def handler(event, context):\n    print('hello from python')\n    return {'got': event, 'id': context.aws_request_id}\n")})
    for waiter in ("function_exists", "function_active_v2", "function_active"):
        fn.get_waiter(waiter).wait(FunctionName="boto", WaiterConfig={"Delay": 1, "MaxAttempts": 20})
    answer = fn.invoke(FunctionName="boto", Payload=json.dumps({"n": 1}), LogType="Tail")
    assert json.load(answer["Payload"])["got"] == {"n": 1} and "FunctionError" not in answer
    import base64
    assert "hello from python" in base64.b64decode(answer["LogResult"]).decode()
    fn.update_function_configuration(FunctionName="boto", Timeout=5)
    fn.get_waiter("function_updated_v2").wait(FunctionName="boto", WaiterConfig={"Delay": 1, "MaxAttempts": 20})
    version = fn.publish_version(FunctionName="boto")["Version"]
    fn.get_waiter("published_version_active").wait(FunctionName="boto", Qualifier=version, WaiterConfig={"Delay": 1, "MaxAttempts": 20})
    fn.create_alias(FunctionName="boto", Name="live", FunctionVersion=version)
    for name, arguments in (("list_functions", {}), ("list_versions_by_function", {"FunctionName": "boto"}), ("list_aliases", {"FunctionName": "boto"})):
        assert sum(len(page[[key for key in page if isinstance(page[key], list)][0]]) for page in fn.get_paginator(name).paginate(**arguments)) >= 1


def logs():
    cw = client("logs")
    for i in range(4):
        cw.create_log_group(logGroupName=f"/boto/{i}")
    cw.create_log_stream(logGroupName="/boto/0", logStreamName="s")
    now = int(time.time() * 1000)
    cw.put_log_events(logGroupName="/boto/0", logStreamName="s", logEvents=[{"timestamp": now + i, "message": json.dumps({"n": i})} for i in range(20)])
    found = [event for page in cw.get_paginator("filter_log_events").paginate(logGroupName="/boto/0", filterPattern="{ $.n > 15 }") for event in page["events"]]
    assert len(found) == 4, len(found)
    assert len(list(cw.get_paginator("describe_log_groups").paginate(logGroupNamePrefix="/boto/", PaginationConfig={"PageSize": 2}))) == 2


def parameters():
    ssm = client("ssm")
    for i in range(12):
        ssm.put_parameter(Name=f"/boto/{i}", Value=str(i), Type="SecureString" if i % 2 else "String")
    values = [p["Value"] for page in ssm.get_paginator("get_parameters_by_path").paginate(Path="/boto", WithDecryption=True) for p in page["Parameters"]]
    assert sorted(values, key=int) == [str(i) for i in range(12)], values


def secrets():
    sm, kms = client("secretsmanager"), client("kms")
    arn = sm.create_secret(Name="boto", SecretString="s3cret")["ARN"]
    assert sm.get_secret_value(SecretId=arn)["SecretString"] == "s3cret"
    key = kms.create_key()["KeyMetadata"]["KeyId"]
    blob = kms.encrypt(KeyId=key, Plaintext=b"x", EncryptionContext={"a": "b"})["CiphertextBlob"]
    assert kms.decrypt(CiphertextBlob=blob, EncryptionContext={"a": "b"})["Plaintext"] == b"x"


def stacks():
    cfn, sqs = client("cloudformation"), client("sqs")
    body = json.dumps({"Resources": {"Q": {"Type": "AWS::SQS::Queue", "Properties": {"DelaySeconds": 1}}}, "Outputs": {"Url": {"Value": {"Ref": "Q"}}}})
    quick = {"Delay": 1, "MaxAttempts": 10}
    cfn.create_stack(StackName="boto", TemplateBody=body)
    cfn.get_waiter("stack_create_complete").wait(StackName="boto", WaiterConfig=quick)
    stack = boto3.resource("cloudformation", endpoint_url=URL, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test").Stack("boto")
    assert sqs.get_queue_attributes(QueueUrl=stack.outputs[0]["OutputValue"], AttributeNames=["DelaySeconds"])["Attributes"] == {"DelaySeconds": "1"}
    cfn.create_change_set(StackName="boto", ChangeSetName="same", TemplateBody=body)
    try:
        cfn.get_waiter("change_set_create_complete").wait(StackName="boto", ChangeSetName="same", WaiterConfig=quick)
        raise AssertionError("an empty change set must fail")
    except Exception as error:
        assert "didn't contain changes" in error.last_response["StatusReason"], error
    cfn.update_stack(StackName="boto", TemplateBody=body.replace("1", "2"))
    cfn.get_waiter("stack_update_complete").wait(StackName="boto", WaiterConfig=quick)
    assert len(list(cfn.get_paginator("describe_stack_events").paginate(StackName="boto").search("StackEvents"))) == 10
    assert [each["LogicalResourceId"] for each in cfn.get_paginator("list_stack_resources").paginate(StackName="boto").search("StackResourceSummaries")] == ["Q"]
    cfn.delete_stack(StackName="boto")
    cfn.get_waiter("stack_delete_complete").wait(StackName="boto", WaiterConfig=quick)


def events():
    eb, sqs = client("events"), client("sqs")
    url = sqs.create_queue(QueueName="boto-events")["QueueUrl"]
    arn = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    rule = eb.put_rule(Name="boto", EventPattern=json.dumps({"source": ["boto"]}))["RuleArn"]
    sqs.set_queue_attributes(QueueUrl=url, Attributes={"Policy": json.dumps({"Version": "2012-10-17", "Statement": [{
        "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": arn, "Condition": {"ArnEquals": {"aws:SourceArn": rule}}}]})})
    assert eb.put_targets(Rule="boto", Targets=[{"Id": "q", "Arn": arn}])["FailedEntryCount"] == 0
    assert eb.put_events(Entries=[{"Source": "boto", "DetailType": "t", "Detail": "{}"}])["FailedEntryCount"] == 0
    message = sqs.receive_message(QueueUrl=url, WaitTimeSeconds=5)["Messages"][0]
    assert json.loads(message["Body"])["source"] == "boto"
    assert list(eb.get_paginator("list_rules").paginate())


def tables():
    from decimal import Decimal

    from boto3.dynamodb.conditions import Attr, Key
    from boto3.dynamodb.types import TypeDeserializer, TypeSerializer

    database = boto3.resource("dynamodb", endpoint_url=URL, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test")
    table = database.create_table(
        TableName="boto-orders",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "customer", "KeyType": "HASH"}, {"AttributeName": "number", "KeyType": "RANGE"}],
        AttributeDefinitions=[{"AttributeName": "customer", "AttributeType": "S"}, {"AttributeName": "number", "AttributeType": "N"}],
    )
    table.wait_until_exists()
    with table.batch_writer(overwrite_by_pkeys=["customer", "number"]) as batch:
        for number in [*range(60), 59]:
            batch.put_item(Item={"customer": "ada", "number": number, "amount": Decimal("1.50") * number, "tags": {"a", "b"}, "lines": [{"sku": "x", "image": b"\x00\xff"}]})
    page = table.query(KeyConditionExpression=Key("customer").eq("ada") & Key("number").between(10, 19), FilterExpression=Attr("amount").gt(Decimal("20")) & Attr("tags").contains("a"))
    assert [item["number"] for item in page["Items"]] == list(range(14, 20)), page
    assert page["Items"][0]["lines"][0]["image"].value == b"\x00\xff"
    changed = table.update_item(Key={"customer": "ada", "number": 7}, UpdateExpression="ADD amount :x SET #l[0].sku = :s", ExpressionAttributeNames={"#l": "lines"}, ExpressionAttributeValues={":x": Decimal("0.1"), ":s": "y"}, ReturnValues="UPDATED_NEW")
    assert changed["Attributes"]["amount"] == Decimal("10.6"), changed
    try:
        table.put_item(Item={"customer": "ada", "number": 7}, ConditionExpression=Attr("customer").not_exists())
        raise AssertionError("a failed condition must raise")
    except database.meta.client.exceptions.ConditionalCheckFailedException:
        pass
    found = database.meta.client.execute_statement(Statement='SELECT amount FROM "boto-orders" WHERE customer = ? AND number = ?', Parameters=["ada", 7])
    assert found["Items"] == [{"amount": Decimal("10.6")}], found
    keys = [{"customer": "ada", "number": number} for number in (1, 2)]
    assert len(database.batch_get_item(RequestItems={"boto-orders": {"Keys": keys}})["Responses"]["boto-orders"]) == 2
    plain = {"customer": "bob", "number": Decimal("1E+3"), "parts": {"mass": Decimal("0.1"), "spare": None, "old": False}, "marks": {1, 2}, "raw": b"\x01"}
    serialized = {name: TypeSerializer().serialize(value) for name, value in plain.items()}
    client("dynamodb").transact_write_items(TransactItems=[{"Put": {"TableName": "boto-orders", "Item": serialized}}])
    read = client("dynamodb").get_item(TableName="boto-orders", Key={name: serialized[name] for name in ("customer", "number")})["Item"]
    again = {name: TypeDeserializer().deserialize(value) for name, value in read.items()}
    assert again == plain, again
    table.delete_item(Key={"customer": "bob", "number": 1000})
    pages = client("dynamodb").get_paginator("scan").paginate(TableName="boto-orders", PaginationConfig={"PageSize": 25})
    assert sum(page["Count"] for page in pages) == 60
    table.delete()
    table.wait_until_not_exists()


for check in (identity, queues, objects, functions, logs, parameters, secrets, events, stacks, tables):
    try:
        check()
        print(json.dumps({"check": check.__name__, "ok": True}), flush=True)
    except Exception:
        print(json.dumps({"check": check.__name__, "ok": False, "error": traceback.format_exc()}), flush=True)
