"""Random choices that depend on a number only."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A source of random choices. The same words give the same choices on every machine."""

    def __init__(self, *words: object) -> None:
        self.random = random.Random(" ".join(map(str, words)))

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.random.randrange(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        return self.random.choices(items, weights)[0]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        found = list(items)
        self.random.shuffle(found)
        return found

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        return self.random.sample(list(items), min(count, len(items)))
