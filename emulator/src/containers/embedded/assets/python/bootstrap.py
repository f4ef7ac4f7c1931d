# The Python runtime of embedded functions: waits parked, loads the handler, then answers one invocation after the other.
# Started as `python -B -I -S -X utf8 bootstrap.py <minor version requested> <folder of layers>`: it starts fast without site modules and
# inherited paths.

import importlib
import json
import os
import site
import sys
import time

import _socket

RUNTIME = "/2018-06-01/runtime"
ENV = os.environ
# This file's name in frames, whether it was compiled ahead or not.
OWN_FILE = (lambda: None).__code__.co_filename


class RuntimeClient:
    """The Runtime API over one bare socket: http.client would load ssl and email into every cold start, socket itself half as much."""

    def __init__(self, address):
        # This header admits the process at once; the function's own code does not need it.
        self.host = ["Host: " + address, "Emulator-Access: " + ENV.pop("_EMULATOR_ACCESS", "")]
        host, port = address.split(":")
        self.socket = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
        self.socket.connect((host, int(port)))
        self.socket.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        self.buffer = b""

    def request(self, method, path, headers=None, body=None):
        lines = ["%s %s HTTP/1.1" % (method, path)] + self.host
        lines += ["%s: %s" % item for item in (headers or {}).items()]
        if body is not None:
            lines.append("Content-Length: %d" % len(body))
        head = ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")
        try:
            self.socket.sendall(head + (body or b""))
            return self._response()
        except OSError:
            os._exit(0)  # The process that hands out invocations is gone.

    def _response(self):
        while b"\r\n\r\n" not in self.buffer:
            self._receive()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        headers = {}
        for line in head.decode("utf-8").split("\r\n")[1:]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        length = int(headers.get("content-length", "0"))
        if len(self.buffer) < length:
            parts, have = [self.buffer], len(self.buffer)
            while have < length:
                self.buffer = b""
                self._receive()
                parts.append(self.buffer)
                have += len(self.buffer)
            self.buffer = b"".join(parts)
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return headers, body

    def _receive(self):
        data = self.socket.recv(262144)
        if not data:
            os._exit(0)
        self.buffer += data


# --- the log

LEVELS = {"TRACE": 1, "DEBUG": 2, "INFO": 3, "WARN": 4, "WARNING": 4, "ERROR": 5, "CRITICAL": 6, "FATAL": 6}
JSON_FORMAT = ENV.get("AWS_LAMBDA_LOG_FORMAT", "").upper() == "JSON"


class LogSink:
    """Writes frames to the telemetry descriptor, so that a record of many lines stays one event; else lines to stdout."""

    def __init__(self):
        descriptor = ENV.pop("_LAMBDA_TELEMETRY_LOG_FD", None)
        self.descriptor = None if descriptor is None else int(descriptor)

    def write(self, text, level="", is_json=False):
        if self.descriptor is None:
            sys.stdout.write(text.replace("\n", "\r") + "\n")
            return
        body = text.encode("utf-8", "backslashreplace")
        kind = (0xA55A0002 if is_json else 0xA55A0003) | (LEVELS.get(level, 0) << 2)
        frame = kind.to_bytes(4, "big") + len(body).to_bytes(4, "big") + (time.time_ns() // 1000).to_bytes(8, "big") + body
        while frame:
            frame = frame[os.write(self.descriptor, frame) :]


SINK = LogSink()


class Current:
    """The invocation that log records speak of, and whose it is."""

    request_id = None
    tenant_id = None


def json_text(value):
    return json.dumps(value, ensure_ascii=False, default=str)


def iso_time(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


class ImportHooks:
    """Changes modules once somebody imports them: to import `logging` here would cost every cold start 15 ms, `ssl` even more."""

    def __init__(self, installers):
        self.installers = installers

    def find_spec(self, name, path=None, target=None):
        install = self.installers.pop(name, None)
        if install is None:
            return None
        spec = next((found for found in (finder.find_spec(name, path, target) for finder in sys.meta_path) if found), None)
        if spec is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_install(module):
            execute(module)
            install(module)

        spec.loader.exec_module = execute_and_install
        return spec


def load_own(name):
    """A file beside this one's source, where the function's own imports do not find it."""
    path = os.path.join(ENV.get("LAMBDA_RUNTIME_DIR", "/var/runtime"), "python", name)
    members = {}
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), members)
    return members


def import_hooks():
    gateway, names, leave = (ENV.pop("_EMULATOR_" + name, "") for name in ("GATEWAY", "NAMES", "LEAVE"))
    installers = {"logging": install_logging}
    if gateway:
        made = []

        def cloud_names():
            if not made:
                made.append(load_own("names.py")["Names"](gateway, names, leave))
            return made[0]

        installers["socket"] = lambda module: cloud_names().install_socket(module)
        installers["ssl"] = lambda module: cloud_names().install_ssl(module)
    return ImportHooks(installers)


class MachinePackages:
    """boto3, what it needs, and the SDK of durable functions, which the cloud's runtime brings: where neither code nor layers have them,
    the machine's are taken."""

    names = {"aws_durable_execution_sdk_python", "boto3", "botocore", "s3transfer", "jmespath", "dateutil", "urllib3", "six"}
    # Debian's botocore needs requests and what that needs. The cloud's runtime has none of them: only these packages may import them.
    inner = {"requests", "chardet", "charset_normalizer", "idna", "certifi"}

    def __init__(self):
        self.folders = [path for path in ENV.pop("_EMULATOR_PACKAGES", "").split(os.pathsep) if path]

    def find_spec(self, name, path=None, target=None):
        if path is not None or not (name in self.names or name in self.inner and self.asks(sys._getframe(1))):
            return None
        import importlib.machinery

        return importlib.machinery.PathFinder.find_spec(name, self.folders, target)

    def asks(self, frame):
        """Whether one of these packages is what imports here."""
        name = "importlib"
        while frame and name in ("importlib", "_frozen_importlib"):
            name = frame.f_globals.get("__name__", "").partition(".")[0]
            frame = frame.f_back
        return name in self.names or name in self.inner


def message_of(error):
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing not in ("boto3", "botocore", "aws_durable_execution_sdk_python"):
        return str(error)
    package = "aws-durable-execution-sdk-python boto3" if missing.startswith("aws_") else "boto3"
    hint = "the cloud's Python runtime brings it; here it is neither in the code, nor in a layer, nor in any Python of this machine"
    return "%s (%s: `python3 -m pip install %s`, or put it into the function's package)" % (error, hint, package)


def install_logging(logging):
    ordinary = set(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "asctime", "taskName"}

    def text_of(record):
        when = "%s.%03dZ" % (iso_time(record.created), record.msecs)
        return "[%s]\t%s\t%s\t%s" % (record.levelname, when, Current.request_id or "", formatter.format(record))

    def json_of(record):
        line = {
            "timestamp": iso_time(record.created) + "Z",
            "level": record.levelname,
            "message": record.getMessage(),
            "logger": record.name,
        }
        if record.exc_info and record.exc_info[0]:
            import traceback

            kind, error, trace = record.exc_info
            line["stackTrace"] = traceback.format_tb(trace)
            line["errorType"] = kind.__name__
            line["errorMessage"] = str(error)
            frames = traceback.extract_tb(trace)
            if frames:
                line["location"] = "%s:%s:%s" % (frames[-1].filename, frames[-1].name, frames[-1].lineno)
        if Current.request_id:
            line["requestId"] = Current.request_id
        if Current.tenant_id:
            line["tenantId"] = Current.tenant_id
        line.update({key: value for key, value in record.__dict__.items() if key not in ordinary})
        return json_text(line)

    class Handler(logging.Handler):
        def emit(self, record):
            SINK.write((json_of if JSON_FORMAT else text_of)(record), record.levelname, JSON_FORMAT)

    formatter = logging.Formatter()
    root = logging.getLogger()
    root.addHandler(Handler())
    asked = ENV.get("AWS_LAMBDA_LOG_LEVEL", "").upper()
    if JSON_FORMAT:
        names = {"TRACE": "DEBUG", "FATAL": "CRITICAL"}
        root.setLevel(names.get(asked, asked) if asked in LEVELS else "INFO")


# --- errors


class RuntimeFault(Exception):
    """An error that the runtime found, with the name the platform gives it."""

    def __init__(self, kind, message, stack=()):
        super().__init__(message)
        self.kind = "Runtime." + kind
        self.stack = list(stack)


def frames_of(error):
    """The user's frames: ours and the import machinery's are cut."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    return traceback.format_list([f for f in frames if f.filename != OWN_FILE and not f.filename.startswith("<frozen importlib")])


def body_of(error):
    if isinstance(error, RuntimeFault):
        kind, stack = error.kind, error.stack
    else:
        kind, stack = type(error).__name__, frames_of(error)
    # Empty while the code is loaded (recorded)
    return {"errorMessage": message_of(error), "errorType": kind, "requestId": Current.request_id or "", "stackTrace": stack}


def log_error(body):
    if JSON_FORMAT:
        line = {"timestamp": iso_time(time.time()) + "Z", "log_level": "ERROR"}
        SINK.write(json_text({**line, **body}), "ERROR", True)
        return
    lines = ["[ERROR] %s: %s" % (body["errorType"], body["errorMessage"])]
    if body["stackTrace"]:
        lines.append("Traceback (most recent call last):")
        lines += [frame.rstrip("\n") for frame in body["stackTrace"]]
    SINK.write("\n".join(lines), "ERROR")


def post_error(path, error):
    body = body_of(error)
    log_error(body)
    kind = body["errorType"].encode("ascii", "replace").decode("ascii")
    headers = {"Content-Type": "application/json", "Lambda-Runtime-Function-Error-Type": kind}
    CLIENT.request("POST", path, headers, json_text(body).encode("utf-8", "backslashreplace"))


# --- the handler


def install_paths(minor, opt):
    """What `site` would do, and what the layers bring: their packages first, this machine's own last."""
    version = "python3." + minor
    actual = "python%d.%d" % sys.version_info[:2]
    layers = [opt + "/python/lib/" + version + "/site-packages", opt + "/python"]
    given = [path for path in ENV.get("PYTHONPATH", "").split(os.pathsep) if path]
    machine = ["%s/lib/%s/site-packages" % (sys.prefix, actual)]
    if sys.prefix == "/usr":
        machine = ["/usr/local/lib/%s/dist-packages" % actual, "/usr/lib/python3/dist-packages"]
    own = os.path.dirname(os.path.abspath(__file__))
    standard = [path for path in sys.path if path != own]
    sys.path[:] = [ENV["LAMBDA_TASK_ROOT"]] + layers + given + standard + machine
    site.setquit()
    site.setcopyright()
    site.sethelper()


def entries_of(folder):
    """Names of files, and of folders with a slash at the end."""
    try:
        return sorted(entry.name + "/" if entry.is_dir() else entry.name for entry in os.scandir(folder))
    except OSError:
        return []


def advice_on(module_name, error):
    """What the code has where the handler's own file is not found, and what to do about it."""
    path = module_name.replace(".", "/")
    if not isinstance(error, ModuleNotFoundError) or error.name not in (path.replace("/", "."), path.split("/")[0]):
        return None
    folder, _, name = path.rpartition("/")
    root = ENV["LAMBDA_TASK_ROOT"]
    here = entries_of(os.path.join(root, folder))
    for below in [entry for entry in here if entry.endswith("/")]:
        if name + ".py" in entries_of(os.path.join(root, folder, below)):
            handler = os.path.join(folder, below, name)
            return "%s%s.py is here: the handler is then %s.<function>, or zip what is in %s instead." % (below, name, handler, below)
    names = here or entries_of(root)
    more = " and %d more" % (len(names) - 10) if len(names) > 10 else ""
    listed = ", ".join(names[:10]) + more if names else "no files"
    where = folder if here and folder else "the code"
    return "%s.py is not here; %s has %s. A handler is a file without .py, a dot, and the name of a function." % (name, where, listed)


def load_handler(handler):
    try:
        module_name, function_name = handler.rsplit(".", 1)
    except ValueError as error:
        raise RuntimeFault("MalformedHandlerName", "Bad handler '%s': %s" % (handler, error))
    if module_name.split("/")[0] in sys.builtin_module_names:
        raise RuntimeFault("BuiltInModuleConflict", "Cannot use built-in module %s as a handler module" % module_name)
    try:
        module = importlib.import_module(module_name.replace("/", "."))
    except ImportError as error:
        message = "Unable to import module '%s': %s" % (module_name, message_of(error))
        advice = advice_on(module_name, error)
        raise RuntimeFault("ImportModuleError", message + ("\n" + advice if advice else ""))
    except SyntaxError as error:
        place = '  File "%s" Line %s\n    %s' % (error.filename, error.lineno, error.text)
        raise RuntimeFault("UserCodeSyntaxError", "Syntax error in module '%s': %s" % (module_name, error), [place])
    if not hasattr(module, function_name):
        raise RuntimeFault("HandlerNotFound", "Handler '%s' missing on module '%s'" % (function_name, module_name))
    return getattr(module, function_name)


class Named:
    """A bag of attributes as the context's members are."""

    def __init__(self, names, values):
        for name in names:
            setattr(self, name, (values or {}).get(name))


def client_context(text):
    if not text:
        return None
    given = json.loads(text)
    context = Named(["custom", "env", "client"], given)
    names = ["installation_id", "app_title", "app_version_name", "app_version_code", "app_package_name"]
    context.client = Named(names, given.get("client"))
    return context


def identity(text):
    given = json.loads(text) if text else {}
    return Named(["cognito_identity_id", "cognito_identity_pool_id"], {
        "cognito_identity_id": given.get("cognitoIdentityId"),
        "cognito_identity_pool_id": given.get("cognitoIdentityPoolId"),
    })


class LambdaContext:
    def __init__(self, headers):
        self.aws_request_id = headers.get("lambda-runtime-aws-request-id")
        self.log_group_name = ENV.get("AWS_LAMBDA_LOG_GROUP_NAME")
        self.log_stream_name = ENV.get("AWS_LAMBDA_LOG_STREAM_NAME")
        self.function_name = ENV.get("AWS_LAMBDA_FUNCTION_NAME")
        self.memory_limit_in_mb = ENV.get("AWS_LAMBDA_FUNCTION_MEMORY_SIZE")
        self.function_version = ENV.get("AWS_LAMBDA_FUNCTION_VERSION")
        self.invoked_function_arn = headers.get("lambda-runtime-invoked-function-arn")
        self.tenant_id = headers.get("lambda-runtime-aws-tenant-id")
        self.client_context = client_context(headers.get("lambda-runtime-client-context"))
        self.identity = identity(headers.get("lambda-runtime-cognito-identity"))
        self._deadline_ms = int(headers.get("lambda-runtime-deadline-ms", "0"))

    def get_remaining_time_in_millis(self):
        return max(0, self._deadline_ms - int(time.time() * 1000))

    def log(self, message):
        sys.stdout.write(str(message))

    def __repr__(self):
        members = ",".join("%s=%s" % item for item in self.__dict__.items() if not item[0].startswith("_"))
        return "LambdaContext([%s])" % members


def to_json(value):
    decimal = sys.modules.get("decimal")
    if decimal and isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    raise TypeError("Object of type %s is not JSON serializable" % type(value).__name__)


def marshal(result, minor):
    if isinstance(result, bytes):
        return result, "application/unknown"
    try:
        return json.dumps(result, default=to_json, ensure_ascii=minor < 12).encode("utf-8"), "application/json"
    except Exception as error:
        raise RuntimeFault("MarshalError", "Unable to marshal response: %s" % error)


def unmarshal(payload):
    try:
        return json.loads(payload)
    except ValueError as error:
        raise RuntimeFault("UnmarshalError", "Unable to unmarshal input: %s" % error)


def serve(handler, minor):
    headers, payload = CLIENT.request("GET", RUNTIME + "/invocation/next")
    Current.request_id = headers.get("lambda-runtime-aws-request-id")
    Current.tenant_id = headers.get("lambda-runtime-aws-tenant-id")
    trace_id = headers.get("lambda-runtime-trace-id")
    if trace_id:
        ENV["_X_AMZN_TRACE_ID"] = trace_id
    else:
        ENV.pop("_X_AMZN_TRACE_ID", None)
    path = "%s/invocation/%s/" % (RUNTIME, Current.request_id)
    try:
        body, content_type = marshal(handler(unmarshal(payload), LambdaContext(headers)), minor)
    except Exception as error:
        post_error(path + "error", error)
        return
    CLIENT.request("POST", path + "response", {"Content-Type": content_type}, body)


def warn_of_failed_init():
    SINK.write(
        "LAMBDA_WARNING: Unhandled exception. The most likely cause is an issue in the function code. "
        "However, in rare cases, a Lambda runtime update can cause unexpected function behavior.",
        "WARN",
    )


def open_debugger():
    """Lets a debugger attach at a free port, where the emulator asks for it. The lines are read by the emulator."""
    if ENV.pop("_EMULATOR_DEBUGGER", "") != "debugpy":
        return
    ENV.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    try:
        import debugpy

        address = debugpy.listen(("127.0.0.1", 0))
    except Exception as error:
        SINK.write("Debugger missing: %s" % error)
        return
    import threading

    SINK.write("Debugger listening on %s:%d" % address)

    def tell():
        debugpy.wait_for_client()
        SINK.write("Debugger attached.")

    threading.Thread(target=tell, daemon=True).start()


def main():
    minor, opt = sys.argv[1:]
    del sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, write_through=True, errors="backslashreplace")
    install_paths(minor, opt)
    sys.meta_path.insert(0, import_hooks())
    sys.meta_path.append(MachinePackages())
    open_debugger()
    CLIENT.request("GET", "/_emulator/load")
    try:
        handler = load_handler(ENV.get("_HANDLER", ""))
    except Exception as error:
        warn_of_failed_init()
        post_error(RUNTIME + "/init/error", error)
        sys.exit(1)
    while True:
        serve(handler, int(minor))


CLIENT = RuntimeClient(ENV["AWS_LAMBDA_RUNTIME_API"])
main()
