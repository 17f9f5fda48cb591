#!/usr/bin/env python3
"""check_job.py FILE: holds a Kubernetes job's manifest against the fields, types and rules that it uses.

A dry run without a server: unknown fields, wrong types and broken rules of batch/v1 are errors, at the path where they are.
Source: the Kubernetes API reference, Job v1 and Pod v1 (types and rules).
"""
import re
import sys

import yaml

NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(m|[kMGTPE]|[KMGTPE]i)?")


def name(value):
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def quantity(value):
    return isinstance(value, str) and QUANTITY.fullmatch(value) is not None


def count(value):
    return type(value) is int and value >= 0


def text(value):
    return isinstance(value, str) and value != ""


def one_of(*values):
    return lambda value: value in values


# A field's type: a function that accepts a value, a dict of an object's fields (those with ! are required), or a list with
# the type of the elements.
RESOURCES = {"cpu": quantity, "memory": quantity}
CONTAINER = {
    "name!": name,
    "image!": text,
    "command": [text],
    "args": [text],
    "resources": {"requests": RESOURCES, "limits": RESOURCES},
    "volumeMounts": [{"name!": name, "mountPath!": lambda v: text(v) and v.startswith("/") and ":" not in v}],
}
POD = {
    "restartPolicy!": one_of("OnFailure", "Never"),
    "terminationGracePeriodSeconds": count,
    "containers!": [CONTAINER],
    "volumes": [{"name!": name, "persistentVolumeClaim!": {"claimName!": name}}],
}
JOB = {
    "apiVersion!": one_of("batch/v1"),
    "kind!": one_of("Job"),
    "metadata!": {"name!": name},
    "spec!": {
        "completionMode!": one_of("Indexed"),
        "completions!": count,
        "parallelism": count,
        "backoffLimit": count,
        "template!": {"metadata": {"labels": lambda v: isinstance(v, dict) and all(map(text, v.values()))}, "spec!": POD},
    },
}


def errors(value, expected, path):
    """What is wrong with `value`, by its path."""
    if callable(expected):
        if not expected(value):
            yield f"{path}: saw {value!r}"
    elif isinstance(expected, list):
        if not isinstance(value, list) or not value:
            yield f"{path}: saw {value!r}, expected a list"
            return
        for i, element in enumerate(value):
            yield from errors(element, expected[0], f"{path}[{i}]")
    elif not isinstance(value, dict):
        yield f"{path}: saw {value!r}, expected an object"
    else:
        fields = {key.rstrip("!"): kind for key, kind in expected.items()}
        for key in expected:
            if key.endswith("!") and key[:-1] not in value:
                yield f"{path}.{key[:-1]}: is missing"
        for key, field in value.items():
            if key in fields:
                yield from errors(field, fields[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}: is no field, expected one of {', '.join(fields)}"


def broken_rules(job):
    """What the types do not say."""
    pod = job["spec"]["template"]["spec"]
    volumes = {volume["name"] for volume in pod.get("volumes", [])}
    for container in pod["containers"]:
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                yield f"volume {mount['name']} is mounted and not declared"
        words = " ".join(container.get("command", []) + container.get("args", []))
        if "JOB_COMPLETION_INDEX" not in words:
            yield f"container {container['name']} does not look at its index"


def main():
    file = sys.argv[1]
    with open(file, encoding="utf-8") as stream:
        job = yaml.safe_load(stream)
    wrong = list(errors(job, JOB, "job")) or list(broken_rules(job))
    # The check itself can fail.
    spoilt = yaml.safe_load(yaml.safe_dump(job))
    spoilt["spec"]["template"]["spec"]["restartPolicy"] = "Always"
    if not list(errors(spoilt, JOB, "job")):
        wrong.append("a job that restarts always was not refused")
    for line in wrong:
        print(f"{file}: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
