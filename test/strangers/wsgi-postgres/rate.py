"""At most so many calls in a second, counted over all worker processes."""
import multiprocessing
import time

import choices
from refusals import Refusal

# made before the workers are forked, so all of them count in the same memory: second, calls in it
_window = multiprocessing.Array("q", 2)


def admit():
    limit = choices.number("rate")
    if limit is not None and _count_call() > limit:
        raise Refusal("rate_limit_exceeded", f"more than {limit} calls in a second")


def _count_call():
    second = int(time.time())
    with _window.get_lock():
        if _window[0] != second:
            _window[:] = [second, 0]
        _window[1] += 1
        return _window[1]
