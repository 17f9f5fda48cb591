#!/usr/bin/env python3
"""dry_run_job.py FILE: what kubectl makes of a Kubernetes job's manifest, without a cluster.

Two looks, with the kubectl that is in PATH:
- `kubectl set image --local` reads the manifest into kubectl's own types and prints it again: a value of a wrong type is an
  error there, and a field that these types do not have is not printed.
- `kubectl apply --dry-run=client` against a server of our own on 127.0.0.1, which tells of batch/v1 alone and refuses
  whatever would change something.
The rules that only an API server knows are not looked at (scripts/check_job.py has those that the manifest needs).
Source: the Kubernetes API reference, Job v1 (completionMode is there since 1.21), and API discovery.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

import yaml

# Fields that an older kubectl does not know, and the version that has them.
LATER = {"spec.completionMode": (1, 21)}

DISCOVERY = {
    "/version": {"major": "1", "minor": "30", "gitVersion": "v1.30.0"},
    "/api": {"kind": "APIVersions", "versions": ["v1"]},
    "/api/v1": {"kind": "APIResourceList", "groupVersion": "v1", "resources": []},
    "/apis": {
        "kind": "APIGroupList",
        "apiVersion": "v1",
        "groups": [
            {
                "name": "batch",
                "versions": [{"groupVersion": "batch/v1", "version": "v1"}],
                "preferredVersion": {"groupVersion": "batch/v1", "version": "v1"},
            }
        ],
    },
    "/apis/batch/v1": {
        "kind": "APIResourceList",
        "apiVersion": "v1",
        "groupVersion": "batch/v1",
        "resources": [
            {"name": "jobs", "singularName": "job", "namespaced": True, "kind": "Job", "verbs": ["create", "get", "patch"]}
        ],
    },
}


class Server(http.server.BaseHTTPRequestHandler):
    """Tells which resources there are, and that none exists."""

    def do_GET(self):
        answer = DISCOVERY.get(self.path.split("?")[0])
        body = json.dumps(answer or {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404})
        self.send_response(200 if answer else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_POST(self):
        self.server.changes.append(self.path)
        self.send_error(405)

    do_PUT = do_PATCH = do_DELETE = do_POST

    def log_message(self, *_):
        pass


def kubectl(*words):
    """What kubectl prints; what it says when it fails is an error here. It sees no configuration but what is given."""
    with tempfile.TemporaryDirectory() as home:
        ended = subprocess.run(
            ["kubectl", *words],
            env={"PATH": os.environ["PATH"], "HOME": home, "KUBECONFIG": "/dev/null"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=120,
        )
    if ended.returncode != 0:
        raise RuntimeError(f"kubectl {words[0]} ended with {ended.returncode}: {ended.stderr.strip()}")
    return ended.stdout


def version():
    client = json.loads(kubectl("version", "--client", "--output=json"))["clientVersion"]
    return int(client["major"]), int("".join(c for c in client["minor"] if c.isdigit()))


def lost(value, printed, path=""):
    """Paths of what is in `value` and not, or otherwise, in `printed`."""
    if isinstance(value, dict) and isinstance(printed, dict):
        for key, field in value.items():
            below = f"{path}.{key}".lstrip(".")
            if key not in printed:
                yield below
            else:
                yield from lost(field, printed[key], below)
    elif isinstance(value, list) and isinstance(printed, list) and len(value) == len(printed):
        for i, element in enumerate(value):
            yield from lost(element, printed[i], f"{path}[{i}]")
    elif value != printed:
        yield path


def as_types(job):
    """The manifest as kubectl's types have it. The image is another: kubectl prints nothing where nothing changes."""
    containers = job["spec"]["template"]["spec"]["containers"]
    other = [f"{container['name']}=another.example.org/{container['image']}" for container in containers]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump(job, file)
        file.flush()
        printed = json.loads(kubectl("set", "image", "--local", "--output=json", f"--filename={file.name}", *other))
    for container, was in zip(printed["spec"]["template"]["spec"]["containers"], containers):
        container["image"] = container["image"].removeprefix("another.example.org/") if was else None
    return printed


def unknown_fields(job, kubectl_version):
    known_later = {path for path, since in LATER.items() if kubectl_version < since}
    return [path for path in lost(job, as_types(job)) if path not in known_later]


def dry_run(file):
    """What `kubectl apply --dry-run=client` prints of the manifest, and what it would have changed."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        server.changes = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            address = f"--server=http://127.0.0.1:{server.server_address[1]}"
            text = kubectl("apply", "--dry-run=client", "--validate=false", "--output=json", address, f"--filename={file}")
        finally:
            server.shutdown()
        return json.loads(text), server.changes


def errors(file):
    """What is wrong with the manifest, and with the looks at it."""
    with open(file, encoding="utf-8") as stream:
        job = yaml.safe_load(stream)
    kubectl_version = version()
    yield from (f"{path}: kubectl knows no such field" for path in unknown_fields(job, kubectl_version))
    printed, changes = dry_run(file)
    yield from (f"{path}: is not what a dry run prints" for path in lost(job, printed))
    yield from (f"a dry run asked the server to change {path}" for path in changes)
    spoilt = yaml.safe_load(yaml.safe_dump(job))
    spoilt["spec"]["backofLimit"] = spoilt["spec"].pop("backoffLimit", 1)
    if "spec.backofLimit" not in unknown_fields(spoilt, kubectl_version):
        yield "a misspelt field was not noticed"
    spoilt["spec"]["completions"] = "many"
    try:
        as_types(spoilt)
        yield "a number that is a word was not refused"
    except RuntimeError:
        pass


def main():
    file = sys.argv[1]
    try:
        wrong = list(errors(file))
    except RuntimeError as error:
        wrong = [str(error)]
    for line in wrong:
        print(f"{file}: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
