# Deploys what the CDK has synthesised with boto3 alone, and waits as its users do: with the waiters as they are.
# Arguments: endpoint; folders of the assemblies: first, second, adopting, broken. One JSON object per step on stdout.
import io
import json
import os
import sys
import time
import zipfile

import boto3

endpoint, first, second, adopting, broken = sys.argv[1:]
REGION, ACCOUNT = "us-east-1", "000000000000"
BUCKET = f"cdk-hnb659fds-assets-{ACCOUNT}-{REGION}"
STACKS = ["ShopKeys", "ShopSettings", "ShopLayers", "ShopEvents", "ShopOrders", "ShopSeed", "ShopTeams", "ShopDesk"]
CAPABILITIES = ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"]


def client(service):
    return boto3.client(service, endpoint_url=endpoint, region_name=REGION, aws_access_key_id="test", aws_secret_access_key="test")


cfn, s3, ssm = client("cloudformation"), client("s3"), client("ssm")


def zipped(folder):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for place, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(place, name)
                archive.write(path, os.path.relpath(path, folder))
    return packed.getvalue()


def publish(assembly, stack):
    """Its assets; the URL of its template, which is one of them."""
    with open(f"{assembly}/{stack}.assets.json") as file:
        assets = json.load(file)
    template = None
    for asset in assets["files"].values():
        source = asset["source"]
        path = f"{assembly}/{source['path']}"
        if source["packaging"] == "zip":
            body = zipped(path)
        else:
            with open(path, "rb") as file:
                body = file.read()
        for place in asset["destinations"].values():
            s3.put_object(Bucket=BUCKET, Key=place["objectKey"], Body=body)
            if source["path"] == f"{stack}.template.json":
                template = f"{endpoint}/{BUCKET}/{place['objectKey']}"
    return template


def wait(name, **arguments):
    """As it is: the first look must do, for the second comes after half a minute."""
    begun = time.monotonic()
    cfn.get_waiter(name).wait(**arguments)
    print(json.dumps({"waited": name, "seconds": round(time.monotonic() - begun, 3), **arguments}), flush=True)


def change(stack, kind, **more):
    cfn.create_change_set(StackName=stack, ChangeSetName="change", ChangeSetType=kind, Capabilities=CAPABILITIES, **more)
    wait("change_set_create_complete", StackName=stack, ChangeSetName="change")
    cfn.execute_change_set(StackName=stack, ChangeSetName="change")


def status(stack):
    return cfn.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]


s3.create_bucket(Bucket=BUCKET)
s3.create_bucket(Bucket="legacy-pictures")
ssm.put_parameter(Name="/cdk-bootstrap/hnb659fds/version", Value="33", Type="String")

for stack in STACKS:
    change(stack, "CREATE", TemplateURL=publish(first, stack))
    wait("stack_exists", StackName=stack)
    wait("stack_create_complete", StackName=stack)

for stack in STACKS:
    try:
        cfn.update_stack(StackName=stack, TemplateURL=publish(second, stack), Capabilities=CAPABILITIES)
        wait("stack_update_complete", StackName=stack)
    except cfn.exceptions.ClientError as error:
        assert "No updates are to be performed" in str(error), error
        print(json.dumps({"unchanged": stack}), flush=True)

# Nothing else may change with an import: the bucket is added to what is deployed.
with open(f"{adopting}/ShopSettings.template.json") as file:
    [(bucket, added)] = [(id, it) for id, it in json.load(file)["Resources"].items() if it["Type"] == "AWS::S3::Bucket"]
template = cfn.get_template(StackName="ShopSettings", TemplateStage="Original")["TemplateBody"]
template["Resources"][bucket] = added
identity = {"ResourceType": "AWS::S3::Bucket", "LogicalResourceId": bucket, "ResourceIdentifier": {"BucketName": "legacy-pictures"}}
change("ShopSettings", "IMPORT", TemplateBody=json.dumps(template), ResourcesToImport=[identity])
wait("stack_import_complete", StackName="ShopSettings")

cfn.update_stack(StackName="ShopSettings", TemplateURL=publish(broken, "ShopSettings"), Capabilities=CAPABILITIES, DisableRollback=True)
try:
    wait("stack_update_complete", StackName="ShopSettings")
except Exception as error:
    print(json.dumps({"refused": status("ShopSettings"), "said": str(error)}), flush=True)
cfn.rollback_stack(StackName="ShopSettings")
wait("stack_rollback_complete", StackName="ShopSettings")

for stack in reversed(STACKS):
    cfn.delete_stack(StackName=stack)
    wait("stack_delete_complete", StackName=stack)

# For whoever comes next.
for assembly in (first, second):
    publish(assembly, "ShopBadge")
