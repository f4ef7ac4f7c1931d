# Maps and parallel branches, one after the other: a branch that must wait leaves its turn to the next, unless only one may be open.
import json
from dataclasses import dataclass

from durable import Failed, Json, Suspended, error_of


@dataclass
class Config:
    """`min_successful`, `tolerated`, `tolerated_percentage`: when no further branch begins. `is_flat`: branches without contexts."""

    at_once: int = 1
    min_successful: int = None
    tolerated: int = None
    tolerated_percentage: int = None
    item_serdes: type = Json
    is_flat: bool = False


@dataclass
class Batch:
    reason: str
    # Pairs: whether a branch has succeeded, and its result or error
    items: list

    def results(self):
        return [value for succeeded, value in self.items if succeeded]

    def errors(self):
        return [value for succeeded, value in self.items if not succeeded]

    def raise_if_error(self):
        for error in self.errors():
            raise Failed(error)

    def told(self, *names):
        facts = {
            'completionReason': self.reason,
            'status': 'FAILED' if self.errors() else 'SUCCEEDED',
            'successCount': len(self.results()),
            'failureCount': len(self.errors()),
            'totalCount': len(self.items),
        }
        return {name: facts[name] for name in names}


class BatchJson:
    @staticmethod
    def dump(batch):
        return json.dumps({'reason': batch.reason, 'items': batch.items})

    @staticmethod
    def load(text):
        return Batch(**json.loads(text))


def mapped(context, values, run, name='map', config=Config(), item_name=lambda _value: None, serdes=BatchJson):
    """`run` is given a context, a value, and its index."""

    def branch(index, value):
        return item_name(value), lambda child: run(child, value, index)

    return batch(context, [branch(*each) for each in enumerate(values)], ('Map', 'MapIteration'), name, config, serdes)


def parallel(context, runs, name='parallel', config=Config(), serdes=BatchJson):
    """`runs`: functions that are given a context, or pairs of a name and such a function."""
    branches = [run if isinstance(run, tuple) else (None, run) for run in runs]
    return batch(context, branches, ('Parallel', 'ParallelBranch'), name, config, serdes)


def batch(context, branches, sub_types, name, config, serdes):
    if config.at_once < 1:
        raise ValueError('At least one branch must be allowed at once.')
    whole, each = sub_types

    def run_all(child):
        items = []
        is_suspended = False
        for number, (branch_name, run) in enumerate(branches):
            if reason(items, len(branches), config):
                break
            try:
                if config.is_flat:
                    items.append((True, run(child.branch(number))))
                else:
                    items.append((True, child.child(run, branch_name, each, config.item_serdes)))
            except Suspended:
                is_suspended = True
                if config.at_once == 1:
                    break
            except Exception as error:
                items.append((False, error_of(error)))
        if is_suspended:
            raise Suspended
        return Batch(reason(items, len(branches), config) or 'ALL_COMPLETED', items)

    return context.child(run_all, name, whole, serdes)


def reason(items, total, config):
    failures = sum(not succeeded for succeeded, _ in items)
    if config.min_successful is not None and len(items) - failures >= config.min_successful:
        return 'MIN_SUCCESSFUL_REACHED'
    most = [config.tolerated, config.tolerated_percentage and config.tolerated_percentage * total / 100]
    if any(limit is not None and failures > limit for limit in most):
        return 'FAILURE_TOLERANCE_EXCEEDED'
    return None
