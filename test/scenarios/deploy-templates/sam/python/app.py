import os

from shout import shout


def handler(event, context):
    return shout(event["name"] + " " + os.environ["STAGE"])
