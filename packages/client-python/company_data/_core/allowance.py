"""What the key may still ask this minute, as the service last told in `RateLimit`."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_ITEM = re.compile(r'"([^"]*)"((?:\s*;\s*\w+=[0-9]{1,15})*)')
_PARAMETER = re.compile(r"(\w+)=([0-9]{1,15})")
_LONGEST_WINDOW_SECONDS = 3_600
"""A window is a minute; whoever tells of a longer one is asked again after an hour."""
_LOOK_AGAIN_SECONDS = 0.2
_SAME_WINDOW_SECONDS = 2.0
"""Windows whose ends are told this close to each other are one: ends are told in whole seconds."""


@dataclass
class _Window:
    quota: float = math.inf
    """Infinite until something is known."""
    seconds: int = 60
    lowest: float = 1
    """The least that the service said is left in this window: answers overtake each other. At first one."""
    resets_at: float = math.inf
    in_flight: int = 0

    @property
    def left(self) -> float:
        """To be sent now: what is on its way may not be counted yet."""
        return self.lowest - self.in_flight

    def begin(self, left: float, resets_at: float) -> None:
        self.lowest, self.resets_at = left, resets_at

    def hear(self, left: int, resets_at: float) -> None:
        if math.isinf(self.resets_at) or resets_at > self.resets_at + _SAME_WINDOW_SECONDS:
            self.begin(left, resets_at)
        elif resets_at >= self.resets_at - _SAME_WINDOW_SECONDS:
            self.begin(min(self.lowest, left), min(self.resets_at, resets_at))


def items_of(header: str) -> dict[str, dict[str, int]]:
    """`"default";r=599;t=42, "resolve";r=3;t=9`, by name."""
    return {
        name: {key: int(value) for key, value in _PARAMETER.findall(parameters)}
        for name, parameters in _ITEM.findall(header)
    }


class Allowance:
    """Shared by all calls of a client, in whatever threads they run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: dict[str, _Window] = {}

    def reserve(self, names: Iterable[str], now: float) -> float:
        """Zero where the call may be sent, and is counted; else after how many seconds to ask again."""
        with self._lock:
            windows = [self._windows.setdefault(name, _Window()) for name in names]
            pause = max((self._pause(window, now) for window in windows), default=0.0)
            if pause == 0:
                for window in windows:
                    window.in_flight += 1
            return pause

    def settle(self, names: Iterable[str], headers: Mapping[str, str] | None, now: float) -> None:
        """The call is over; None: without an answer."""
        quotas = items_of((headers or {}).get("ratelimit-policy", ""))
        told = items_of((headers or {}).get("ratelimit", ""))
        with self._lock:
            for name in names:
                window = self._windows.setdefault(name, _Window())
                window.in_flight -= 1
                window.quota = quotas.get(name, {}).get("q", window.quota)
                told_seconds = quotas.get(name, {}).get("w", window.seconds)
                window.seconds = min(max(told_seconds, 1), _LONGEST_WINDOW_SECONDS)
                if {"r", "t"} <= told.get(name, {}).keys():
                    window.hear(told[name]["r"], now + min(told[name]["t"], _LONGEST_WINDOW_SECONDS))
                elif window.quota == math.inf:
                    # Nothing is known yet, or nobody counts here.
                    window.lowest = 1 if headers is None else math.inf
                else:
                    # It may have been counted.
                    window.lowest -= 1

    @staticmethod
    def _pause(window: _Window, now: float) -> float:
        if now >= window.resets_at:
            window.begin(window.quota, now + window.seconds)
        if window.left > 0:
            return 0.0
        # An answer on its way may tell that more is left than is thought.
        return _LOOK_AGAIN_SECONDS if window.in_flight > 0 else max(window.resets_at - now, 0.001)
